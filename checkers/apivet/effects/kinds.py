"""What kind of thing a value is, as far as that is certain: a zero, a container that is written out, a given scalar."""

from __future__ import annotations

from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.heap import Cell
from apivet.effects.state import Machine
from apivet.effects.values import NONE, Blank, Constant, Input, Reference
from apivet.program.model import ListOf, MapOf, Named, Scalar


def is_zero(value: Diagram) -> bool:
    """Whether a value is a written-out zero: ``0``, ``""``, ``False``."""
    return isinstance(value, Leaf) and isinstance(value.value, Constant) and not value.value.value


def is_no_scalar(machine: Machine, scalar: Diagram, value: Diagram) -> bool:
    """Whether one is a written-out number or text, and the other an object or a container: it then equals none, unless
    its type says otherwise."""
    if not (isinstance(scalar, Leaf) and isinstance(scalar.value, Constant) and scalar.value != NONE):
        return False
    cell = _cell(machine, value)
    if cell is None:
        return False
    if isinstance(cell.shape, Named):
        declared = machine.program.type(cell.shape.dotted)
        if declared is None or declared.form == "enum":
            return False
        return not any(base.has_unknown_base or "__eq__" in base.methods for base in machine.program.ancestry(declared))
    if isinstance(cell.shape, (ListOf, MapOf)):
        return not isinstance(scalar.value.value, (str, bytes))  # A text is a sequence as well.
    return isinstance(cell.base, Leaf) and isinstance(cell.base.value, Input) and not cell.base.value.path


def is_written(machine: Machine, value: Diagram) -> bool:
    """Whether a value is a list or a mapping that is written out."""
    cell = _cell(machine, value)
    return cell is not None and isinstance(cell.base, Leaf) and isinstance(cell.base.value, Blank)


def is_empty(machine: Machine, value: Diagram) -> bool:
    """Whether it is one without any elements."""
    cell = _cell(machine, value)
    return cell is not None and is_written(machine, value) and not cell.entries and not cell.fields


def is_given_container(machine: Machine, value: Diagram) -> bool:
    """Whether a value is a list or a mapping that the hook was given, and under whose keys nothing was put since."""
    cell = _cell(machine, value)
    return cell is not None and _is_given(cell) and isinstance(cell.shape, (ListOf, MapOf)) and not cell.fields


def is_given_scalar(machine: Machine, value: Diagram) -> bool:
    """Whether a value is a scalar that the hook was given, or ``None`` in its place."""
    cell = _cell(machine, value)
    return cell is not None and _is_given(cell) and isinstance(cell.shape, Scalar)


def is_plain(machine: Machine, value: Diagram) -> bool:
    """Whether a value is a given scalar that can't be ``None``: it is then zero or true."""
    cell = _cell(machine, value)
    return cell is not None and not cell.optional and is_given_scalar(machine, value)


def _cell(machine: Machine, value: Diagram) -> Cell | None:
    """What an object is kept in."""
    is_object = isinstance(value, Leaf) and isinstance(value.value, Reference)
    return machine.heap.cells[value.value.cell] if is_object else None  # type: ignore[union-attr]


def _is_given(cell: Cell) -> bool:
    return isinstance(cell.base, Leaf) and isinstance(cell.base.value, Input)
