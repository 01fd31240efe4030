"""Elements of sequences and sets that are found by their value."""

from __future__ import annotations

from apivet.effects import elements, ordering, questions
from apivet.effects.cells import Entry
from apivet.effects.diagrams import Diagram
from apivet.effects.equality import comparing
from apivet.effects.frames import Arguments
from apivet.effects.refusing import may_raise
from apivet.effects.state import Machine
from apivet.effects.unresolved import unresolved
from apivet.effects.values import ORDER, UNBOUND, Constant, Reference
from apivet.program.failures import FailureKind
from apivet.verdicts import Location


def remove(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    """``list.remove(value)``, ``set.remove(value)``: that fails where no element equals it, as far as all are known."""
    found = _take_out(machine, leaf, arguments, location)
    if found is not None:
        failure = FailureKind.MISSING_KEY if elements.is_set(machine, leaf) else FailureKind.WRONG_VALUE
        missing = machine.diagrams.negate(found)
        if not ordering.is_written(machine, leaf):
            given = (machine.diagrams.leaf(leaf), *arguments.values)
            missing = machine.diagrams.both(missing, may_raise(machine, location, given))
        machine.refuse(missing, failure)
    return machine.none


def discard(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram:
    """``set.discard(value)``."""
    _take_out(machine, leaf, arguments, location)
    return machine.none


def _take_out(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram | None:
    """Remove an element that equals a value: of a list the first one. Gives the guard under which one was found;
    ``None`` where nobody knows of any element."""
    entries, value = machine.heap.entries(leaf), arguments.at(0) or machine.none
    if entries is None:
        unresolved(machine, "remove()", (machine.diagrams.leaf(leaf), *arguments.values), location)
        return None
    found = itself = machine.diagrams.false
    for entry in entries:
        here = machine.diagrams.both(entry.present, comparing.same(machine, entry.value, value))
        is_meant = _is_first(machine, leaf, value, location, found, itself if entry.value is value else None)
        gone = machine.diagrams.both(machine.guard, machine.diagrams.both(here, is_meant))
        entry.present = machine.diagrams.both(entry.present, machine.diagrams.negate(gone))
        found = machine.diagrams.either(found, here)
        itself = machine.diagrams.either(itself, here) if entry.value is value else itself
    machine.heap.note_store(machine.guard, leaf, None, machine.none, location)
    return found


def _is_first(
    machine: Machine, leaf: Reference, value: Diagram, location: Location, found: Diagram, itself: Diagram | None
) -> Diagram:
    """Whether an element that equals a value is the one to go, where others that equal it were ``found`` before. Where
    two elements stand for all, nobody knows how many equal the value; which of those goes is all the same to what is
    left, so that one which is the value ``itself`` does, unless that stands there twice."""
    if elements.is_set(machine, leaf):
        return machine.diagrams.true
    if itself is not None and not ordering.is_written(machine, leaf):
        return machine.diagrams.negate(itself)
    if _is_as_written(machine, leaf):
        return machine.diagrams.negate(found)
    read = (machine.diagrams.leaf(leaf), value)
    return questions.truth(machine, machine.unseen("which of equal elements is removed", location, read))


def position(machine: Machine, leaf: Reference, arguments: Arguments, location: Location) -> Diagram | None:
    """``sequence.index(value)``; ``None`` where the elements are not all known."""
    entries = _all_known(machine, leaf)
    if entries is None or len(arguments.positional) != 1:
        return None
    result: Diagram = machine.diagrams.leaf(UNBOUND)
    left: Diagram = machine.diagrams.true
    for number, entry in enumerate(entries):
        here = machine.diagrams.both(left, comparing.same(machine, entry.value, arguments.positional[0]))
        result = machine.diagrams.choose(here, machine.diagrams.leaf(Constant.of(number)), result)
        left = machine.diagrams.both(left, machine.diagrams.negate(here))
    machine.refuse(left, FailureKind.WRONG_VALUE, arguments.values)
    return result


def _all_known(machine: Machine, leaf: Reference) -> list[Entry] | None:
    """The elements of a sequence that is written out, each at its place."""
    if not _is_as_written(machine, leaf) or not elements.is_sequence(machine, leaf):
        return None
    entries = machine.heap.entries(leaf) or []
    return entries if all(entry.present is machine.diagrams.true for entry in entries) else None


def _is_as_written(machine: Machine, leaf: Reference) -> bool:
    """Whether the elements of a container stand in the order in which they were written out."""
    order = machine.heap.cells[leaf.cell].fields.get(ORDER, machine.none)
    return ordering.is_written(machine, leaf) and order is machine.none
