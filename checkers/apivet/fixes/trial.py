"""The judgement of a text before and after changes: whether findings are gone, and no other has come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from apivet.check.judged_file import JudgedFile
from apivet.fixes.proposal import Fix
from apivet.verdicts import Finding, Judgement, Verdict

#: Rule, object, field and verdict.
_Key = tuple[str, str, "str | None", Verdict]


class Trial(Struct, frozen=True, dict=True):
    """The texts that changes make, by their paths, and the answers for all files that they matter for, before and
    after."""

    texts: Mapping[str, str]
    before: Mapping[str, JudgedFile]
    after: Mapping[str, JudgedFile]
    #: The rules that are on: what others find does not matter.
    active: frozenset[str]
    #: Findings whose hooks fail afterwards, where they stored something before.
    failing: frozenset[Finding] = frozenset()

    def mends(self, chosen: Sequence[tuple[Fix, Finding]], object_: str | None = None) -> bool:
        """Whether all these findings are gone, and nothing else is worse: of one object, where it is named."""
        if self._problems(self.after) - self._problems(self.before):
            return False
        if any(finding in self.failing for _, finding in chosen):
            return False
        wanted = Counter(_key(finding) for _, finding in chosen)
        brought = {rule for fix, _ in chosen for rule in fix.brings}
        old, new = self._counts
        if any(new[key] > max(old[key], count) - count for key, count in wanted.items()):
            return False
        keys = [key for key in new if object_ in (None, key[1]) and key[0] in self.active - brought]
        if any(new[key] > old[key] for key in keys):
            return False
        losing = {(finding.object, finding.rule) for fix, finding in chosen if fix.loses_row}
        return all(row in losing or object_ not in (None, row[0]) for row in self._lost)

    @cached_property
    def _counts(self) -> tuple[Counter[_Key], Counter[_Key]]:
        return _counted(self.before), _counted(self.after)

    @cached_property
    def _lost(self) -> set[tuple[str, str]]:
        """Objects and rules that had rows and have none. What a registered hook leaves to the default strategy is the
        registration's row then."""
        old, new = _rows(self.before), _rows(self.after)
        moved = {rule for _, rule in new - old}
        return {(object_, rule) for object_, rule in old - new if rule not in moved}

    @staticmethod
    def _problems(judged: Mapping[str, JudgedFile]) -> set[object]:
        return {problem for each in judged.values() for problem in each.problems}


def _counted(judged: Mapping[str, JudgedFile]) -> Counter[_Key]:
    return Counter(map(_key, {finding for each in judged.values() for finding in each.findings}))


def _rows(judged: Mapping[str, JudgedFile]) -> set[tuple[str, str]]:
    rows: list[Judgement] = [row for each in judged.values() for row in each.judgements]
    return {(row.object, row.rule) for row in rows}


def _key(finding: Finding) -> _Key:
    return finding.rule, finding.object, finding.field, finding.verdict
