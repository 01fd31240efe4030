"""The calls of hooks, counted: a strategy that is tried anew is given the same ones in the same order, so that a number
tells which call it was that came to no good end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final


class ReachedError(BaseException):
    """The call that was looked for is about to be made: nothing that comes after it is of interest."""

    def __init__(self, strategy: str, call: Any) -> None:
        super().__init__(strategy)
        self.strategy = strategy
        self.call = call


class Calls:
    """The call that is being made, for those who watch from outside: ``tell`` hears its number when it begins, and 0
    when it has ended."""

    def __init__(self) -> None:
        self._number = self._wanted = 0
        self._tell: Callable[[int], object] = _nobody

    def watched_by(self, tell: Callable[[int], object]) -> None:
        """Have somebody else hear of them."""
        self._tell = tell

    @contextmanager
    def until(self, number: int) -> Iterator[None]:
        """Make the calls that come before this one. The block raises :class:`ReachedError` instead of it."""
        self._number, self._wanted = 0, number
        try:
            yield
        finally:
            self._wanted = 0

    def begin(self, strategy: str, call: Any) -> None:
        """A call is about to be made. Raises :class:`ReachedError`."""
        self._number += 1
        if self._number == self._wanted:
            raise ReachedError(strategy, call)
        self._tell(self._number)

    def end(self) -> None:
        """It has come to an end."""
        self._tell(0)


def _nobody(number: int) -> None:
    pass


CALLS: Final = Calls()
