"""Questions that a program can ask of a value: is it true, is it ``None``.

Each answer is a guard. What the declarations decide is decided here; the rest becomes a decision.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Final

from apivet.effects import enums, parsed, plain, value_kinds
from apivet.effects.declared import as_key, held_as_none, may_be_none
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.method_kinds import GIVING_SOME, NEVER_FALSE
from apivet.effects.state import Machine
from apivet.effects.values import (
    EARLIER,
    FALSE,
    HANDED,
    KEY,
    LAST,
    MANY,
    MARKS,
    NONE,
    TRUE,
    UNBOUND,
    Blank,
    Computed,
    Constant,
    Input,
    IsNone,
    KnownOperation,
    Member,
    Method,
    ModuleValue,
    Outside,
    Partial,
    Pending,
    Place,
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
from apivet.program.model import ListOf, MapOf, Named, Type, Unknown

_CALLABLE = (KnownOperation, Routine, Partial, Pending, TypeValue, Outside, Method)
#: The methods of a type that say whether an object is true.
TRUTH: Final = ("__bool__", "__len__")
_NEVER_NONE = (*_CALLABLE, ModuleValue, Place, Stream, Super, Member, Position, Zero, Blank)


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
        if isinstance(found, Computed) and not value_kinds.may_be_equal(machine, found, NONE):
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


def holds_none(machine: Machine, given: Input) -> Diagram:
    """The guard under which a key that was given holds ``None``, where it is either that or absent."""
    may_be_none, may_be_missing = as_key(machine, given)
    if not may_be_none:
        return machine.diagrams.false
    if not may_be_missing:
        return machine.diagrams.true
    return machine.diagrams.decide(held_as_none(machine, given))


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
        if isinstance(found, Member):
            return _member_truth(machine, found)
        if isinstance(found, Position):
            return diagrams.decide(Truthy(found.given or found))
        if isinstance(found, Outside) and found.may_be_any and not _is_gate_function(machine, found):
            return diagrams.decide(Truthy(found))
        if isinstance(found, _NEVER_NONE):
            return diagrams.true
        if isinstance(found, Unbound):
            return diagrams.false
        if isinstance(found, Computed) and (found.operator == MANY or _is_true_if_there(machine, found)):
            return diagrams.true
        if (text := plain.text_counted(machine, found)) is not None:
            return diagrams.decide(Truthy(text))
        if isinstance(found, (Computed, Unseen)):
            return _settled_truth(machine, leaf)  # something may have been put into it
        if isinstance(found, Input):
            return _given_truth(machine, found)
        return diagrams.decide(Truthy(found))

    return diagrams.transform(value, one)


def _member_truth(machine: Machine, member: Member) -> Diagram:
    """Whether a member of an enum counts as true: as the text or the number that it is as well, else always."""
    type_ = machine.program.type(member.type)
    if member.value is None or type_ is None or _tells_truth(machine, type_):
        return machine.diagrams.decide(Truthy(member))
    is_false = enums.has_worth(type_) and not member.value.value
    return machine.diagrams.false if is_false else machine.diagrams.true


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

    has_keys = _has_keys(machine, reference)
    keyed = (Input, Blank, Zero) if machine.heap.is_fields(reference) else (Input, Blank)

    def one(base: Leaf) -> Diagram:
        if isinstance(base.value, keyed) and has_keys is not None:
            return diagrams.both(has_keys, diagrams.negate(is_none(machine, diagrams.leaf(reference))))
        if isinstance(base.value, Input):
            if not base.value.path and (isinstance(cell.shape, Named) or base.value.root in HANDED):
                return diagrams.true
            if structured:
                return diagrams.negate(is_none(machine, diagrams.leaf(reference)))
            if cell.fields:
                return diagrams.true
            return _given_truth(machine, base.value)
        if isinstance(base.value, (Computed, Unseen)):
            return _settled_truth(machine, diagrams.leaf(reference))
        if isinstance(base.value, Blank):
            return diagrams.true if cell.fields else diagrams.false
        return diagrams.negate(_is_made_empty(machine, reference, base.value))

    return diagrams.transform(cell.base, one)


def _is_made_empty(machine: Machine, reference: Reference, base: object) -> Diagram:
    """The guard under which a new object is a mapping without keys, or a tuple without elements."""
    declared = machine.program.type(base.type) if isinstance(base, Zero) else None
    if declared is None or not (declared.is_keyed or (declared.is_tuple and not declared.fields)):
        return machine.diagrams.false
    return machine.diagrams.negate(_some_key(machine, reference))


def _some_key(machine: Machine, reference: Reference) -> Diagram:
    """The guard under which something stands under a key that was set here."""
    held = [value for name, value in machine.heap.cells[reference.cell].fields.items() if name not in MARKS]
    is_there = (
        machine.diagrams.both(machine.given(each), machine.diagrams.negate(is_none(machine, each))) for each in held
    )
    return functools.reduce(machine.diagrams.either, is_there, machine.diagrams.false)


def _has_keys(machine: Machine, reference: Reference) -> Diagram | None:
    """The guard under which an object that was given, and is a mapping, has keys: one that its type requires and that
    nobody touched is there. ``None`` of other objects, and of one that nobody touched and that may have none."""
    cell = machine.heap.opened(reference)
    declared = machine.program.type(cell.shape.dotted) if isinstance(cell.shape, Named) else None
    if declared is not None and declared.structured and machine.heap.is_fields(reference):
        stands = {each.name for each in declared.fields}.difference(cell.fields)
        left = machine.diagrams.true if stands else machine.diagrams.false
        return functools.reduce(machine.diagrams.either, map(machine.given, cell.fields.values()), left)
    if declared is None or not declared.is_keyed or _tells_truth(machine, declared):
        return None
    base = cell.base.value if isinstance(cell.base, Leaf) else None
    if isinstance(base, Blank):
        return _some_key(machine, reference)
    untouched = [each for each in declared.fields if each.name not in cell.fields]
    if any(not each.may_be_missing for each in untouched):
        return machine.diagrams.true
    if not isinstance(base, Input) or declared.open or len(untouched) == len(declared.fields):
        return None
    found = _some_key(machine, reference)
    for each in untouched:
        child = base.child(each.name)
        there = machine.diagrams.negate(is_none(machine, machine.diagrams.leaf(child)))
        found = machine.diagrams.either(found, machine.diagrams.either(there, holds_none(machine, child)))
    return found


def _given_truth(machine: Machine, given: Input) -> Diagram:
    """Whether something that was given is true: where it is there, if nothing of its type is empty or zero; a text of a
    number is."""
    if plain.is_of(machine, given, plain.TEXTS) and parsed.is_excluded(machine, given, Constant.of("")):
        return machine.diagrams.true
    type_ = enums.enum_of(machine, given)
    says_itself = type_ is not None and _tells_truth(machine, type_)
    is_member = type_ is not None and not says_itself and not enums.has_worth(type_)
    if is_member or (not says_itself and _is_true_if_there(machine, given)):
        return machine.diagrams.negate(is_none(machine, machine.diagrams.leaf(given)))
    return machine.diagrams.decide(Truthy(given))


def _is_true_if_there(machine: Machine, value: Input | Computed) -> bool:
    """Whether a value is true where it is not ``None``, which nothing computed of a known kind is: there is nothing
    empty or zero that it can be."""
    kinds = value_kinds.kinds_of(machine, value)
    if kinds is None or (isinstance(value, Computed) and value.operator in GIVING_SOME):
        return kinds is not None
    return all(
        kind.family in NEVER_FALSE if kind.values is None else all(each for each in kind.values if each is not None)
        for kind in kinds
    )


def _settled_truth(machine: Machine, value: Diagram) -> Diagram:
    """Whether something that can't be looked into is true, as it is now."""
    settled = machine.heap.settle(value)

    def one(leaf: Leaf) -> Diagram:
        return machine.diagrams.decide(Truthy(plain.given_to_make(machine, leaf.value) or leaf.value))

    return machine.diagrams.transform(settled, one)


def _says_itself(machine: Machine, reference: Reference) -> bool:
    """Whether an object is of a type that says whether it is true."""
    cell = machine.heap.cells[reference.cell]
    made = cell.base.value if isinstance(cell.base, Leaf) else None
    dotted = made.type if isinstance(made, Zero) else cell.shape.dotted if isinstance(cell.shape, Named) else ""
    declared = machine.program.type(dotted)
    return declared is not None and _tells_truth(machine, declared)


def _tells_truth(machine: Machine, declared: Type) -> bool:
    """Whether a type has a method of its own for whether an object is true."""
    return any(not each.methods.keys().isdisjoint(TRUTH) for each in machine.program.ancestry(declared))


def _is_always_true(machine: Machine, dotted: str) -> bool:
    """Whether instances of a type are true in a boolean context: unless they are mappings, or tuples without elements,
    or say otherwise."""
    declared = machine.program.type(dotted)
    if declared is None or declared.is_keyed or declared.form == "enum" or (declared.is_tuple and not declared.fields):
        return False
    return not _tells_truth(machine, declared)


def under_none(machine: Machine, element: Input, names: Iterable[str], there: Diagram) -> Diagram:
    """The guard under which an element of a mapping is there, and under none of these keys."""
    for name in names:
        is_it = machine.diagrams.decide(Same(element.child(KEY), Constant.of(name)))
        there = machine.diagrams.both(there, machine.diagrams.negate(is_it))
    return there


def unless_taken_out(machine: Machine, reference: Reference, name: str, value: Diagram) -> Diagram:
    """The value that a mapping was given with under a name; it is gone where its element was taken out by the key that
    a loop stood at."""
    cell, diagrams = machine.heap.cells[reference.cell], machine.diagrams
    base = cell.base.value if isinstance(cell.base, Leaf) else None
    if cell.entries is None or not isinstance(base, Input) or not isinstance(cell.shape, MapOf):
        return value
    left = {entry.key: entry.present for entry in cell.entries}
    for key in (EARLIER, LAST):
        gone = diagrams.both(machine.heap.exists(base, key), diagrams.negate(left.get(key, diagrams.false)))
        if gone is not diagrams.false:
            is_it = diagrams.decide(Same(base.child(key).child(KEY), Constant.of(name)))
            value = diagrams.choose(diagrams.both(gone, is_it), diagrams.leaf(UNBOUND), value)
    return _with_changes(machine, reference, base, name, value)


def _with_changes(machine: Machine, mapping: Reference, base: Input, name: str, value: Diagram) -> Diagram:
    """The value under a name: where that is the key of an element that was changed while it stood for all, it is that
    element."""
    diagrams = machine.diagrams
    for key, changed in machine.heap.changed_parts(mapping, base).items():
        is_it = diagrams.decide(Same(base.child(key).child(KEY), Constant.of(name)))
        there = diagrams.both(machine.heap.exists(base, key), diagrams.negate(is_none(machine, value)))
        value = diagrams.choose(diagrams.both(is_it, there), changed, value)
    return value


def _some_entry(machine: Machine, reference: Reference) -> Diagram | None:
    """The guard under which a container has an element, where it is known to be one."""
    cell = machine.heap.cells[reference.cell]
    base = cell.base.value if isinstance(cell.base, Leaf) else None
    own = {name: value for name, value in cell.fields.items() if name not in MARKS}
    named = list(own.values())
    if cell.made and cell.entries is None and not named:
        return None
    if cell.entries is None and not (isinstance(base, Input) and isinstance(cell.shape, (ListOf, MapOf))):
        return None
    present = machine.diagrams.false
    for value in named:
        there = machine.given(value)
        if not cell.made:  # of a mapping that was given, what is ``None`` counts as absent
            there = machine.diagrams.both(there, machine.diagrams.negate(is_none(machine, value)))
        present = machine.diagrams.either(present, there)
    for entry in machine.heap.entries(reference) or ():
        there = entry.present
        if isinstance(base, Input) and isinstance(cell.shape, MapOf) and entry.name is None:
            there = under_none(machine, base.child(entry.key), own, there)
        present = machine.diagrams.either(present, there)
    return present


def boolean(machine: Machine, guard: Diagram) -> Diagram:
    """A guard as a value of the program."""
    return machine.diagrams.choose(guard, machine.diagrams.leaf(TRUE), machine.diagrams.leaf(FALSE))


def is_iterator(machine: Machine, value: Diagram) -> bool:
    """Whether a value can be an iterator."""
    return any(isinstance(leaf, Stream) for _, leaf in machine.diagrams.cases(value, machine.guard))
