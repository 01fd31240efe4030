"""One run of the gate: the static check and the black box over the same tree, merged, with the configuration and the
approvers as they stood before the change, so that no change lets itself pass."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from apivet import catalogue
from apivet.base import Base, find_base
from apivet.cache import Cache, directory_for
from apivet.check.baseline import directory_of
from apivet.check.earlier import earlier_rows
from apivet.check.joining import joined_watched, renamed_fingerprints
from apivet.check.losing import Losses, unobserved
from apivet.check.merging import Disagreement
from apivet.check.overlooked import overlooked
from apivet.check.progress import Progress
from apivet.check.readings import Reading, read_tree, stricter
from apivet.check.remains import Remains
from apivet.check.run import NOTHING_COLLECTED, NOTHING_FOUND, conclude
from apivet.check.unkept import unkept
from apivet.check.weakening import weakenings
from apivet.config import Config
from apivet.config.at_base import ConfigChange
from apivet.config.model import FAIL_ON
from apivet.exceptions.applying import Exceptions
from apivet.exceptions.base_owners import exceptions_against
from apivet.git import NoBranchError, NoHistoryError, ShallowError
from apivet.git_process import GitError
from apivet.verdicts import Problem, Report, RowSubject
from apivet.watched import Watched

if TYPE_CHECKING:  # it knows the conventions, which a run that finds all in the cache does without
    from apivet.check.serving import ServedHalf

#: Advice for those whose default branch is not here, or goes by another name.
_NAME_BASE = "fetch it ('git fetch origin main', then 'git remote set-head origin main'), or name the base: --base REV"


class BaseError(ValueError):
    """A base revision that is none: the option that names it, and why, on one line."""

    def __init__(self, reason: object, revision: str | None = None) -> None:
        super().__init__(f"--base{f' {revision}' if revision is not None else ''}: {reason}")


class TreeChange(Struct, frozen=True):
    """The change to judge, and its base. ``before`` is the configuration as it stands at the base, ``now`` the tree's
    own, where the ``config`` differs; without a ``base`` there is a ``reason``."""

    before: Config
    base: Base | None = None
    reason: str = ""
    config: ConfigChange | None = None
    now: Config | None = None


class Gated(Struct):
    """The result of the gate. ``watched`` is the black box's half, whose verdicts are in the report already;
    ``disagreements`` are those that no exception settles; ``reasons`` why each exception that covers a finding was
    approved, by what the finding names. ``config`` says what fails the run; ``remarks`` are about the ``base``."""

    report: Report
    watched: Watched
    config: Config
    disagreements: list[Disagreement] = field(default_factory=list)
    reasons: dict[str, str] = field(default_factory=dict)
    base: Base | None = None
    remarks: list[str] = field(default_factory=list)


def base_of(directory: str, revision: str | None) -> tuple[Base | None, str]:
    """The base of the change in a directory, else why there is none. Raises :class:`BaseError` where there must be one:
    for a revision that is given and is none, a history that is not whole, a repository that can't be read."""
    try:
        return find_base(directory, revision), ""
    except ShallowError as error:
        raise BaseError(error, revision) from None
    except NoBranchError as error:
        raise BaseError(f"{error}; {_NAME_BASE}") from None
    except GitError as error:
        if revision is None and isinstance(error, NoHistoryError):
            return None, str(error)
        raise BaseError(error, revision) from None


def gate(
    paths: Sequence[str],
    change: TreeChange,
    *,
    seed: int = 0,
    watching: bool = True,
    to_be_observed: bool = False,
    with_exceptions: bool = True,
    progress: Progress | None = None,
    served: ServedHalf | None = None,
) -> Gated:
    """Judge the paths (without any, the working directory) by both halves, or without ``watching`` by the source alone,
    and by the server that runs them, where there is one (``served``).
    Where all is ``to_be_observed``, a verdict that the black box has no part in is a finding. Raises
    :class:`~apivet.check.baseline.RevisionError`, and :class:`~apivet.config.ConfigError`."""
    rules = catalogue.load(change.before.plugins)
    exceptions = Exceptions.none()
    if with_exceptions:
        exceptions = exceptions_against(change.before, rules, change.base, change.reason)

    def read(config: Config, *, both: bool = False, cache: Cache | None = None) -> Reading:
        config = _comparing(config, change)
        cache = cache or Cache.open(config)
        seen = served.seen if served is not None and both else None
        return read_tree(paths, config, cache, seed=seed, watching=watching and both, progress=progress, seen=seen)

    before = _comparing(change.before, change)
    cache = Cache.open(before)
    reading = read(before, both=True, cache=cache)
    readings, found = [reading], []
    if change.config is not None and change.now is not None:
        now = read(change.now, both=True)
        found += weakenings(change.config, reading, now, read, exceptions)
        readings.append(now)
        reading = stricter(reading, now)
    if change.base is not None and all(map(_says_of_all, reading.report.problems)):
        earlier = earlier_rows(paths, before, change.base, cache)
        exceptions = replace(exceptions, added=_declared_anew(earlier.subjects, reading.report.subjects))
        remains = Remains(before, change.base, directory_of(paths, before), earlier, cache)
        losses = Losses(earlier, readings, before.plugins, remains)
        found += [*losses.subjects(), *losses.verdicts(exceptions), *losses.sight()]
        reading.report.problems += losses.problems()
        told = {finding.location.path for finding in found}
        problems = overlooked(paths, before, change.base, remains)
        reading.report.problems += [problem for problem in problems if problem.path not in told]
        reading.report.problems += unkept(paths, before, change.base)
    unobserved_rows = unobserved(reading, rules) if to_be_observed else ()
    if served is not None:
        reading = served.joined(reading, _careful(change), exceptions)
    report = reading.report
    report.findings += [*found, *unobserved_rows]
    report.problems = [*map(partial(_of_base, change), report.problems)]
    conclude(report, paths, change.before, exceptions, reading.active)
    return Gated(
        report,
        reading.watched,
        reading.config,
        _unsettled(reading.disagreements, report, reading.active),
        _reasons(report, exceptions),
        change.base,
        _remarks(change, exceptions),
    )


def _declared_anew(before: Sequence[RowSubject], now: Sequence[RowSubject]) -> dict[str, list[str]]:
    """The names that several files declare, and fewer declared: what is excepted under one of them would be so in
    each of these."""
    places = [defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)]
    for paths, subjects in zip(places, (before, now)):
        for subject in subjects:
            paths[subject.object].add(subject.path)
    return {
        name: sorted(paths) for name, paths in places[1].items() if len(paths) > max(1, len(places[0].get(name, ())))
    }


def _careful(change: TreeChange) -> Config:
    """The configuration by which a server is tried: the base's, with all that either forbids to touch."""
    if change.now is None:
        return change.before
    live, other = change.before.live, change.now.live
    careful = replace(
        live,
        dangerous=tuple(dict.fromkeys((*live.dangerous, *other.dangerous))),
        never_contexts=tuple(dict.fromkeys((*live.never_contexts, *other.never_contexts))),
    )
    return replace(change.before, live=careful)


def _says_of_all(problem: Problem) -> bool:
    """Whether a problem leaves the verdicts whole: that nothing is left to judge does."""
    return not problem.fatal or problem.message.startswith((NOTHING_FOUND, NOTHING_COLLECTED))


def _comparing(config: Config, change: TreeChange) -> Config:
    """A configuration with what its types are compared with, and a cache that is no part of the tree under check."""
    if change.base is None:
        return config
    config = config if config.since is not None else replace(config, since=change.base.commit)
    if config.cache_dir is not None and change.base.holds(config.cache_dir):
        config = replace(config, cache_dir=None)
    return replace(config, cache=config.cache and not change.base.holds(directory_for(config) or ""))


def _of_base(change: TreeChange, problem: Problem) -> Problem:
    """A problem, which fails nothing where it is one of the base's: the change may mend it."""
    is_theirs = change.base is not None and problem.path.startswith(f"{change.base.short}:")
    return replace(problem, fatal=False) if is_theirs else problem


def _remarks(change: TreeChange, exceptions: Exceptions) -> list[str]:
    """Remarks about the base, if it is another one than was asked for or missing, and about unsigned exceptions."""
    if change.base is None:
        return [f"the tree's own configuration counts, and nobody is an approver: {change.reason}"]
    remarks = [change.base.remark] if change.base.remark else []
    if exceptions.file.entries and not exceptions.is_proven:
        remarks.append(f"nothing proves who approved {exceptions.file.path}, as it is not signed; see docs/security.md")
    return remarks


def _unsettled(disagreements: Sequence[Disagreement], report: Report, active: frozenset[str]) -> list[Disagreement]:
    """The disagreements about rules that are on, but for those whose findings an exception covers: there the approvers
    have looked already."""
    settled = {
        (finding.object, finding.rule, finding.field)
        for finding in report.findings
        if finding.suppressed_by is not None
    }
    unsettled = [
        each for each in disagreements if each.rule in active and (each.object, each.rule, each.field) not in settled
    ]
    return sorted(unsettled, key=lambda each: (each.location, each.sentence))


def _reasons(report: Report, exceptions: Exceptions) -> dict[str, str]:
    named = {finding.suppressed_by for finding in report.findings}
    reasons = {exceptions.identifier(entry): entry.reason for entry in exceptions.file.entries}
    return {name: reason for name, reason in reasons.items() if name in named}


def joined_gated(parts: Sequence[tuple[str, Gated]]) -> Gated:
    """The gate's results for several projects. It fails for all that it does for one of them."""
    configs = [part.config for _, part in parts]
    config = replace(
        configs[0],
        plugins=tuple(dict.fromkeys(name for each in configs for name in each.plugins)),
        fail_on=max((each.fail_on for each in configs), key=FAIL_ON.index),
        strict=any(each.strict for each in configs),
    )
    watched = joined_watched([(name, replace(part.watched, report=part.report)) for name, part in parts])
    whole = Gated(watched.report, watched, config, base=parts[0][1].base)
    for name, part in parts:
        renamed = renamed_fingerprints(name, part.report)
        whole.disagreements += [
            replace(each, fingerprint=renamed.get(each.fingerprint, each.fingerprint)) for each in part.disagreements
        ]
        whole.reasons.update(part.reasons)
        whole.remarks += [remark for remark in part.remarks if remark not in whole.remarks]
    return whole
