"""Findings that belong together: of one rule, about one object, at one place. Each hook that forgets several fields has
one for each; a person reads them as one."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from apivet.verdicts import Finding


class FindingGroup(Struct, frozen=True):
    """Findings about several fields; the ``first`` one stands for them."""

    first: Finding
    others: tuple[Finding, ...] = ()

    @property
    def members(self) -> tuple[Finding, ...]:
        """All of them."""
        return (self.first, *self.others)

    @property
    def unlike(self) -> tuple[Finding, ...]:
        """Findings that say something else than the first, besides the name of the field."""
        told = _told(self.first)
        return tuple(each for each in self.others if _told(each) != told)


def grouped(findings: Iterable[Finding]) -> list[FindingGroup]:
    """The findings in groups, in the order of the first of each."""
    together: dict[object, list[Finding]] = {}
    for finding in findings:
        alone = finding.field is None or finding.suppressed_by is not None
        about = (finding.rule, finding.object, finding.location, finding.verdict, finding.confidence, finding.project)
        together.setdefault(finding if alone else about, []).append(finding)
    return [FindingGroup(first, tuple(others)) for first, *others in together.values()]


def _told(finding: Finding) -> tuple[str, ...]:
    """All that is reported, without the name of the field."""
    texts = (finding.message, *(step.note for step in finding.witness))
    return tuple(text.replace(finding.field or "", "\0") for text in texts)
