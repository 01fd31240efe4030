"""The result of judging one file."""

from __future__ import annotations

from msgspec import Struct

from apivet.program.parts_read import FileRead
from apivet.verdicts import Finding, Judgement, Missing, Problem, RowSubject


class JudgedFile(Struct, frozen=True):
    """The result for one file. ``types`` are the API types that it declares or prepares objects of, ``consulted`` the
    files and directories besides it that the answer rests on, ``near_miss`` what first looks like a strategy in it and
    is none. ``parts_read`` tells for some of what was consulted that the answer rests on no more than parts of it."""

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
