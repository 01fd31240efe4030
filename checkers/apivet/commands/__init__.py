"""What the commands of ``apivet`` do. Each returns its exit status."""

from __future__ import annotations
