"""Functions and methods outside the tree: a front end tells what is known of those of its language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from apivet.program.operations import Operation


class TriedFunction(Struct, frozen=True):
    """A function that does nothing but look at its arguments. ``by_key`` is called instead of ``do`` where it compares
    elements by what a function gives for them; it takes values of any kind, or iterators, if that is said."""

    do: Callable[..., object]
    by_key: Callable[..., object] | None = None
    takes_anything: bool = False
    takes_iterators: bool = True


class Library(Protocol):
    """The part of the interface of a front end that tells of what is called outside the tree."""

    def function_operation(self, dotted: str) -> Operation | None:
        """The operation of calling something outside the tree, or ``None`` where that is not known."""

    def method_operation(self, name: str) -> Operation | None:
        """The operation of a method of that name on a value whose type is not in the tree."""

    def tried_function(self, dotted: str) -> TriedFunction | None:
        """The function of that dotted name, where it is safe to call it with samples of its arguments."""
