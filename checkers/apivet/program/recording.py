"""Recording: what is kept for several answers tells each of them what it rests on."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any, Protocol


class Recording(Protocol):
    """A front end's account of what was looked up for the answer at hand."""

    def recorded(self) -> AbstractContextManager[Any]:
        """The dependencies of all that is looked up within the block: who goes on with what was found consults them."""

    def consult(self, dependencies: Any) -> None:
        """Say that what is being worked out rests on these dependencies, too."""
