"""Questions about values that a program can ask: is it true, is it ``None``, are two equal.

Each answer is a guard. What the declarations decide is decided here; the rest becomes a decision.
"""

from __future__ import annotations

from typing import Any

from apivet.effects import enums, kinds, plain
from apivet.effects.declared import may_be_none
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.state import Machine
from apivet.effects.values import (
    FALSE,
    MANY,
    MARKS,
    NONE,
    TRUE,
    Blank,
    Computed,
    Constant,
    Input,
    IsNone,
    Known,
    Member,
    Method,
    ModuleValue,
    Outside,
    Partial,
    Pending,
    Position,
    Reference,
    Routine,
    Same,
    Stream,
    Structure,
    Super,
    Truthy,
    TypeValue,
    Unbound,
    Unseen,
    Zero,
)
from apivet.program.model import ListOf, MapOf, Named, Unknown

_CALLABLE = (Known, Routine, Partial, Pending, TypeValue, Outside, Method)
_NEVER_NONE = (*_CALLABLE, ModuleValue, Stream, Super, Member, Position, Zero, Blank)
_IMAGE = "image:"


def is_none(machine: Machine, value: Diagram) -> Diagram:
    """The guard under which the value is ``None``."""
    diagrams = machine.diagrams

    def one(leaf: Leaf) -> Diagram:
        found = leaf.value
        if isinstance(found, Reference):
            return _reference_is_none(machine, found)
        if found == NONE or isinstance(found, Unbound):
            return diagrams.true
        if isinstance(found, (Constant, Structure, *_NEVER_NONE)):
            return diagrams.false
        if isinstance(found, Input) and not may_be_none(machine, found):
            return diagrams.false
        if isinstance(found, Computed) and not kinds.may_be_equal(machine, found, NONE):
            return diagrams.false
        return diagrams.decide(IsNone(found))

    return diagrams.transform(value, one)


def _reference_is_none(machine: Machine, reference: Reference) -> Diagram:
    cell = machine.heap.cells[reference.cell]
    diagrams = machine.diagrams

    def one(base: Leaf) -> Diagram:
        if isinstance(base.value, Input):
            return diagrams.decide(IsNone(base.value)) if cell.optional else diagrams.false
        if isinstance(base.value, Unseen):
            is_open = cell.optional or isinstance(cell.shape, Unknown)
            return diagrams.decide(IsNone(base.value)) if is_open and not cell.fields else diagrams.false
        return diagrams.false

    return diagrams.transform(cell.base, one)


def truth(machine: Machine, value: Diagram) -> Diagram:
    """The guard under which the value counts as true."""
    diagrams = machine.diagrams

    def one(leaf: Leaf) -> Diagram:
        found = leaf.value
        if isinstance(found, Constant):
            return diagrams.true if found.value else diagrams.false
        if isinstance(found, Reference):
            return _reference_truth(machine, found)
        if isinstance(found, Structure):
            return diagrams.true
        if isinstance(found, Member) and found.value is not None:
            return diagrams.true
        if isinstance(found, Position):
            return diagrams.decide(Truthy(found.given or found))
        if isinstance(found, Outside) and found.may_be_any and not _is_gate_function(machine, found):
            return diagrams.decide(Truthy(found))
        if isinstance(found, _NEVER_NONE):
            return diagrams.true
        if isinstance(found, Unbound):
            return diagrams.false
        if isinstance(found, Computed) and found.operator == MANY:
            return diagrams.true
        if isinstance(found, (Computed, Unseen)):
            return _settled_truth(machine, leaf)  # something may have been put into it
        return diagrams.decide(Truthy(found))

    return diagrams.transform(value, one)


def _is_gate_function(machine: Machine, value: Outside) -> bool:
    return value.dotted.rpartition(".")[2] in machine.vocabulary.gate_functions


def _reference_truth(machine: Machine, reference: Reference) -> Diagram:
    cell = machine.heap.cells[reference.cell]
    diagrams = machine.diagrams
    present = _some_entry(machine, reference)
    if present is not None:
        return present
    if _says_itself(machine, reference):
        said = machine.truth_of(reference)
        if said is not None:
            return diagrams.both(diagrams.negate(is_none(machine, diagrams.leaf(reference))), truth(machine, said))
    structured = isinstance(cell.shape, Named) and _is_always_true(machine, cell.shape.dotted)

    def one(base: Leaf) -> Diagram:
        if isinstance(base.value, Input):
            if not base.value.path:
                return diagrams.true
            if structured:
                return diagrams.negate(is_none(machine, diagrams.leaf(reference)))
            if cell.fields:
                return diagrams.true
            return diagrams.decide(Truthy(base.value))
        if isinstance(base.value, (Computed, Unseen)):
            return _settled_truth(machine, diagrams.leaf(reference))
        if isinstance(base.value, Blank):
            return diagrams.true if cell.fields else diagrams.false
        return diagrams.true

    return diagrams.transform(cell.base, one)


def _settled_truth(machine: Machine, value: Diagram) -> Diagram:
    """Whether something that can't be looked into is true, as it is now."""
    settled = machine.heap.settle(value)
    return machine.diagrams.transform(settled, lambda leaf: machine.diagrams.decide(Truthy(leaf.value)))


def _says_itself(machine: Machine, reference: Reference) -> bool:
    """Whether an object is of a type that says whether it is true."""
    cell = machine.heap.cells[reference.cell]
    made = cell.base.value if isinstance(cell.base, Leaf) else None
    dotted = made.type if isinstance(made, Zero) else cell.shape.dotted if isinstance(cell.shape, Named) else ""
    declared = machine.program.type(dotted)
    found = machine.program.ancestry(declared) if declared is not None else []
    return any("__bool__" in each.methods or "__len__" in each.methods for each in found)


def _is_always_true(machine: Machine, dotted: str) -> bool:
    """Whether instances of a type are true in a boolean context: unless they are mappings or say otherwise."""
    declared = machine.program.type(dotted)
    if declared is None or declared.form in ("typeddict", "namedtuple", "enum"):
        return False
    return not any(
        "__bool__" in base.methods or "__len__" in base.methods for base in machine.program.ancestry(declared)
    )


def _some_entry(machine: Machine, reference: Reference) -> Diagram | None:
    """The guard under which a container has an element, where it is known to be one."""
    cell = machine.heap.cells[reference.cell]
    base = cell.base.value if isinstance(cell.base, Leaf) else None
    named = [value for name, value in cell.fields.items() if name not in MARKS]
    if isinstance(base, Blank) and cell.entries is None and not named:
        return None
    if cell.entries is None and not (isinstance(base, Input) and isinstance(cell.shape, (ListOf, MapOf))):
        return None
    present = machine.diagrams.false
    for value in named if isinstance(base, Blank) else ():
        present = machine.diagrams.either(present, machine.given(value))
    for entry in machine.heap.entries(reference) or ():
        present = machine.diagrams.either(present, entry.present)
    return present


def same(machine: Machine, left: Diagram, right: Diagram) -> Diagram:
    """The guard under which two values are equal."""
    from apivet.effects.equality import same_objects

    objects = same_objects(machine, left, right)
    if objects is not None:
        return objects
    return same_settled(machine, machine.heap.settle(left), machine.heap.settle(right), (left, right))


def same_settled(
    machine: Machine, left: Diagram, right: Diagram, live: tuple[Diagram, Diagram] | None = None
) -> Diagram:
    """The guard under which two settled values are equal."""
    diagrams = machine.diagrams
    if left is right:
        return diagrams.true
    if live is not None:
        for one, other in (live, live[::-1]):
            if one is machine.none:
                return is_none(machine, other)
            if kinds.is_empty(machine, one) and kinds.is_given_container(machine, other):
                return diagrams.negate(diagrams.either(truth(machine, other), is_none(machine, other)))

    def pair(first: Leaf) -> Diagram:
        return diagrams.transform(right, lambda second: _same_leaves(machine, first.value, second.value))

    return diagrams.transform(left, pair)


def _same_leaves(machine: Machine, left: Any, right: Any) -> Diagram:
    diagrams = machine.diagrams
    if left == right:
        return diagrams.true
    left, right = (side.given or side if isinstance(side, Position) else side for side in (left, right))
    if isinstance(left, Constant) and isinstance(right, Constant):
        return diagrams.true if left.value == right.value else diagrams.false
    for one, other in ((left, right), (right, left)):
        if one == NONE:
            return is_none(machine, diagrams.leaf(other))
        if isinstance(one, Computed) and one.operator == MANY and is_below_two(other):
            return diagrams.false
        if enums.is_told(one) and isinstance(other, Constant):
            member = enums.member_told_by(machine, one, other)
            if member is not None:
                return diagrams.decide(Same(*member)) if member[1] is not None else diagrams.false
    by_kind = _same_by_kind(machine, left, right)
    if by_kind is not None:
        return by_kind
    if isinstance(left, Computed) and isinstance(right, Computed):
        parts = _same_images(machine, left, right)
        if parts is not None:
            return parts
    if Structure in (type(left), type(right)):
        from apivet.effects.written import same_written

        parts = same_written(machine, left, right)
        if parts is not None:
            return parts
    if _rank(machine, right) < _rank(machine, left):
        left, right = right, left
    return diagrams.decide(Same(left, right))


def _same_by_kind(machine: Machine, left: Any, right: Any) -> Diagram | None:
    """The answer of what is known of the kinds of two values: others are never equal, zeros are not true."""
    diagrams = machine.diagrams
    if not kinds.may_be_equal(machine, left, right):
        return diagrams.false
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Constant) and not one.value and kinds.is_plain(machine, other):
            return diagrams.negate(diagrams.decide(Truthy(other)))
    certain = plain.compared(machine, "==", left, right)
    if certain is not None:
        return diagrams.true if certain else diagrams.false
    if isinstance(left, (Constant, Member)) and isinstance(right, (Constant, Member)):
        if kinds.are_told(machine, left, right):
            return diagrams.true  # each is of one value, and they may be equal
        if isinstance(left, Member) and isinstance(right, Member) and left.type == right.type:
            return diagrams.false
    return None


def is_below_two(value: object) -> bool:
    """Whether a value is a whole number that no length of two or more can be."""
    return isinstance(value, Constant) and isinstance(value.value, int) and value.value < 2


def _same_images(machine: Machine, left: Computed, right: Computed) -> Diagram | None:
    """Images of the same kind are equal exactly where what they are images of is."""
    if not left.operator.startswith(_IMAGE) or left.operator != right.operator:
        return None
    if len(left.operands) != len(right.operands):
        return None
    result: Diagram = machine.diagrams.true
    for one, other in zip(left.operands, right.operands):
        result = machine.diagrams.both(result, same_settled(machine, one, other))
    return result


def _rank(machine: Machine, value: object) -> tuple[int, int]:
    """An order for the two sides of an equality, so that ``a == b`` and ``b == a`` are one decision."""
    kind = 0 if isinstance(value, Input) else 1 if isinstance(value, Structure) else 2
    return kind, machine.rank(value)


def boolean(machine: Machine, guard: Diagram) -> Diagram:
    """A guard as a value of the program."""
    return machine.diagrams.choose(guard, machine.diagrams.leaf(TRUE), machine.diagrams.leaf(FALSE))
