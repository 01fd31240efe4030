"""Fixes that were tried: of each proposal the mended text is judged in memory before anybody sees it."""

from __future__ import annotations

import itertools
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from apivet import catalogue
from apivet.check.judged_file import JudgedFile
from apivet.check.judging import TreeJudge, judge_file
from apivet.effects.lifetime import machines_end
from apivet.fixes.edits import Change, applied
from apivet.fixes.failing import fail_anew, outcomes
from apivet.fixes.proposal import Case, Fix, Proposal
from apivet.fixes.registry import fixes
from apivet.fixes.source import Source, UnreadableError, decoded
from apivet.fixes.trial import Trial
from apivet.program.files import SourceError, SourceFile, bytes_at
from apivet.verdicts import Confidence, Edit, Finding, Verdict

#: Most ways of mending one finding that are tried.
_TRIED = 12


class Offer(Struct, frozen=True):
    """A fix that mends its finding. A ``safe`` one changes nothing that is stored or accepted."""

    safe: bool
    edits: tuple[Edit, ...]
    changes: tuple[Change, ...]


class _Way(Struct, frozen=True):
    """One way to mend a finding."""

    fix: Fix
    finding: Finding
    changes: tuple[Change, ...]


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
        self._active = bench.config.active_rules(catalogue.load(bench.config.plugins))
        self._texts: dict[str, str | None] = {}
        self._sources: dict[str, Source] = {}
        #: The texts of the files that are to be changed.
        self.mended: dict[str, str] = {}
        #: The bytes of the files that were looked at.
        self.data: dict[str, bytes] = {}

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
        path = os.path.normpath(os.path.join(self._bench.tree.root, shown))
        text = self.text(path)
        if text is None:
            return None
        if path not in self._sources:
            self._sources[path] = Source(path, shown, text)
        return self._sources[path]

    def judged(self, path: str) -> JudgedFile:
        """The answer for a file as it is now."""
        if path not in self._judged:
            self._judged[path] = self._judge(path)
        return self._judged[path]

    def offer(self, finding: Finding, path: str) -> Offer | None:
        """The fix of a finding of the file at ``path``; ``None`` where there is none that holds."""
        for way in self._ways(finding, path, 0):
            if way is not None and self._tried([way], path).mends([(way.fix, finding)]):
                edits = tuple(map(self._edit, way.changes))
                return Offer(_is_safe(way.fix, finding), edits, way.changes)
        return None

    def mend(self, findings: Sequence[Finding], path: str, attempts: Counter[str], *, unsafe: bool) -> int | None:
        """Mend findings of a file, and count those that are gone; ``None`` where there is nothing left to try. Those of
        different objects are tried together, as a file is judged as a whole. ``attempts`` counts by fingerprint the
        ways that were tried in vain."""
        ways = self._together(findings, path, attempts, unsafe)
        if not ways:
            return None
        while ways:
            trial = self._tried(ways, path)
            if trial.mends([(way.fix, way.finding) for way in ways]):
                self._hold(trial)
                return len(ways)
            alone = [way for way in ways if trial.mends([(way.fix, way.finding)], way.finding.object)]
            if len(alone) == len(ways) > 1:  # each is well by itself, all together are not
                ways = ways[:1]
                continue
            if len(ways) == 1:
                alone = []
            attempts.update(way.finding.fingerprint for way in ways if way not in alone)
            ways = alone
        return 0

    # ------------------------------------------------------------------------------------------------ proposals

    def _together(self, findings: Sequence[Finding], path: str, attempts: Counter[str], unsafe: bool) -> list[_Way]:
        """The next way for one finding of each object, as far as they leave each other alone."""
        ways: list[_Way] = []
        for finding in findings:
            fix = fixes().get(finding.rule)
            if fix is None or not (unsafe or _is_safe(fix, finding)) or self._is_met(finding, ways):
                continue
            for way in self._ways(finding, path, attempts[finding.fingerprint]):
                if way is not None:
                    if self._after(_changes([*ways, way])) is not None:
                        ways.append(way)
                    break
                attempts[finding.fingerprint] += 1
        return ways

    def _is_met(self, finding: Finding, ways: Sequence[_Way]) -> bool:
        """Whether the object of a finding, what it derives from, or another one with the same hook, is to be mended
        first: its own hook may have to do nothing then."""
        type_ = self._bench.program.type(finding.object)
        above = {each.dotted for each in self._bench.program.ancestry(type_)} if type_ is not None else set()
        first = {finding.object, *above}
        return any(way.finding.object in first or way.finding.location == finding.location for way in ways)

    def _ways(self, finding: Finding, path: str, first: int) -> Iterator[_Way | None]:
        """The ways to mend a finding, from the one of that number on; ``None`` for each that changes nothing, or what
        may not be changed."""
        fix = fixes().get(finding.rule)
        if not path.endswith((".py", ".pyi")):
            return
        if fix is None or finding.verdict is not Verdict.VIOLATED or "static" not in finding.evidence:
            return
        proposals = fix.propose(self._case(finding, path))
        try:
            for proposal in itertools.islice(proposals, first, _TRIED):
                yield self._way(fix, finding, proposal)
        except (UnreadableError, SourceError, RecursionError):
            return

    def _way(self, fix: Fix, finding: Finding, proposal: Proposal) -> _Way | None:
        after = self._after(proposal)
        if not after or not all(map(self._changeable, after)):
            return None
        if all(text == self.text(path) for path, text in after.items()):
            return None
        return _Way(fix, finding, tuple(sorted(proposal, key=_in_order)))

    # ------------------------------------------------------------------------------------------------ the trial

    def _case(self, finding: Finding, path: str) -> Case:
        return Case(finding, path, self._bench, self.source)

    def _tried(self, ways: Sequence[_Way], path: str) -> Trial:
        """The answers after the changes of these ways. The program then holds the old texts again."""
        after = self._after(_changes(ways)) or {}
        old = {each: self.text(each) or "" for each in after}
        looked_at = self._around(after, path)
        before = {each: self.judged(each) for each in looked_at}
        with machines_end():
            hooks = [outcomes(self._case(way.finding, path)) for way in ways]
            try:
                for each, text in after.items():
                    self._bench.program.override(each, text)
                judged = {each: self._judge(each) for each in looked_at}
                now = [outcomes(self._case(way.finding, path)) for way in ways]
            finally:
                for each, text in old.items():
                    self._bench.program.override(each, text)
            failing = frozenset(way.finding for way, *both in zip(ways, hooks, now) if fail_anew(*both))
        return Trial(after, before, judged, self._active, failing)

    def _judge(self, path: str) -> JudgedFile:
        return judge_file(self._bench, SourceFile(self._bench.program.display(path), path))

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

    def _hold(self, trial: Trial) -> None:
        """Let the files hold new texts."""
        for path, text in trial.texts.items():
            self._texts[path] = self.mended[path] = text
            self._sources.pop(path, None)
            self._bench.program.override(path, text)
        self._judged.update(trial.after)

    def _edit(self, change: Change) -> Edit:
        shown = self._bench.program.display(change.path)
        source = self.source(shown)
        assert source is not None
        return Edit(shown, source.lines.place(change.start), source.lines.place(change.end), change.text)


def _is_safe(fix: Fix, finding: Finding) -> bool:
    return fix.safe and finding.confidence is Confidence.CERTAIN


def _changes(ways: Sequence[_Way]) -> list[Change]:
    """The changes of several ways, each once: an import that two need is one."""
    return sorted({change for way in ways for change in way.changes}, key=_in_order)


def _in_order(change: Change) -> tuple[str, int, int, str]:
    return change.path, change.start, change.end, change.text


def edits_for(
    finding: Finding, path: str, bench: TreeJudge, text_of: Callable[[str], bytes | None] = bytes_at
) -> Offer | None:
    """The fix of one finding of the file at the absolute ``path``, for an editor; nothing is written. ``bench`` is the
    judge that gave the finding, whose program holds the texts that ``text_of`` gives (an editor's unsaved ones among
    them), and holds them again afterwards. ``None`` where no fix mends the finding and brings no other."""
    return Mender(bench, text_of).offer(finding, path)
