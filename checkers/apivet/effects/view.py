"""A view: one consistent set of decisions, under which values can be compared."""

from __future__ import annotations

from typing import Any

from apivet.effects import sameness
from apivet.effects.decided import Decided


class View(Decided):
    """One way in which a hook may go, as far as a question tells ways apart."""

    def same(self, left: Any, right: Any) -> bool:
        """Whether two settled values are certainly equal here."""
        return sameness.same(self, left, right)
