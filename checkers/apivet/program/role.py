"""The roles of strategies."""

from __future__ import annotations

import enum


class Role(enum.Enum):
    """The resource that a strategy is bound to (contract section 2)."""

    MAIN = "main"
    STATUS = "status"
    OTHER = "other"
