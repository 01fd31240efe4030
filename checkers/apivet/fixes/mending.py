"""A tree mended as far as it can be: fixes in memory until there is none, then files written, or a patch."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from apivet import catalogue
from apivet.check.judged_file import JudgedFile
from apivet.check.judging import TreeJudge
from apivet.check.progress import Progress
from apivet.check.run import run
from apivet.config import Config
from apivet.documents import reason
from apivet.exceptions.applying import Exceptions
from apivet.fixes.offering import Mender
from apivet.fixes.source import UnreadableError, decoded, encoded
from apivet.fixes.writing import NotWrittenError, target_of, write
from apivet.program.files import SourceFile
from apivet.verdicts import Finding, OfferedFix, Problem, Report, Verdict

#: A file takes no more fixes than this in one run, whatever its fixes do to each other.
_MOST = 500


#: A tree of a run, as :data:`~apivet.check.run.Seen` is given it.
Tree: TypeAlias = tuple[TreeJudge, Sequence[SourceFile], Sequence[tuple[SourceFile, JudgedFile]]]


class Mended(Struct):
    """The files that fixes change, with their bytes before and afterwards; ``fixed`` counts the findings that are gone.
    ``problems`` are files that were left alone."""

    files: dict[str, tuple[bytes, bytes]] = field(default_factory=dict)
    fixed: int = 0
    problems: list[Problem] = field(default_factory=list)


def mended(
    paths: Sequence[str],
    config: Config,
    *,
    unsafe: bool,
    progress: Progress | None = None,
    with_exceptions: bool = True,
) -> tuple[Mended, Report]:
    """The files below the paths with all fixes; nothing is written. With them comes the report of the tree as it is.
    Raises :class:`~apivet.check.baseline.RevisionError`."""
    trees: list[Tree] = []
    report = run(
        paths, config, progress=progress, with_exceptions=with_exceptions, seen=lambda *each: trees.append(each)
    )
    found = Mended()
    rules = catalogue.load(config.plugins)
    exceptions = Exceptions.read(config, rules) if with_exceptions else Exceptions.none()
    choice = _Choice(config.active_rules(rules), exceptions, unsafe)
    for bench, files, judged in trees:
        _mend(bench, files, judged, choice, config, found)
    return found, report


def with_fixes(report: Report, trees: Sequence[Tree]) -> None:
    """Have each violation that no exception covers tell its fix, where there is one."""
    fixes: dict[Finding, OfferedFix] = {}
    told = {replace(each, ordinal=0) for each in report.findings if each.suppressed_by is None}
    for bench, _, judged in trees:
        mender = Mender(bench, judged={file.absolute: each for file, each in judged})
        for file, answer in judged:
            for finding in answer.findings:
                offer = mender.offer(finding, file.absolute) if finding in told and finding not in fixes else None
                if offer is not None:
                    fixes[finding] = OfferedFix(offer.safe, offer.edits)
    report.findings = [replace(each, fix=fixes.get(replace(each, ordinal=0))) for each in report.findings]


def write_files(found: Mended) -> None:
    """Write what was mended, each file as a whole. One that is not any more what it was is left alone, with a problem
    that says so."""
    for path, (before, after) in sorted(found.files.items()):
        try:
            write(path, before, after)
        except NotWrittenError as error:
            found.problems.append(Problem(_shown(path), str(error)))
            del found.files[path]
        except OSError as error:
            found.problems.append(Problem(_shown(path), f"cannot be written: {reason(error)}"))
            del found.files[path]


class _Choice(Struct, frozen=True):
    """The findings that are to be mended."""

    active: frozenset[str]
    exceptions: Exceptions
    unsafe: bool

    def among(self, findings: Sequence[Finding]) -> list[Finding]:
        """Violations of rules that are on, without those that are excepted, in the order of the source."""
        wanted = [each for each in findings if each.rule in self.active and each.verdict is Verdict.VIOLATED]
        marked = [each for each in self.exceptions.mark(wanted) if each.suppressed_by is None]
        settled = Report(marked)
        settled.settle()  # findings that are alike are told apart by their numbers
        return settled.findings


def _mend(
    bench: TreeJudge,
    files: Sequence[SourceFile],
    judged: Sequence[tuple[SourceFile, JudgedFile]],
    choice: _Choice,
    config: Config,
    found: Mended,
) -> None:
    if not any(choice.among(each.findings) for _, each in judged):
        return
    own = {file.absolute for file in files}
    left: dict[str, str] = {}

    def changeable(path: str) -> bool:
        try:
            target_of(path, (config.root, os.getcwd()))
        except NotWrittenError as error:
            left[path] = str(error)
        return path in own and path not in left

    mender = Mender(bench, judged={file.absolute: each for file, each in judged}, changeable=changeable)
    # A file looks at all that those look at which it builds upon: these come first.
    seen = {file.absolute: len(answer.consulted) for file, answer in judged}
    paths = sorted(seen, key=lambda path: (seen[path], path))
    goes_on = True
    while goes_on:  # where something was mended, what was tried before may be right now
        counts = [_mend_file(mender, path, choice, Counter()) for path in paths]
        found.fixed += sum(counts)
        goes_on = any(counts)
    for path, text in mender.mended.items():
        before = mender.data[path]
        try:
            _, encoding, marked = decoded(before)
            after = encoded(text, encoding, marked)
        except UnreadableError as error:
            left[path] = str(error)
            continue
        if after != before:
            found.files[path] = before, after
    found.problems += [Problem(_shown(path), why, fatal=False) for path, why in sorted(left.items())]


def _mend_file(mender: Mender, path: str, choice: _Choice, attempts: Counter[str]) -> int:
    """Mend the findings of one file, and count them."""
    accepted = 0
    while accepted < _MOST:
        more = mender.mend(choice.among(mender.judged(path).findings), path, attempts, unsafe=choice.unsafe)
        if more is None:
            break
        accepted += more
    return accepted


def _shown(path: str) -> str:
    return os.path.relpath(path).replace(os.sep, "/")
