"""Rules: a module for each family. A judge looks at one exchange and says what it shows."""

from __future__ import annotations
