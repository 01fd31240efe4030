"""Zeros and empty values."""

from __future__ import annotations


def says_nothing(value: object) -> bool:
    """Whether a value is a zero, or an empty one."""
    try:
        return not value
    except Exception:
        return False
