"""Room for calls deep inside each other, which is what interpreting code by recursion makes.

From CPython 3.11 on, frames lie in pieces of memory of 16 kB that come from the operating system and go back to it.
Calls that go in and out across the end of a piece pay for a new one each time: that took a third of the time of a large
hook. A function that says that it needs much room gets a piece in which all calls below it find theirs.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Final, TypeVar

Function = TypeVar("Function", bound=Callable[..., object])

#: Values for which there is room: more than there are in all frames that the limit of recursion lets be.
_ROOM: Final = 1 << 17


def with_room(function: Function) -> Function:
    """The function, with room for the frames of all calls that are made while it runs."""

    def inside(*given: object, **named: object) -> object:
        return function(*given, **named)

    inside.__code__ = inside.__code__.replace(co_stacksize=_ROOM)
    return functools.update_wrapper(inside, function)  # type: ignore[return-value]  # its signature is the function's
