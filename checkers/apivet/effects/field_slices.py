"""Slices for a question about one field: statements that do not matter for it are not there.

Unlike the slices of :mod:`apivet.effects.slices`, these leave out nothing that anybody would see, so that whatever is
found in one is so.
"""

from __future__ import annotations

from collections.abc import Hashable

from msgspec import Struct

from apivet.effects.diagrams import Diagram
from apivet.effects.frames import Arguments
from apivet.effects.state import Machine
from apivet.effects.values import Decision, Routine
from apivet.program.syntax import Statement
from apivet.verdicts import Location


class WithoutStatements(Struct, frozen=True):
    """The code without some statements (see :mod:`apivet.effects.relevance`), as it runs where some decisions are taken
    already."""

    left_out: frozenset[Statement]
    assuming: frozenset[tuple[Decision, bool]] = frozenset()


class Needed(Struct, frozen=True):
    """The part that assumptions had in an interpretation: ``answers`` that it took from them, and decisions that it
    found ``open``."""

    answers: frozenset[tuple[Hashable, bool]]
    open: frozenset[Hashable]

    @staticmethod
    def by(machine: Machine) -> Needed:
        """The part that they had in what was interpreted up to now."""
        return Needed(frozenset(machine.diagrams.needed.items()), machine.diagrams.open_decisions())

    def is_the_same_with(self, assuming: frozenset[tuple[Decision, bool]]) -> bool:
        """Whether an interpretation with other assumptions goes the same way."""
        return self.answers <= assuming and self.open.isdisjoint(decision for decision, _ in assuming)


class FieldSlice:
    """The slice of one interpretation of such code."""

    def __init__(self, asked: WithoutStatements) -> None:
        self.left_out = asked.left_out
        self.left: set[int] = set()
        self.refusing: list[tuple[Diagram, ...]] = []

    def call(self, machine: Machine, routine: Routine, arguments: Arguments, location: Location) -> Diagram | None:
        """Nothing: calls that do not matter are statements that are left out."""
        return None

    def block(self, machine: Machine, node: Statement) -> bool:
        """Whether a statement is left out."""
        return node in self.left_out
