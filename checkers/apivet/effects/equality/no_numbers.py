"""Values that are no number, and so do not equal themselves: ``float("nan")``, ``math.inf - math.inf``."""

from __future__ import annotations

import math
from typing import Any, Final

from apivet.effects import plain
from apivet.effects.declared import annotation_of, shape_of, spelled_name
from apivet.effects.diagrams import Diagram, leaves
from apivet.effects.state import Machine
from apivet.effects.value_kinds import FRACTIONAL
from apivet.effects.values import Computed, Constant, Input, Outside
from apivet.program.annotations import members
from apivet.program.model import Scalar

_MODULES: Final = ("math", "cmath", "numpy")
_NO_NUMBERS: Final = frozenset(f"{module}.nan" for module in _MODULES)
_INFINITE: Final = _NO_NUMBERS | frozenset(f"{module}.inf" for module in _MODULES)
_MAKING: Final = frozenset(name.rpartition(".")[2] for name in FRACTIONAL)
_CHOOSING: Final = (*plain.EXTREMES, plain.SIZE, plain.ROUNDED, plain.TOTAL)
_COMPUTING: Final = ("+", "-", "*", "/", "//", "%", "**")


def may_be_no_number(machine: Machine, value: Diagram) -> bool:
    """Whether a value may be no number, as far as its declaration or its making tells."""
    return any(_may_be_none(machine, leaf.value) for leaf in leaves(value))


def _may_be_none(machine: Machine, leaf: Any) -> bool:
    if isinstance(leaf, Input):
        return may_be_fractional(machine, leaf)
    if isinstance(leaf, Outside):
        return leaf.dotted in _NO_NUMBERS
    if not isinstance(leaf, Computed):
        return False
    if _makes_number(leaf):
        return any(_is_written(machine, each.value, math.isnan) for part in leaf.operands for each in leaves(part))
    operands = [each.value for part in leaf.operands for each in leaves(part)]
    if leaf.operator in (*_COMPUTING, *_CHOOSING) and any(_may_be_none(machine, each) for each in operands):
        return True
    return leaf.operator in _COMPUTING and any(_may_be_infinite(machine, each) for each in operands)


def may_be_fractional(machine: Machine, given: Input) -> bool:
    """Whether a number that was given is declared as one that need not be whole."""
    annotation = annotation_of(machine, given)
    return annotation is not None and any(spelled_name(each) in FRACTIONAL for each in members(annotation))


def _makes_number(value: Computed) -> bool:
    return value.operator.rpartition(".")[2] in _MAKING


def _may_be_infinite(machine: Machine, leaf: Any) -> bool:
    if isinstance(leaf, Outside):
        return leaf.dotted in _INFINITE
    if not isinstance(leaf, Computed) or not (_makes_number(leaf) or leaf.operator in _COMPUTING):
        return False
    operands = [each.value for part in leaf.operands for each in leaves(part)]
    if leaf.operator in _COMPUTING:
        return any(_may_be_infinite(machine, each) for each in operands)
    return any(_is_written(machine, each, lambda number: not math.isfinite(number)) for each in operands)


def _is_written(machine: Machine, leaf: Any, is_such: Any) -> bool:
    """Whether a text, from which a number is made, may be one of such a number."""
    if isinstance(leaf, Constant) and isinstance(leaf.value, str):
        try:
            return bool(is_such(float(leaf.value)))
        except ValueError:
            return False
    if isinstance(leaf, Input):
        shape = shape_of(machine, leaf)
        return isinstance(shape, Scalar) and shape.name == "str"
    return _may_be_infinite(machine, leaf)
