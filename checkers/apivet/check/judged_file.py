"""The result of judging one file, or what is judged apart in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from apivet.program.parts_read import FileRead
from apivet.verdicts import Finding, Judgement, Missing, Problem, RowSubject

#: The unit that is all of a file but for the strategies that are judged apart.
REST: Final = ""


class JudgedFile(Struct, frozen=True):
    """The result for one file. ``types`` are the API types that it declares or prepares objects of, ``consulted`` the
    files and directories besides it that the answer rests on, ``near_miss`` what first looks like a strategy in it and
    is none. ``parts_read`` tells for some of what was consulted that the answer rests on no more than parts of it.
    A ``unit`` is a strategy that is judged apart; the rest of the file, which has no name, knows all ``units``."""

    findings: tuple[Finding, ...]
    judgements: tuple[Judgement, ...]
    strategies: int
    types: tuple[str, ...]
    problems: tuple[Problem, ...]
    consulted: tuple[str, ...]
    subjects: tuple[RowSubject, ...] = ()
    missing: tuple[Missing, ...] = ()
    near_miss: tuple[str, int] | None = None
    parts_read: tuple[FileRead, ...] = ()
    unit: str = REST
    units: tuple[str, ...] = ()


def is_whole(units: Mapping[str, JudgedFile]) -> bool:
    """Whether these are all units of a file."""
    return REST in units and units.keys() >= {*units[REST].units}


def known_of_all(units: Mapping[str, JudgedFile]) -> dict[str, JudgedFile]:
    """The units that a file has, the rest first, without those of strategies that are gone."""
    names = (REST, *(units[REST].units if REST in units else ()))
    return {name: units[name] for name in names if name in units}


def joined(units: Sequence[JudgedFile]) -> JudgedFile:
    """The result for a file, of those of its units."""
    first = units[0]
    if len(units) == 1:
        return first
    return JudgedFile(
        tuple(each for unit in units for each in unit.findings),
        tuple(each for unit in units for each in unit.judgements),
        sum(unit.strategies for unit in units),
        tuple(sorted({each for unit in units for each in unit.types})),
        tuple(dict.fromkeys(each for unit in units for each in unit.problems)),
        tuple(sorted({each for unit in units for each in unit.consulted})),
        tuple(dict.fromkeys(each for unit in units for each in unit.subjects)),
        tuple(dict.fromkeys(each for unit in units for each in unit.missing)),
        first.near_miss,
    )
