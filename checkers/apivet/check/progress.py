"""Progress of a run, as it tells it."""

from __future__ import annotations


class Progress:
    """Listens to a run; this one is not interested."""

    def begin(self, what: str, total: int) -> None:
        """A stage begins that takes this many steps."""

    def advance(self, steps: int) -> None:
        """Some steps of the stage are done; or none are, and it is still under way."""
