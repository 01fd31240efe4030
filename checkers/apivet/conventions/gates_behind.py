"""Gates behind values: those on which it depends what was stored, in conditions, and in what these are about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Union

from apivet.conventions.opaque_conditions import parts
from apivet.effects.diagrams import Diagram, decisions, leaves
from apivet.effects.picture import Picture
from apivet.effects.values import Decision, GateOn, SomeGateOn, values_of

Gate = Union[GateOn, SomeGateOn]
Gates = frozenset[Gate]
_NONE: Final[Gates] = frozenset()


class GatesBehind:
    """The gates behind the values of one outcome, each looked for once: fields share most of their conditions."""

    def __init__(self, outcome: Picture) -> None:
        self._known = outcome.machine.diagrams.decisions
        self._by_diagram: dict[Diagram, Gates] = {}
        self._by_decision: dict[object, Gates] = {}
        self._by_value: dict[object, Gates] = {}

    def choosing(self, value: Diagram) -> Gates:
        """The gates by which one of several values is chosen: by themselves, or in values that are asked about."""
        if value not in self._by_diagram:
            asked = (self._known[number] for number in decisions(value))
            self._by_diagram[value] = _all(self.within(each) for each in asked)  # type: ignore[arg-type]
        return self._by_diagram[value]

    def within(self, decision: Decision) -> Gates:
        """The gates that a decision is about: itself, or those on which depends what it is asked about."""
        if decision not in self._by_decision:
            own: Gates = frozenset((decision,)) if isinstance(decision, (GateOn, SomeGateOn)) else _NONE
            self._by_decision[decision] = own | _all(self.inside(value) for value in values_of(decision))
        return self._by_decision[decision]

    def inside(self, value: object) -> Gates:
        """The gates on which it depends what a value was made of."""
        if value not in self._by_value:
            self._by_value[value] = _all(
                found
                for part in parts(value)
                for found in (self.choosing(part), *(self.inside(leaf.value) for leaf in leaves(part)))
            )
        return self._by_value[value]


def _all(found: Iterable[Gates]) -> Gates:
    return _NONE.union(*found)
