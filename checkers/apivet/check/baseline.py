"""The baseline that API types are compared with: an earlier revision, or the lock file."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from apivet.cache import Cache
from apivet.catalogue import Catalogue
from apivet.config import Config
from apivet.documents import read_file, reason
from apivet.front_ends import Collected
from apivet.program.baseline import Baseline, FoundBaseline
from apivet.program.files import is_below, relative
from apivet.program.lockfile import LockError, read_lock
from apivet.verdicts import Problem

#: The rule that compares with it.
RULE = "ungated-new-field"


class RevisionError(ValueError):
    """A revision that cannot be compared with: why, and what to do, on one line. The ``reason`` alone is for those who
    did not ask for one."""

    def __init__(self, revision: str, reason: str) -> None:
        super().__init__(f"--since {revision}: {reason}")
        self.reason = reason


def comparison(paths: Sequence[str], config: Config, rules: Catalogue, cache: Cache) -> FoundBaseline:
    """The baseline of a run's API types. A revision that is asked for goes before the lock file. Raises
    :class:`RevisionError`."""
    if RULE not in config.active_rules(rules):
        return FoundBaseline()
    if config.since is None:
        return lock_file(config, seen_from=os.getcwd())
    from apivet.check.revision_types import types_of_revision
    from apivet.git_process import GitError

    try:
        return types_of_revision(config.since, directory_of(paths, config), config, cache)
    except GitError as error:
        raise RevisionError(config.since, str(error)) from None


def lock_file(config: Config, *, seen_from: str) -> FoundBaseline:
    """The contents of the lock file, dotted names as seen from a directory. It is only missed where the
    configuration names it."""
    shown = relative(config.lock_path)
    try:
        data = read_file(config.lock_path)
    except FileNotFoundError:
        if not config.lock:
            return FoundBaseline()
        return _unusable(shown, "is not there; write it with 'apivet types lock'")
    except OSError as error:
        return _unusable(shown, f"cannot be read: {reason(error)}")
    try:
        return FoundBaseline(read_lock(_as_seen_from(seen_from, data, config), os.path.basename(config.lock_path)))
    except LockError as error:
        return _unusable(shown, str(error), error.line)


def _unusable(shown: str, message: str, line: int = 0) -> FoundBaseline:
    return FoundBaseline(problems=(Problem(shown, message, line),))


def _as_seen_from(directory: str, data: bytes, config: Config) -> bytes:
    """The lock's dotted names are seen from the top of the project; those of a run in a directory below it, where no
    source roots are configured, from that directory."""
    here, top = os.path.realpath(directory), os.path.realpath(config.root)
    if config.source_roots or here == top or not is_below(here, top):
        return data
    prefix = here[len(top) :].strip("/").replace("/", ".") + "."
    return re.sub(rb"(?<![\w.])" + re.escape(os.fsencode(prefix)), b"", data)


def types_now(config: Config, collected: Collected) -> FoundBaseline:
    """The API types of a project as it is, by its sources, under the names that they have at its top."""
    found = [tree.types(collection.files, "now") for tree, collection in collected]
    unread = {problem for _, collection in collected for problem in collection.problems}
    unread |= {problem for each in found for problem in each.problems}
    problems = tuple(Problem(_shown(config, each), each.message, each.line) for each in sorted(unread))
    return FoundBaseline(Baseline.joined(each.baseline for each in found), problems)


def _shown(config: Config, problem: Problem) -> str:
    return relative(os.path.join(config.root, problem.path))


def directory_of(paths: Sequence[str], config: Config) -> str:
    """The directory whose types are compared: the project, and the working directory where that is larger; of a run
    over paths outside of both, what holds these."""
    here, project = os.path.realpath(os.getcwd()), os.path.realpath(config.root)
    whole = project if is_below(here, project) else here
    given = [os.path.realpath(path) for path in paths]
    if all(is_below(path, whole) for path in given):
        return whole
    shared = os.path.commonpath(given)
    return shared if os.path.isdir(shared) else os.path.dirname(shared)
