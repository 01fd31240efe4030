"""The parts of objects that a question is about: which values lie there, or hold what does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from apivet.effects.diagrams import Diagram, leaves
from apivet.effects.state import Machine
from apivet.effects.values import CALLER, HANDED, OLD, Input, Path, Reference
from apivet.program.model import Scalar

#: Objects, and the path at the end of which one of their fields is set.
Holders = tuple[list[Diagram], Path]


def asked_about(machine: Machine, parts: Sequence[Path], changed: list[Diagram], holders: list[Holders]) -> bool:
    """Whether some of these objects, or fields of holders, are what a question about these parts is about."""
    held = _held_at(machine, parts)
    if any(
        number in held
        for value in (*changed, *(each for held_by, _ in holders for each in held_by))
        for number in _cells_of([value])
    ):
        return True
    if any(_is_there(machine, parts, value) for value in changed):
        return True
    return any(_is_there(machine, parts, each, path[-1]) for held_by, path in holders for each in held_by)


def is_made_of(machine: Machine, parts: Sequence[Path], read: Iterable[Diagram]) -> bool:
    """Whether what is made of some values may be what a question about these parts of the caller's object is about."""
    inputs = (_input_of(machine, leaf) for value in read for _, leaf in machine.diagrams.cases(value, machine.guard))
    asked = [Input(CALLER, part) for part in parts]
    return any(each.shares(part) for each in inputs if each is not None for part in asked)


def _input_of(machine: Machine, leaf: object) -> Input | None:
    """The given value that a live one is, or was before it was changed."""
    origin = machine.heap.cells[leaf.cell].origin if isinstance(leaf, Reference) else None
    found = getattr(origin, "value", leaf)
    return found if isinstance(found, Input) else None


def is_given_old(machine: Machine, bound: Mapping[str, Diagram]) -> bool:
    """Whether something of the stored object, or of one of an earlier call, is among the values."""
    for value in bound.values():
        for _, leaf in machine.diagrams.cases(value, machine.guard):
            given = _input_of(machine, leaf)
            if given is not None and given.root in HANDED and given.root != CALLER:
                return True
    return False


def _is_there(machine: Machine, parts: Sequence[Path], value: Diagram, name: str = "") -> bool:
    """Whether an object that was given, or a field of it, is asked about, or holds what is. What is compared with is
    the old spec."""
    for _, leaf in machine.diagrams.cases(value, machine.guard):
        cell = machine.heap.cells[leaf.cell] if isinstance(leaf, Reference) else None
        if cell is None or (isinstance(cell.shape, Scalar) and not name):
            continue
        origin = getattr(cell.origin, "value", None)
        if not isinstance(origin, Input):
            continue
        path = (*origin.path, name) if name else origin.path
        is_compared = origin.root == OLD and bool(parts) and path[:1] in ((), (machine.vocabulary.spec,))
        if is_compared or any(path[: len(part)] == part[: len(path)] for part in parts):
            return True
    return False


def _held_at(machine: Machine, parts: Sequence[Path]) -> set[int]:
    """The objects that were put where a question is about, and what these hold."""
    heap, found = machine.heap, set[int]()
    for part in parts:
        cells = [heap.cells[each.cell] for each in heap.given_at(Input(CALLER, ()))]
        for name in part[:-1]:
            below = [cell.fields.get(name) or machine.diagrams.leaf(cell.family.get(name)) for cell in cells]
            cells = [heap.cells[number] for number in _cells_of(below)]
        values = [cell.fields[part[-1]] for cell in cells if part[-1:] and part[-1] in cell.fields]
        while values:
            new = [number for number in _cells_of([values.pop()]) if number not in found]
            found.update(new)
            for cell in (heap.cells[number] for number in new):
                values += cell.held
    return found


def _cells_of(values: Iterable[Diagram]) -> list[int]:
    return [leaf.value.cell for value in values for leaf in leaves(value) if isinstance(leaf.value, Reference)]
