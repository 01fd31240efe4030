"""Zeros and empty values."""

from __future__ import annotations


def is_trivial(value: object) -> bool:
    """Whether a value is a zero, or an empty one."""
    try:
        return not value
    except Exception:
        return False
