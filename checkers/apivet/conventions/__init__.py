"""The conventions: from what a file declares to verdicts and findings. The rules are in ``rules``, one object each."""

from __future__ import annotations

from apivet.conventions.judging import judge_subjects
from apivet.conventions.registry import house
from apivet.conventions.rulings import finding, judgement
from apivet.conventions.subject import Configuration
from apivet.program.model import Contents, Program
from apivet.verdicts import Finding, Judgement


def judge(contents: Contents, program: Program, config: Configuration) -> tuple[list[Finding], list[Judgement]]:
    """Judge everything that one file declares."""
    findings: list[Finding] = []
    rows: list[Judgement] = []
    for look in house().looks():
        problems, judged = look(contents, program, config)
        findings += problems
        rows += judged
    for bench in judge_subjects(contents, program, config):
        subject = bench.subject
        for ruling in bench.rulings:
            rows.append(judgement(subject.name, ruling))
            found = finding(subject.name, subject.confidence, subject.location, ruling)
            if found is not None:
                findings.append(found)
    return findings, rows
