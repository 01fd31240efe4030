"""The API types of an earlier revision, which runs against it compare with: read from git, or remembered."""

from __future__ import annotations

import os

from msgspec import Struct

from apivet.cache import Cache, digest_of
from apivet.config import Config
from apivet.front_ends import trees
from apivet.git import Repository
from apivet.git_process import GitError
from apivet.program.baseline import Baseline, EarlierType, FoundBaseline
from apivet.records import MismatchError, decode, encode
from apivet.verdicts import Problem


class _Remembered(Struct, frozen=True):
    """A baseline as a cache keeps it: its types (name, fields, bases), and further names of them."""

    types: tuple[tuple[str, dict[str, str], tuple[str, ...]], ...]
    aliases: dict[str, str]


def types_of_revision(revision: str, directory: str, config: Config, cache: Cache) -> FoundBaseline:
    """The API types of a revision as they would be seen if its files lay below ``directory``. Raises
    :class:`~apivet.git_process.GitError`."""
    repository = repository_around(directory)
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


def repository_around(directory: str) -> Repository:
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
