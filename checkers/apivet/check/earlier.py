"""The rows that a tree had at an earlier revision, by the static half alone and from git's objects.

What has not changed since is not judged again: an answer for the tree as it is counts for the revision, too, where all
that it rests on is the same. The rows are kept with the results of earlier runs, so that each revision is read once.
"""

from __future__ import annotations

import os
from collections.abc import Container, Sequence
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from apivet import catalogue
from apivet.base import Base
from apivet.cache import Cache, Remembered, digest_of
from apivet.check.baseline import comparison, directory_of
from apivet.check.judged_file import JudgedFile
from apivet.check.judging import TreeJudge, judge_files
from apivet.check.merging import by_key
from apivet.check.run import covers_tree
from apivet.check.survey import significant_digest
from apivet.config import Config
from apivet.front_ends import trees
from apivet.jobs import without_garbage_collection
from apivet.program.baseline import Baseline
from apivet.program.files import SourceError, SourceFile, bytes_at
from apivet.program.front_end import ChosenFiles, RevisionTree
from apivet.records import MismatchError, decode, encode
from apivet.verdicts import Judgement, Problem, RowSubject, Unfollowed, Verdict


class Earlier(Struct, frozen=True):
    """The results of a revision: rows (object, rule, field, verdict), the subjects that they are about, the digests of
    the files that were judged, the places at which it sets what can't be told, and the problems with its files."""

    rows: tuple[tuple[str, str, str | None, str], ...] = ()
    subjects: tuple[RowSubject, ...] = ()
    files: tuple[tuple[str, str], ...] = ()
    unfollowed: tuple[Unfollowed, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def judgements(self) -> list[Judgement]:
        """The rows as those of a report."""
        return [Judgement(name, rule, Verdict(verdict), field) for name, rule, field, verdict in self.rows]


def earlier_rows(paths: Sequence[str], config: Config, base: Base, cache: Cache) -> Earlier:
    """The rows of the base revision over these paths. ``cache`` is that of the run over the tree as it is."""
    directory = directory_of(paths, config)
    places = (base.commit, directory, os.getcwd(), base.repository.prefix, *config.exclude, "", *sorted(paths))
    key = digest_of("\0".join(places).encode("utf-8", "surrogatepass"))
    if isinstance(cache.earlier, list) and len(cache.earlier) == 2 and cache.earlier[0] == key:
        try:
            return decode(Earlier, cache.earlier[1])
        except MismatchError:
            pass
    found = _judged(paths, config, base, directory, cache)
    cache.remember_earlier([key, encode(found)])
    cache.save()
    return found


def _judged(paths: Sequence[str], config: Config, base: Base, directory: str, cache: Cache) -> Earlier:
    compared = comparison(paths, config, catalogue.load(config.plugins), cache).baseline
    judged: list[JudgedFile] = []
    files: list[tuple[str, str]] = []
    unfollowed: list[Unfollowed] = []
    for each in trees(config, os.getcwd()):
        tree = each.at(base.repository, base.commit, directory)
        chosen = tree.collect(list(paths) or ["."]).outside(config.elsewhere).files
        digests, significant = _digests(tree, chosen)
        answers = {} if _lacks_more(base, tree, digests) else cache.files
        known = {path: _remembered(answers.get(path), digest) for path, digest in digests.items()}
        choice, facts, places = _gathered(chosen, tree, compared)
        if not covers_tree(paths, config):
            facts = tree.with_users(facts, choice.checked, chosen)
            facts = tree.with_registering(facts, tree.collect([directory]).files)
        unfollowed += places
        bench = TreeJudge(config, tree, facts, compared)
        kept = Cache(None, cache.key, known)
        judged += judge_files(choice.checked, bench, significant, kept, lambda steps: None, (), partial(_at_base, base))
        files += [(file.path, digests[file.absolute]) for file in choice.checked]
    return replace(_told(judged, files), unfollowed=tuple(unfollowed))


def _digests(tree: RevisionTree, files: Sequence[SourceFile]) -> tuple[dict[str, str], dict[str, str]]:
    """The digests of files, and of what verdicts rest on in them."""
    whole, significant = {}, {}
    for file in files:
        data = tree.read(file.absolute)
        whole[file.absolute] = digest = digest_of(data)
        significant[file.absolute] = significant_digest(tree, data, digest)
    return whole, significant


def _lacks_more(base: Base, tree: RevisionTree, collected: Container[str]) -> bool:
    """Whether the tree as it is lacks a source that the revision had besides those that are collected: an answer does
    not tell that it rests on the lack."""
    paths = (os.path.join(base.repository.top, *each.path.split("/")) for each in base.repository.entries(base.commit))
    return any(tree.takes(path) and path not in collected and not os.path.lexists(path) for path in paths)


def _at_base(base: Base, path: str) -> bytes | None:
    """The content that a file had; outside of the repository, the one that it has."""
    return base.read(path) if base.holds(path) else bytes_at(path)


def _gathered(
    files: Sequence[SourceFile], tree: RevisionTree, compared: Baseline | None
) -> tuple[ChosenFiles, Any, tuple[Unfollowed, ...]]:
    """The files that matter, the facts about the tree, and the places at which it sets what can't be told, as
    :func:`~apivet.check.gathering.gather` has them."""
    choice, _ = tree.choose(files, frozenset(compared.last_names) if compared is not None else frozenset())
    summaries, far = [], frozenset(choice.far)
    with without_garbage_collection():
        for file in choice.summarised:
            try:
                summaries.append(tree.summarise(file.absolute, tree.read(file.absolute), is_far=file in far))
            except (RecursionError, SourceError, ValueError):
                continue  # a file that nobody can read says nothing of the others
    return choice, *tree.facts(summaries, choice)


def _remembered(known: Remembered | None, digest: str) -> Remembered:
    """The entry of a file, where it had that digest, with the answer about it."""
    return Remembered(None, digest, None, None, *((known.judged, known.read) if known is not None else ()))


def _told(judged: Sequence[JudgedFile], files: Sequence[tuple[str, str]]) -> Earlier:
    rows = by_key(row for each in judged for row in each.judgements)
    told = [(name, rule, field, row.verdict.value) for (name, rule, field), row in rows.items()]
    return Earlier(
        tuple(sorted(told, key=lambda row: (row[0], row[1], row[2] or ""))),
        tuple(sorted({subject for each in judged for subject in each.subjects})),
        tuple(files),
        problems=tuple(sorted({problem for each in judged for problem in each.problems if problem.fatal})),
    )
