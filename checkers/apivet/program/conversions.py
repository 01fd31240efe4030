"""Conversions between versions of a type, and the hooks that complete generated ones (contract section 7)."""

from __future__ import annotations

from msgspec import Struct

from apivet.program.model import Type
from apivet.program.syntax import Function
from apivet.verdicts import Confidence


class Conversion(Struct, frozen=True, eq=False):
    """A hand-written function or method that makes an object of one type from an object of another.

    ``source_parameter`` and ``destination_parameter`` name the parameters that hold the two objects (the receiver's
    among them); without the latter the function returns what it makes. ``holder`` is the type that a method belongs
    to. The confidence is ``inferred`` where only the function's name tells a type. One that ``reports_failure`` returns
    nothing but an error, and has not converted anything where it returns one. Without ``calls_others``, those that
    it calls are no part of it, so that there is little to follow.
    """

    function: Function
    source: Type
    destination: Type
    source_parameter: str
    destination_parameter: str | None
    holder: Type | None = None
    confidence: Confidence = Confidence.CERTAIN
    reports_failure: bool = False
    calls_others: bool = True


class Augmentation(Struct, frozen=True, eq=False):
    """A type that defines or inherits an augmentation hook.

    ``hooks`` maps the names of the hooks it has to their functions; a name without a function is bound to something
    that is no function of the tree.
    """

    type: Type
    hooks: dict[str, Function | None]
