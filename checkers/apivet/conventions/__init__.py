"""The conventions: from what a file declares to verdicts and findings. The rules are in ``rules``, one object each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from apivet.conventions.docket import Docket
from apivet.conventions.registry import Registry, house
from apivet.conventions.rulings import Bench, Said, finding, judgement
from apivet.conventions.strangers import guarded
from apivet.conventions.subject import Configuration, Portion
from apivet.effects.deep_calls import with_room
from apivet.effects.lifetime import machines_end
from apivet.program.contents import Contents
from apivet.program.model import Program
from apivet.verdicts import Finding, Judgement


class Judged(NamedTuple):
    """The findings and the rows of one file; ``failures`` say which rules of plug-ins came to grief."""

    findings: list[Finding]
    rows: list[Judgement]
    failures: list[str]


@with_room
def judge(
    contents: Contents, program: Program, config: Configuration, number: int = 0, of: int = 1, *, is_unit: bool = False
) -> Judged:
    """Judge everything that one file declares, or a numbered portion ``of`` as many. The rules of plug-ins add to
    the first, and change nothing of it. Of a unit, nothing is asked that is asked of a file."""
    portion = Portion(number, of)
    failures: list[str] = []
    with machines_end():
        docket = Docket(contents, program, config, portion)
        rules = house() if portion.is_first else house().by_field()
        said = [*(_looks(docket, rules) if not is_unit else ()), _told(docket.asked(rules))]
        if config.plugins and portion.is_first:
            foreign = guarded(config.plugins, failures)
            said += _looks(docket, foreign) if not is_unit else ()
            said.append(_told(docket.asked(foreign), config.plugins))
    findings = [each for found, _ in said for each in found]
    rows = [each for _, found in said for each in found]
    return Judged(findings, rows, list(dict.fromkeys(failures)))


def _looks(docket: Docket, rules: Registry) -> list[Said]:
    return [look(docket.contents, docket.program, docket.config) for look in rules.looks()]


def _told(benches: Iterable[Bench], plugins: tuple[str, ...] = ()) -> Said:
    findings: list[Finding] = []
    rows: list[Judgement] = []
    for bench in benches:
        subject = bench.subject
        for ruling in bench.rulings:
            rows.append(judgement(subject.name, ruling))
            told = subject.name, subject.confidence, subject.location, ruling, plugins, subject.vocabulary
            found = finding(*told)
            findings += [found] if found is not None else []
    return findings, rows
