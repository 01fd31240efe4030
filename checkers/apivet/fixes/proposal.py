"""A fix of a rule in code, and the finding that it is asked about."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct, field

from apivet.check.judging import TreeJudge
from apivet.conventions.declarative import HookSubject
from apivet.conventions.strategy import StrategySubject
from apivet.fixes.edits import Change
from apivet.fixes.source import Source
from apivet.program.contents import Contents
from apivet.program.role import Role
from apivet.program.source_program import SourceProgram
from apivet.verdicts import Finding
from apivet.vocabulary import CREATE, UPDATE

#: One way to mend a finding: changes that belong together, of one file or several.
Proposal: TypeAlias = Sequence[Change]


class Case(Struct, frozen=True, dict=True):
    """A finding, and what there is to mend it with. ``path`` is the file that was judged, ``source_of`` gives the
    source of a file of the program by its printed path."""

    finding: Finding
    path: str
    bench: TreeJudge
    source_of: Callable[[str], Source | None]

    @property
    def program(self) -> SourceProgram:
        return self.bench.program

    @functools.cached_property
    def contents(self) -> Contents:
        """The declarations of the file."""
        return self.program.contents(self.path)

    @functools.cached_property
    def source(self) -> Source | None:
        """The file that the finding is in."""
        return self.source_of(self.finding.location.path)

    @property
    def module(self) -> str:
        """The dotted name of the module that was judged."""
        return self.contents.module

    @functools.cached_property
    def strategy(self) -> StrategySubject | None:
        """The strategy that the finding is about, where it is about one."""
        for each in self.contents.strategies:
            if each.type.dotted == self.finding.object:
                given = (each.type, each.role, each.object_type, each.mentions, each.confidence)
                return StrategySubject(*given, self.program, self.bench.config)
        return None

    @functools.cached_property
    def registered(self) -> HookSubject | None:
        """The hook of a declarative registration that the finding is about, where it is about one."""
        for registration in self.contents.registrations:
            given = [(role, notion, expression) for (role, notion), expression in registration.hooks.items()]
            given += [(Role.MAIN, notion, expression) for _, notion, expression in registration.checks]
            for role, notion, expression in given:
                if notion in (CREATE, UPDATE):
                    subject = HookSubject(registration, role, notion, self.program, self.bench.config, expression)
                    if subject.name == self.finding.object:
                        return subject
        return None


class Fix(Struct, frozen=True):
    """The fix of a rule: ``propose`` gives ways to mend a finding, the best first. A ``safe`` one changes nothing that
    is stored or accepted. ``loses_row`` says that what was judged may be gone afterwards, ``brings`` the rules of which
    there may be a finding then."""

    symbol: str
    propose: Callable[[Case], Iterator[Proposal]]
    safe: bool = False
    loses_row: bool = False
    brings: frozenset[str] = field(default=frozenset({"boilerplate-hook"}))
