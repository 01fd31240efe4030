"""The commands of ``apivet``. Each returns its exit status."""

from __future__ import annotations
