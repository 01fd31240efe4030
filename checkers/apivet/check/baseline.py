"""The baseline that API types are compared with: an earlier revision, or the lock file."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass

from apivet.cache import Cache, digest_of
from apivet.catalogue import Catalogue
from apivet.config import Config
from apivet.documents import read_file
from apivet.exceptions.entries import relative
from apivet.front_ends import Collected, trees
from apivet.git import Repository
from apivet.git_process import GitError
from apivet.program.baseline import Baseline, EarlierType
from apivet.program.files import is_below
from apivet.program.lockfile import LockError, read_lock
from apivet.records import MismatchError, decode, encode
from apivet.verdicts import Problem

#: The rule that compares with it.
RULE = "ungated-new-field"


class RevisionError(ValueError):
    """A revision that cannot be compared with: why, and what to do, on one line."""


@dataclass(frozen=True, slots=True)
class FoundBaseline:
    """The baseline, where there is one, and the problems with the files that it should come from."""

    baseline: Baseline | None = None
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class _Remembered:
    """A baseline as a cache keeps it: its types (name, fields, bases), and further names of them."""

    types: tuple[tuple[str, dict[str, str], tuple[str, ...]], ...]
    aliases: dict[str, str]


def comparison(paths: Sequence[str], config: Config, rules: Catalogue, cache: Cache) -> FoundBaseline:
    """The baseline of a run's API types. A revision that is asked for goes before the lock file. Raises
    :class:`RevisionError`."""
    if RULE not in config.active_rules(rules):
        return FoundBaseline()
    if config.since is None:
        return lock_file(config, seen_from=os.getcwd())
    try:
        return _revision(config.since, paths, config, cache)
    except GitError as error:
        raise RevisionError(f"--since {config.since}: {error}") from None


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
        return _unusable(shown, f"cannot be read: {error.strerror or error}")
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
    return re.sub(rb"(?<![\w.])" + re.escape(prefix.encode()), b"", data)


def _revision(revision: str, paths: Sequence[str], config: Config, cache: Cache) -> FoundBaseline:
    directory = directory_of(paths, config)
    repository = _around(directory)
    commit = repository.commit(revision)
    name = commit[:12] if revision == commit else revision
    parts = (commit, directory, os.getcwd(), repository.prefix, *config.exclude)
    key = digest_of("\0".join(parts).encode("utf-8", "surrogatepass"))
    if isinstance(cache.baseline, list) and len(cache.baseline) == 2 and cache.baseline[0] == key:
        try:
            kept = decode(_Remembered, cache.baseline[1])
            return FoundBaseline(Baseline(name, (EarlierType(*each) for each in kept.types), kept.aliases))
        except MismatchError:
            pass
    found = _types_at(repository, commit, name, directory, config)
    if found.baseline is not None and not found.problems:
        types = found.baseline.types.values()
        kept = _Remembered(
            tuple((each.dotted, dict(each.fields), each.bases) for each in types), found.baseline.aliases
        )
        cache.remember_baseline([key, encode(kept)])
    return found


def _around(directory: str) -> Repository:
    """The repository of the run, where the directory is in its work tree, in a submodule too; else the directory's."""
    try:
        own = Repository(os.getcwd()).seen_from(directory)
    except GitError:
        own = None
    return own or Repository(directory)


def _types_at(repository: Repository, commit: str, revision: str, directory: str, config: Config) -> FoundBaseline:
    """Read the types of a revision, as they would be seen if its files lay here."""
    found = [tree.types_at(repository, commit, directory, revision) for tree in trees(config, os.getcwd())]
    problems = (problem for each in found for problem in each.problems)
    at_revision = tuple(Problem(f"{revision}:{each.path}", each.message, each.line) for each in problems)
    return FoundBaseline(Baseline.joined(each.baseline for each in found), at_revision)


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
