"""Keys of elements that are added to a list: one that comes from a container that was given keeps the key it had."""

from __future__ import annotations

from apivet.effects.cells import Entry
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.frames import LoopFrame
from apivet.effects.state import Machine
from apivet.effects.values import EARLIER, LAST, Input, Reference


def fresh_key(machine: Machine, entries: list[Entry], value: Diagram) -> str:
    """An element keeps its key where it comes from a loop over a container that was given, or is made in one."""
    taken = {entry.key for entry in entries}
    if isinstance(value, Leaf) and isinstance(value.value, Reference):
        base = machine.heap.cells[value.value.cell].base
        if isinstance(base, Leaf) and isinstance(base.value, Input) and base.value.path:
            key = base.value.path[-1]
            if key in (EARLIER, LAST) and key not in taken:
                return key
    loop = _innermost(machine)
    if loop is not None and loop.key in (EARLIER, LAST) and loop.key not in taken:
        return loop.key
    return f"#{len(entries)}"


def _innermost(machine: Machine) -> LoopFrame | None:
    """The innermost loop that runs, of this call or of one around it."""
    return next((frame.loops[-1] for frame in reversed(machine.stack) if frame.loops), None)


def with_one_more(machine: Machine, entries: list[Entry], more: list[Entry]) -> list[Entry]:
    """The elements of two lists, where the second has one that was written out: ``found + [each]``."""
    if len(more) != 1 or more[0].key in (EARLIER, LAST) or _innermost(machine) is None:
        return [*entries, *more]
    return [*entries, Entry(fresh_key(machine, entries, more[0].value), more[0].present, more[0].value)]
