"""Judging what is being typed: a project with editors' texts laid over its files, of which an edit has only those
definitions judged again that may rest on what has changed.

A file is cut into units by its front end. The answer about a unit is kept with the text that it was found in and the
files that were consulted for it, and holds while these stay as they are. Nothing is written.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from apivet import catalogue
from apivet.cache import Cache
from apivet.check.baseline import RULE, lock_file
from apivet.check.gathering import Gathered, gather
from apivet.check.judging import TreeJudge
from apivet.check.projects import sources_around
from apivet.check.run import disabled_inline, symbols_of
from apivet.config import Config
from apivet.conventions import judge
from apivet.exceptions.applying import Exceptions
from apivet.program.baseline import FoundBaseline
from apivet.program.contents import is_of
from apivet.program.files import SourceFile, bytes_at
from apivet.program.front_end import Interest, SourceTree, Unit
from apivet.program.source_program import SourceProgram
from apivet.verdicts import Finding, Location, Problem, Report, WitnessStep

#: A judge, the texts of files as it has them, and whether it has these lines of a file.
Alone: TypeAlias = tuple[TreeJudge, Callable[[str], "bytes | None"], Callable[[str, int, int], bool]]
#: A line that a message names moves with the text, and nobody sees it in a text.
_NAMES_A_LINE: Final = re.compile(r"\blines? \d")
_NAME: Final = re.compile(rb"[^\W\d]\w*")


class _Answer(Struct, frozen=True):
    """The findings about a unit that was in this state. ``reading`` is that of the tree, ``versions`` those of the
    files that were consulted. ``whole`` is the file's text, where files that were consulted look back at it."""

    unit: Unit
    reading: int
    versions: tuple[tuple[str, int], ...]
    findings: tuple[Finding, ...]
    whole: bytes | None = None


class _State(Struct, frozen=True):
    """All that a file may change in the facts of the tree."""

    interest: Interest
    summary: Any
    choice: Any
    imports: Any


class OpenProject:
    """The sources of one language in one project. ``read`` names the files besides sources that it rests on."""

    def __init__(self, config: Config, source: SourceTree) -> None:
        self.config = config
        self.rules = catalogue.load(config.plugins)
        self.texts: dict[str, bytes] = {}
        self._source = source.with_texts(self.texts)
        self._symbols = symbols_of(self.rules)
        self._active = config.active_rules(self.rules)
        self._compared = lock_file(config, seen_from=source.root) if RULE in self._active else FoundBaseline()
        self._existing = self._compared.baseline.last_names if self._compared.baseline else frozenset[str]()
        self._lock = entry_of(config.lock_path)
        self._states: dict[str, _State] = {}
        self._versions: dict[str, int] = {}
        self._stamps: dict[str, object] = {}
        self._words: dict[str, tuple[int, frozenset[bytes]]] = {}
        self._answers: dict[str, dict[tuple[str, ...], _Answer]] = {}
        self._bench: TreeJudge | None = None
        self._known = Gathered((), None, ())
        self._checked: frozenset[str] = frozenset()
        self._reading = 0
        self._exceptions: tuple[object, Exceptions] | None = None
        #: Number of units that were judged, for those who want to know that few were.
        self.judged = 0

    def hold(self, path: str, text: bytes | None) -> None:
        """Let a file hold an editor's text; ``None`` where no editor has it open any more."""
        if not self._source.takes(path):
            return
        before = self._bytes(path)
        if self._bench is not None and path not in self._states:
            self._states[path] = self._state(path)
        if text is None:
            self.texts.pop(path, None)
        else:
            self.texts[path] = text
        if self._bytes(path) != before:
            self._changed(path)

    def touched(self, path: str) -> None:
        """Look again at a file that has changed on disk; an editor's text goes before that."""
        if path not in self.texts and self._source.takes(path):
            self._changed(path)

    def findings(self, path: str, is_stale: Callable[[], bool] = lambda: False) -> list[Finding] | None:
        """Findings about a file as it is now, in the order of the source, those that are excepted marked; ``None``
        where nobody wants to know any more. Raises :class:`~apivet.program.files.SourceError`."""
        data = self._bytes(path)
        if data is None or not self._may_matter(path, data):
            return []
        units = self._source.units(path, data)
        bench = self.bench(path)
        file = SourceFile(bench.program.display(path), path)
        found = [
            disabled_inline(file, each, bench, self.rules) for each in self._source.disablings(data, self._symbols)
        ]
        if path in self._checked or self._interest(path, data) & (Interest.OWN | Interest.DERIVES):
            answers = self._judged(file, units, data, bench.program, is_stale)
            if answers is None:
                return None
            found += [finding for answer in answers for finding in answer.findings]
        marked = self.exceptions().mark(dict.fromkeys(found))
        report = Report([finding for finding in marked if finding.rule in self._active])
        report.settle()
        return report.findings

    def state_of(self, path: str) -> object:
        """The state of all that the findings about a file rest on: while it is the same, so are they."""
        consulted = {each for answer in self._answers.get(path, {}).values() for each, _ in answer.versions}
        versions = [(each, self._versions.get(each, 0)) for each in sorted({*consulted, path})]
        self.exceptions()
        return self._reading, self._bench is None, versions, self._exceptions and self._exceptions[0]

    def is_current(self) -> bool:
        """Whether the types that are compared with are still those of the lock file."""
        return self._lock == entry_of(self.config.lock_path)

    def bench(self, path: str) -> TreeJudge:
        """The judge of the tree around a file, as it is now."""
        return self._bench or self._gathered(path)

    @contextmanager
    def alone(self, path: str, finding: Finding, *, whole: bool) -> Iterator[Alone]:
        """The judge while a file has but what a finding rests on, unless it is to be ``whole``."""
        data = self._bytes(path) or b""
        kept = None if whole else self._unit_of(path, finding)
        text = data if kept is None else kept.text.encode("utf-8", "surrogateescape")
        bench = self.bench(path)
        bench.program.override(path, text.decode("utf-8", "surrogateescape"))

        def holds(shown: str, first: int, last: int) -> bool:
            if kept is None or self.absolute(shown) != path:
                return True
            return any(start < first <= last <= start + part.count("\n") + 1 for start, part in kept.parts)

        try:
            yield bench, lambda other: text if other == path else self._bytes(other), holds
        finally:
            self._lay_over(bench.program, path)

    def _unit_of(self, path: str, finding: Finding) -> Unit | None:
        """The unit that a finding is about; ``None`` where only the whole file tells."""
        plain = replace(finding, ordinal=0, suppressed_by=None)
        answers = self._answers.get(path, {}).values()
        return next((each.unit for each in answers if each.whole is None and plain in each.findings), None)

    def absolute(self, path: str) -> str:
        """The absolute path of a file that is printed so."""
        return os.path.join(self._source.root, path)

    def exceptions(self) -> Exceptions:
        """The exceptions as they are on disk now."""
        texts = [bytes_at(path) for path in (self.config.exceptions_path, self.config.owners_path)]
        if self._exceptions is None or self._exceptions[0] != texts:
            self._exceptions = texts, Exceptions.read(self.config, self.rules)
        return self._exceptions[1]

    def problems(self) -> list[Problem]:
        """Problems with what findings are held against."""
        return [*self.exceptions().problems(), *self._compared.problems]

    # ------------------------------------------------------------------------------------------------------ the tree

    def _bytes(self, path: str) -> bytes | None:
        text = self.texts.get(path)
        return bytes_at(path) if text is None else text

    def _changed(self, path: str) -> None:
        """Have what rests on a file worked out anew, and the facts of the tree where they may have changed."""
        self._versions[path] = self._versions.get(path, 0) + 1
        if self._bench is None:
            return
        before, state = self._states.get(path), self._state(path)
        self._states[path] = state
        if before is None or not self._is_as_before(path, before, state):
            self._bench = None
            return
        self._lay_over(self._bench.program, path)

    def _is_as_before(self, path: str, before: _State, state: _State) -> bool:
        """Whether the facts of the tree are with one state of a file what they are with another."""
        if before == state or replace(before, summary=state.summary) != state:
            return before == state
        known, choice = self._known.summaries, self._known.choice
        facts = (self._source.facts({**known, path: each.summary}.values(), choice)[0] for each in (before, state))
        return bool(next(facts) == next(facts))

    def _lay_over(self, program: SourceProgram, path: str) -> None:
        text = self.texts.get(path)
        program.override(path, None if text is None else text.decode("utf-8", "surrogateescape"))

    def _state(self, path: str) -> _State:
        data = self._bytes(path)
        if data is None:
            return _State(Interest.NONE, None, None, None)
        choice, _ = self._source.choose([SourceFile(path, path)], self._existing)
        summary, imports = self._source.summarise(path, data), self._source.imports(data)
        return _State(self._interest(path, data), summary, choice, imports)

    def _gathered(self, path: str) -> TreeJudge:
        """The judge of the tree around a file, as it is now."""
        config = replace(self.config, jobs=1)
        files = {file.absolute: file for file in sources_around(path, config, self._source).files}
        for each in self.texts:
            if self._source.takes(each):
                files.setdefault(each, SourceFile(each, each))
        known = gather([*files.values()], self._source, config, Cache(None, "", {}), {}, self._compared.baseline)
        self._known = known
        self._bench = TreeJudge(config, self._source, known.facts, self._compared.baseline)
        self._checked = frozenset(file.absolute for file in known.checked)
        self._states = {each: self._state(each) for each in self.texts}
        self._reading += 1
        return self._bench

    def _may_matter(self, path: str, data: bytes) -> bool:
        return path in self._checked or self._interest(path, data) is not Interest.NONE

    def _interest(self, path: str, data: bytes) -> Interest:
        interest = self._source.interest(data, self._existing)
        return interest | Interest.OWN if self._source.groups_of(path) else interest

    # ----------------------------------------------------------------------------------------------------- the units

    def _judged(
        self,
        file: SourceFile,
        units: Sequence[Unit],
        data: bytes,
        program: SourceProgram,
        is_stale: Callable[[], bool],
    ) -> list[_Answer] | None:
        """The answers about the units of a file, those that are known still as they are."""
        self._look_at_disk(program)
        before = self._answers.get(file.absolute, {})
        answers: dict[tuple[str, ...], _Answer] = {}
        has_laid_over = False
        alike = Counter[tuple[str, ...]]()
        for unit in units:
            key = (*unit.names, str(alike[unit.names]))  # a name may be bound by several
            alike[unit.names] += 1
            answer = self._as_known(before.get(key), unit, data)
            if answer is None:
                if is_stale():
                    self._answers[file.absolute] = {**before, **answers}
                    break
                has_laid_over = True
                answer = self._ask(file, unit, units, data, program)
            answers[key] = answer
        else:
            self._answers[file.absolute] = answers
        if has_laid_over:
            self._lay_over(program, file.absolute)
        return list(answers.values()) if len(answers) == len(units) else None

    def _look_at_disk(self, program: SourceProgram) -> None:
        """See whether any file that was consulted has changed while nobody has told."""
        for path, stamp in list(self._stamps.items()):
            now = entry_of(path)
            if now != stamp:
                self._stamps[path] = now
                if path not in self.texts:
                    self._versions[path] = self._versions.get(path, 0) + 1
                    program.override(path, None)

    def _as_known(self, known: _Answer | None, unit: Unit, data: bytes) -> _Answer | None:
        """The known answer about a unit, at the lines where its text is now; ``None`` where it may be another."""
        if known is None or known.reading != self._reading or known.whole not in (None, data):
            return None
        if any(self._versions.get(path, 0) != version for path, version in known.versions):
            return None
        texts, now = [text for _, text in known.unit.parts], [text for _, text in unit.parts]
        if texts != now:
            return None
        if known.unit.parts == unit.parts:
            return known
        if any(_NAMES_A_LINE.search(note) for finding in known.findings for note in _notes(finding)):
            return None
        return replace(known, unit=unit, findings=tuple(_moved(each, known.unit, unit) for each in known.findings))

    def _ask(self, file: SourceFile, unit: Unit, units: Sequence[Unit], data: bytes, program: SourceProgram) -> _Answer:
        """Judge a unit in its own text or, where files that it leads to look back, in that of the whole file."""
        self.judged += 1
        findings, consulted = self._said(file, unit, units, unit.text, program)
        looks_back = not unit.is_whole and any(self._mentions(path, file.absolute) for path in consulted)
        if looks_back:
            findings, consulted = self._said(file, unit, units, data.decode("utf-8", "surrogateescape"), program)
        for path in consulted:
            self._stamps.setdefault(path, entry_of(path))
        versions = tuple((path, self._versions.get(path, 0)) for path in sorted(consulted))
        return _Answer(unit, self._reading, versions, findings, data if looks_back else None)

    def _said(
        self, file: SourceFile, unit: Unit, units: Sequence[Unit], text: str, program: SourceProgram
    ) -> tuple[tuple[Finding, ...], frozenset[str]]:
        program.override(file.absolute, text)
        program.reset_dependencies()
        contents = program.contents(file.absolute)
        if unit.is_whole:
            return tuple(judge(contents, program, self.config).findings), program.dependencies() - {file.absolute}
        own = [f"{contents.module}.{name}" for name in unit.names]
        every = [f"{contents.module}.{name}" for each in units for name in each.names]
        said = judge(contents.with_strategies_of(own), program, self.config)

        def is_own(finding: Finding) -> bool:
            if is_of(finding.object, every):
                return is_of(finding.object, own)
            line = finding.location.line - 1
            around = [each for each in units if each.first <= line < each.end]
            return finding.location.path != file.path or not around or unit in around

        return tuple(filter(is_own, said.findings)), program.dependencies() - {file.absolute}

    def _mentions(self, path: str, other: str) -> bool:
        """Whether a file may import another one, as far as the words in it tell."""
        version, words = self._words.get(path, (-1, frozenset[bytes]()))
        if version != self._versions.get(path, 0):
            version, words = self._versions.get(path, 0), frozenset(_NAME.findall(self._bytes(path) or b""))
            self._words[path] = version, words
        stem = os.path.splitext(os.path.basename(other))[0]
        name = os.path.basename(os.path.dirname(other)) if stem == "__init__" else stem
        return name.encode() in words


def entry_of(path: str) -> object:
    """The directory entry's figures for a file, as they are; ``None`` where there is none."""
    try:
        entry = os.stat(path)
    except (OSError, ValueError):
        return None
    return entry.st_size, entry.st_mtime_ns, entry.st_ino


def _notes(finding: Finding) -> Iterator[str]:
    """The sentences of a finding."""
    yield finding.message
    yield from (step.note for step in finding.witness)


def _moved(finding: Finding, before: Unit, now: Unit) -> Finding:
    """A finding about a unit whose parts have moved."""
    path = finding.location.path

    def line(number: int) -> int:
        for (old, text), (new, _) in zip(before.parts, now.parts):
            if old < number <= old + text.count("\n") + 1:
                return number + new - old
        return number

    def place(location: Location) -> Location:
        return replace(location, line=line(location.line), end_line=line(location.end_line))

    def step(told: WitnessStep) -> WitnessStep:
        return replace(told, line=line(told.line)) if told.path == path else told

    return replace(finding, location=place(finding.location), witness=tuple(map(step, finding.witness)))
