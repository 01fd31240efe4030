"""``return``, ``break`` and ``continue`` out of a block after which something else runs in any case."""

from __future__ import annotations

import functools

from apivet.effects.diagrams import Diagram
from apivet.effects.frames import LoopFrame
from apivet.effects.state import Machine


class Leaving:
    """The ways in which a block is left early, but by an exception: from the making of this on, until it is stopped."""

    def __init__(self, machine: Machine) -> None:
        false = machine.diagrams.false
        self._machine, self._frame = machine, machine.frame
        self._loop = self._frame.loops[-1] if self._frame.loops else LoopFrame(false, false)
        self._before = self._swap((false, false, false))
        self._ways = self._before

    def stop(self) -> None:
        """Let what is left early run on for now, as the rest of the block does."""
        self._ways = self._swap(self._before)
        self._machine.guard = self._machine.diagrams.either(self._machine.guard, self.left)

    @property
    def left(self) -> Diagram:
        """The guard under which the block was left early."""
        return functools.reduce(self._machine.diagrams.either, self._ways)

    def go_on(self, through: Diagram) -> None:
        """Leave as was asked, where what runs in any case came to its end."""
        diagrams, now = self._machine.diagrams, self._swap(self._before)
        self._swap(tuple(diagrams.either(each, diagrams.both(way, through)) for each, way in zip(now, self._ways)))

    def _swap(self, ways: tuple[Diagram, ...]) -> tuple[Diagram, ...]:
        before = self._frame.returned, self._loop.broken, self._loop.continued
        self._frame.returned, self._loop.broken, self._loop.continued = ways
        return before
