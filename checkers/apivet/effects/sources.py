"""The given values on which it hangs what a settled value is."""

from __future__ import annotations

from apivet.effects.diagrams import decisions, leaves
from apivet.effects.state import Machine
from apivet.effects.values import Computed, Input, Stream, Structure, parts_of_value, values_of

_MADE = (Computed, Stream, Structure)


def sources(machine: Machine, value: object) -> set[Input]:
    """The given values that a settled value was made of, and those that decide of what: how many elements a list of
    ones has that was made of another list hangs on this one."""
    seen: set[object] = set()
    pending = [value]
    while pending:
        part = pending.pop()
        if part in seen:
            continue
        seen.add(part)
        for inner in parts_of_value(part) if isinstance(part, _MADE) else ():
            pending += [leaf.value for leaf in leaves(inner)]
            pending += [each for number in decisions(inner) for each in values_of(machine.diagrams.decisions[number])]  # type: ignore[arg-type]
    return {part for part in seen if isinstance(part, Input)}
