"""The lines of files that an answer shows, which move with the declarations that they are of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from apivet.check.judged_file import JudgedFile
from apivet.verdicts import Finding, Problem

#: The beginning of a line's number behind a path.
_LINE: Final = re.compile(r":\d")

Lines = Mapping[str, frozenset[int]]


def shown_lines(findings: Iterable[Finding], problems: Iterable[Problem], paths: Mapping[str, str]) -> Lines | None:
    """The lines that an answer shows, by the ``paths`` of their files, which are by their names. ``None`` where it
    shows lines of a file that goes by none of them, or a fix, which rests on all that is around it."""
    found: dict[str, set[int]] = {}
    for finding in findings:
        if finding.fix is not None:
            return None
        for name, line in _shown_by(finding, paths):
            if name not in paths:
                return None
            found.setdefault(paths[name], set()).add(line)
    if any(problem.line or problem.path not in paths for problem in problems):
        return None
    return {path: frozenset(lines) for path, lines in found.items()}


def _shown_by(finding: Finding, names: Iterable[str]) -> Iterator[tuple[str, int]]:
    """The lines that a finding shows, with the names of their files: the empty one where a text does not tell."""
    yield finding.location.path, finding.location.line
    yield finding.location.path, max(finding.location.line, finding.location.end_line)
    for step in finding.witness:
        yield step.path, step.line
    told = len(_LINE.findall(finding.message))
    if not told:
        return
    for name in names:
        for number in re.findall(rf"(?<![\w./-]){re.escape(name)}:(\d+)", finding.message):
            told -= 1
            yield name, int(number)
    if told:
        yield "", 0


def moved(judged: JudgedFile, moves: Mapping[tuple[str, int], int]) -> JudgedFile:
    """The answer, where lines that it shows, by the names of their files, are others now."""
    return replace(judged, findings=tuple(_moved(finding, moves) for finding in judged.findings))


def _moved(finding: Finding, moves: Mapping[tuple[str, int], int]) -> Finding:
    def line(path: str, number: int) -> int:
        return moves.get((path, number), number)

    at = finding.location
    names = "|".join(sorted({re.escape(path) for path, _ in moves}, key=len, reverse=True))
    message = re.sub(
        rf"(?<![\w./-])({names}):(\d+)", lambda each: f"{each[1]}:{line(each[1], int(each[2]))}", finding.message
    )
    return replace(
        finding,
        location=replace(at, line=line(at.path, at.line), end_line=line(at.path, at.end_line)),
        witness=tuple(replace(step, line=line(step.path, step.line)) for step in finding.witness),
        message=message,
    )
