"""Conversions between versions of a type, and the hooks that complete generated ones (contract section 7)."""

from __future__ import annotations

from dataclasses import dataclass

from apivet.program.model import Type
from apivet.program.syntax import Function
from apivet.verdicts import Confidence


@dataclass(frozen=True, slots=True, eq=False)
class Conversion:
    """A hand-written function or method that makes an object of one type from an object of another.

    ``source_parameter`` and ``destination_parameter`` name the parameters that hold the two objects (the receiver's
    among them); without the latter the function returns what it makes. ``holder`` is the type that a method belongs
    to. The confidence is ``inferred`` where only the function's name tells a type.
    """

    function: Function
    source: Type
    destination: Type
    source_parameter: str
    destination_parameter: str | None
    holder: Type | None = None
    confidence: Confidence = Confidence.CERTAIN


@dataclass(frozen=True, slots=True, eq=False)
class Augmentation:
    """A type that defines or inherits an augmentation hook.

    ``hooks`` maps the names of the hooks it has to their functions; a name without a function is bound to something
    that is no function of the tree.
    """

    type: Type
    hooks: dict[str, Function | None]
