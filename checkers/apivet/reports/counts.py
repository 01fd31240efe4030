"""Counts of a report's findings by kind. A suppressed finding is counted as that and as nothing else."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from apivet.verdicts import Finding, Report, Verdict


class Counts(Struct):
    """The three kinds of findings, and how often a rule was seen to hold."""

    violated: int = 0
    unproven: int = 0
    suppressed: int = 0
    holds: int = 0

    @classmethod
    def of(cls, report: Report) -> Counts:
        """The counts of a whole report."""
        counts = cls().add(report.findings)
        counts.holds = sum(row.verdict is Verdict.HOLDS for row in report.judgements)
        return counts

    @classmethod
    def by_rule(cls, report: Report) -> dict[str, Counts]:
        """The counts of each rule that has findings, by symbol."""
        counts: dict[str, Counts] = {}
        for finding in report.findings:
            counts.setdefault(finding.rule, cls()).add([finding])
        return dict(sorted(counts.items()))

    def add(self, findings: Iterable[Finding]) -> Counts:
        """Count some more."""
        for finding in findings:
            if finding.suppressed_by is not None:
                self.suppressed += 1
            elif finding.verdict is Verdict.UNPROVEN:
                self.unproven += 1
            else:
                self.violated += 1
        return self


def number_of(number: int, noun: str, plural: str = "") -> str:
    """``1 file``, ``2 files``."""
    return f"{number} {noun}" if number == 1 else f"{number} {plural or noun + 's'}"
