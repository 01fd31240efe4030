"""Keys of elements that are added to a list: one that comes from a container that was given keeps the key it had."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from apivet.effects.cells import Entry
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.frames import LoopFrame
from apivet.effects.state import Machine
from apivet.effects.values import EARLIER, LAST, Input, Reference, is_representative


def fresh_key(machine: Machine, container: int, entries: list[Entry], value: Diagram, before: str = "") -> str:
    """An element keeps its key where it comes from a loop over a container that was given, or is made in one. What is
    added in a round, to a container that was there before it, is added in others too. Its key ``before`` is that in
    another container."""
    taken = {entry.key for entry in entries}
    rounds = rounds_around(machine, container)
    own = _own_key(machine, value)
    if len(rounds) < 2 and own in (EARLIER, LAST) and own not in taken:
        return own
    if before and before not in taken and not rounds:
        return before
    in_round = "".join((*rounds, before if is_representative(before) else ""))
    return in_round if in_round in (EARLIER, LAST) and in_round not in taken else f"#{len(entries)}{in_round}"


def rounds_around(machine: Machine, container: int) -> list[str]:
    """The keys of the elements whose rounds are running, of loops that began after a container was made."""
    return [loop.key for frame in machine.stack for loop in frame.loops if container < loop.cells]


@contextmanager
def in_round(machine: Machine, entry: Entry) -> Iterator[None]:
    """A round of an operation of the library that goes through elements, for one of them, where that is there: what it
    adds to a container, others may add too."""
    entered, loops = machine.guard, machine.frame.loops
    machine.guard = machine.diagrams.both(entered, entry.present)
    loops.append(LoopFrame(machine.diagrams.false, machine.diagrams.false, entry.key, len(machine.heap.cells)))
    yield
    loops.pop()
    machine.guard = entered


def _own_key(machine: Machine, value: Diagram) -> str:
    """The key under which an object was given."""
    held = value.value if isinstance(value, Leaf) else None
    base = machine.heap.cells[held.cell].base if isinstance(held, Reference) else None
    given = base.value if isinstance(base, Leaf) else None
    return given.path[-1] if isinstance(given, Input) and given.path else ""


def key_of_element(machine: Machine, value: Diagram, number: int) -> str:
    """An element that is yielded from a loop over a given container keeps the key of its element."""
    if isinstance(value, Leaf) and isinstance(value.value, Reference):
        base = machine.heap.cells[value.value.cell].base
        path = getattr(base.value, "path", ()) if isinstance(base, Leaf) else ()
        return "".join(path[-1:]) or str(number)
    return str(number)


def with_one_more(machine: Machine, first: int, entries: list[Entry], more: list[Entry]) -> list[Entry]:
    """The elements of two lists, where the second has one that was written out: ``found + [each]``."""
    if len(more) != 1 or is_representative(more[0].key):
        return [*entries, *more]
    return [*entries, Entry(fresh_key(machine, first, entries, more[0].value), more[0].present, more[0].value)]
