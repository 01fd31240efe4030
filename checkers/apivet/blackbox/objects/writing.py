"""Functions that are written out for a class, as dataclasses do it themselves.

Half of all time goes by in them, and a loop takes half as long again.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from types import CodeType
from typing import Any


def written(parameters: str, lines: Iterable[str], **scope: Any) -> Callable[..., Any]:
    """A function of some lines, which speak of what is in its scope."""
    exec(_compiled(parameters, tuple(lines)), scope)
    found: Callable[..., Any] = scope["written"]
    return found


@functools.cache
def _compiled(parameters: str, lines: tuple[str, ...]) -> CodeType:
    """The code; many classes have fields of the same names."""
    body = "".join(f"    {line}\n" for line in lines)
    return compile(f"def written({parameters}):\n{body}", "<written>", "exec")


class WrittenOut(dict[type, Callable[..., Any]]):
    """Functions for the objects of each class, written where they are first needed."""

    def __init__(self, write: Callable[[type], Callable[..., Any]]) -> None:
        super().__init__()
        self._write = write

    def __missing__(self, kind: type) -> Callable[..., Any]:
        found = self[kind] = self._write(kind)
        return found
