"""``==`` of objects that functions of the library made: most containers are what they were made of."""

from __future__ import annotations

from typing import Any, Final

from apivet.effects import plain, questions
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.equality.own_methods import Equal
from apivet.effects.state import Machine
from apivet.effects.values import ORDER, Blank, Computed, Input, Structure, kind_made
from apivet.program.model import ListOf, MapOf
from apivet.program.operations import Operation

#: Classes whose objects are equal where their fields are. Of others, what is named may leave out or hide elements.
_BY_FIELDS: Final = ("argparse.Namespace", "types.SimpleNamespace")
#: The class whose objects may be equal where what they were made of is not: it knows no order, and no count of zero.
_COUNTS: Final = "collections.Counter"


def same_made(machine: Machine, left: object, right: object, same: Equal) -> Diagram | None:
    """The guard under which two objects of one class of the library are equal; ``None`` where they are no such
    objects. Where the class is not known, or what they were made of can't be laid side by side, nobody can tell; and
    so it is where one of them has elements, and may equal a list or a mapping."""
    ours, theirs = _made_as(machine, left), _made_as(machine, right)
    if ours is None or theirs is None or ours.operator != theirs.operator:
        has_elements = any(side is not None and side.operator in plain.BY_ELEMENTS for side in (ours, theirs))
        return _undecided(machine, left, right) if has_elements else None
    sides = [{name: value for name, value in _fields_of(side) if name != ORDER} for side in (left, right)]
    is_alike = set(sides[0]) == set(sides[1]) and not _has_entries(left) and not _has_entries(right)
    pairs = _elements_of(machine, ours, theirs)
    if not is_alike or pairs is None:
        return _undecided(machine, left, right)
    result: Diagram = machine.diagrams.true
    for one, other in (*pairs, *((value, sides[1][name]) for name, value in sides[0].items())):
        result = machine.diagrams.both(result, same(machine, one, other))
    is_told = ours.operator in _BY_FIELDS or not (sides[0] or ours.operator == _COUNTS)
    return result if is_told else machine.diagrams.either(result, _undecided(machine, left, right))


def _undecided(machine: Machine, left: object, right: object) -> Diagram:
    operands = (machine.diagrams.leaf(left), machine.diagrams.leaf(right))
    return questions.truth(machine, machine.unseen("whether two objects of the library are equal", None, operands))


def _made_as(machine: Machine, value: object) -> Computed | None:
    base = value.base.value if isinstance(value, Structure) and isinstance(value.base, Leaf) else value
    is_made = isinstance(base, Computed) and machine.program.function_operation(base.operator) is Operation.MAKE
    return base if is_made else None  # type: ignore[return-value]


def _fields_of(value: object) -> tuple[tuple[str, Diagram], ...]:
    return value.fields if isinstance(value, Structure) else ()


def _has_entries(value: object) -> bool:
    return isinstance(value, Structure) and value.entries is not None


def _elements_of(machine: Machine, ours: Computed, theirs: Computed) -> list[tuple[Diagram, Diagram]] | None:
    """The containers that two objects were made of, side by side; ``None`` where equal ones may be of several kinds."""
    if ours.operator in _BY_FIELDS and not ours.operands and not theirs.operands:
        return []
    skipped = plain.BY_ELEMENTS.get(ours.operator)
    if skipped is None:
        return None
    pairs = list(zip(ours.operands[skipped:], theirs.operands[skipped:]))
    is_whole = len(ours.operands) == len(theirs.operands) and len(pairs) <= 1
    kinds = {_kind(machine, each) for pair in pairs for each in pair}
    is_told = len(kinds) < 2 and "" not in kinds and not ("dict" in kinds and ours.operator in plain.LISTS)
    return pairs if is_whole and is_told else None


def _kind(machine: Machine, value: Diagram) -> str:
    found: Any = value.value if isinstance(value, Leaf) else None
    if isinstance(found, Input):
        shape = machine.heap.shape_of(found)
        return "list" if isinstance(shape, ListOf) else "dict" if isinstance(shape, MapOf) else ""
    made = kind_made(found.base) if isinstance(found, Structure) else found.kind if isinstance(found, Blank) else ""
    return made if made in ("list", "dict", "tuple") else ""
