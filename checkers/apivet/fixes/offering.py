"""Fixes that were tried: of each proposal the mended text is judged in memory before anybody sees it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from apivet.check.judging import JudgedFile, TreeJudge, judge_file
from apivet.fixes.edits import Change, Edit, applied
from apivet.fixes.proposal import Case, Fix, Proposal
from apivet.fixes.registry import fixes
from apivet.fixes.source import Source, UnreadableError, decoded
from apivet.program.files import SourceError, SourceFile, bytes_at
from apivet.verdicts import Confidence, Finding, Verdict

#: So many ways of mending one finding are tried.
_TRIED = 12
_Key = tuple[str, str, "str | None", Verdict]


@dataclass(frozen=True, slots=True)
class Offer:
    """A fix that mends its finding. A ``safe`` one changes nothing that is stored or accepted."""

    safe: bool
    edits: tuple[Edit, ...]
    changes: tuple[Change, ...]
    #: The answers for the files that the changes matter for.
    judged: dict[str, JudgedFile] = field(compare=False, repr=False)


class Mender:
    """The fixes of a tree's findings. It knows the text of each file as it is now, and its fixes are of that text."""

    def __init__(
        self,
        bench: TreeJudge,
        text_of: Callable[[str], bytes | None] = bytes_at,
        judged: Mapping[str, JudgedFile] | None = None,
        changeable: Callable[[str], bool] = lambda path: True,
    ) -> None:
        self._bench = bench
        self._data_of = text_of
        self._judged: dict[str, JudgedFile] = dict(judged or {})
        self._changeable = changeable
        self._texts: dict[str, str | None] = {}
        self._sources: dict[str, Source] = {}
        #: The texts of the files that are to be changed.
        self.mended: dict[str, str] = {}
        #: The bytes of the files that were looked at.
        self.data: dict[str, bytes] = {}

    def absolute(self, shown: str) -> str:
        """The path of a file of the tree, by the one that is printed."""
        return os.path.normpath(os.path.join(self._bench.tree.root, shown))

    def text(self, path: str) -> str | None:
        """The text of a file as it is now; ``None`` where it can't be had."""
        if path not in self._texts:
            data = self._data_of(path)
            if data is not None:
                self.data[path] = data
            try:
                self._texts[path] = None if data is None else decoded(data)[0]
            except UnreadableError:
                self._texts[path] = None
        return self._texts[path]

    def source(self, shown: str) -> Source | None:
        """The source of a file by its printed path."""
        path = self.absolute(shown)
        text = self.text(path)
        if text is None:
            return None
        if path not in self._sources:
            self._sources[path] = Source(path, shown, text)
        return self._sources[path]

    def judged(self, path: str) -> JudgedFile:
        """The answer for a file as it is now."""
        if path not in self._judged:
            file = SourceFile(self._bench.program.display(path), path)
            self._judged[path] = judge_file(self._bench, file)
        return self._judged[path]

    def offer(self, finding: Finding, path: str, *, unsafe: bool = True) -> Offer | None:
        """The fix of a finding of the file at ``path``; ``None`` where there is none that holds, or, without
        ``unsafe``, none that is safe."""
        fix = fixes().get(finding.rule)
        if fix is None or finding.verdict is not Verdict.VIOLATED or "static" not in finding.evidence:
            return None
        case = Case(finding, path, self._bench, self.source)
        safe = fix.safe and finding.confidence is Confidence.CERTAIN
        if not (safe or unsafe):
            return None
        try:
            for tried, proposal in enumerate(fix.propose(case)):
                if tried == _TRIED:
                    break
                judged = self._tried(fix, finding, path, proposal)
                if judged is not None:
                    changes = tuple(sorted(proposal, key=lambda each: (each.path, each.start, each.end)))
                    return Offer(safe, tuple(map(self._edit, changes)), changes, judged)
        except (UnreadableError, SourceError, RecursionError):
            return None
        return None

    def accept(self, offer: Offer) -> None:
        """Let the files hold what an offer makes of them."""
        after = self._after(offer.changes)
        assert after is not None
        for path, text in after.items():
            self._texts[path] = self.mended[path] = text
            self._sources.pop(path, None)
            self._bench.program.override(path, text)
        self._judged.update(offer.judged)

    # ------------------------------------------------------------------------------------------------ the trial

    def _tried(self, fix: Fix, finding: Finding, path: str, proposal: Proposal) -> dict[str, JudgedFile] | None:
        """The answers after a proposal; ``None`` where the finding is not gone, or another one has come."""
        after = self._after(proposal)
        if not after or all(text == self.text(each) for each, text in after.items()):
            return None
        if not all(map(self._changeable, after)):
            return None
        old = {each: self.text(each) or "" for each in after}
        looked_at = self._around(after, path)
        before = [self.judged(each) for each in looked_at]
        try:
            for each, text in after.items():
                self._bench.program.override(each, text)
            files = [SourceFile(self._bench.program.display(each), each) for each in looked_at]
            judged = {file.absolute: judge_file(self._bench, file) for file in files}
            return judged if _is_better(fix, finding, before, list(judged.values())) else None
        finally:
            for each, text in old.items():
                self._bench.program.override(each, text)

    def _after(self, changes: Sequence[Change]) -> dict[str, str] | None:
        """The texts of the files with changes; ``None`` where these can't be made."""
        found: dict[str, str] = {}
        for path in sorted({change.path for change in changes}):
            text = self.text(path)
            mended = None if text is None else applied(text, [each for each in changes if each.path == path])
            if mended is None:
                return None
            found[path] = mended
        return found

    def _around(self, changed: Iterable[str], path: str) -> list[str]:
        """The files that changes of some may matter for, as far as they were judged."""
        paths = {*changed, path}
        resting = {each for each, judged in self._judged.items() if not paths.isdisjoint(judged.consulted)}
        return sorted(paths | resting)

    def _edit(self, change: Change) -> Edit:
        shown = self._bench.program.display(change.path)
        source = self.source(shown)
        assert source is not None
        return Edit(shown, source.lines.place(change.start), source.lines.place(change.end), change.text)


def _is_better(fix: Fix, finding: Finding, before: Sequence[JudgedFile], after: Sequence[JudgedFile]) -> bool:
    if {each for judged in after for each in judged.problems} - {each for judged in before for each in judged.problems}:
        return False
    old, new = _counted(before), _counted(after)
    key = _key(finding)
    if new[key] >= max(old[key], 1):
        return False
    if any(count > old[each] for each, count in new.items() if each[0] not in fix.brings):
        return False
    rows = {(row.object, row.rule, row.field): row.verdict for judged in after for row in judged.judgements}
    known = {(row.object, row.rule, row.field): row.verdict for judged in before for row in judged.judgements}
    lost = any(each not in rows and (each[0], each[1]) not in {row[:2] for row in rows} for each in known)
    return fix.loses_row or not lost


def _counted(judged: Sequence[JudgedFile]) -> Counter[_Key]:
    """The findings, counted by rule, object, field and verdict."""
    found = {finding for each in judged for finding in each.findings}
    return Counter(map(_key, found))


def _key(finding: Finding) -> _Key:
    return finding.rule, finding.object, finding.field, finding.verdict


def edits_for(
    finding: Finding, path: str, bench: TreeJudge, text_of: Callable[[str], bytes | None] = bytes_at
) -> Offer | None:
    """The fix of one finding of the file at the absolute ``path``, for an editor; nothing is written. ``bench`` is the
    judge that gave the finding, whose program holds the texts that ``text_of`` gives (an editor's unsaved ones among
    them), and holds them again afterwards. ``None`` where no fix mends the finding and brings no other."""
    return Mender(bench, text_of).offer(finding, path)
