"""Gathering of the files that can matter, and of the facts that are needed before one of them is judged."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from apivet.cache import Cache, digest_of
from apivet.check.survey import refusals
from apivet.config import Config
from apivet.jobs import Failure, Task, run_all
from apivet.program.baseline import Baseline
from apivet.program.files import SourceFile, read
from apivet.program.front_end import ChosenFiles, Looks, SourceTree
from apivet.records import MismatchError, decode, encode
from apivet.verdicts import Problem, Unfollowed

#: Summing up takes longer than a first look, so fewer files are worth starting workers for.
_WORTH_A_POOL = 60


class Gathered(Struct, frozen=True):
    """Files to judge, and facts about the tree. Files that could not be parsed or summed up have a problem. ``refused``
    are those that can't be parsed, by their absolute paths; ``not_parsed`` counts those that nobody has to parse,
    ``not_built`` those that belong to other builds. The facts come of the ``choice``, and of ``summaries`` of files by
    their absolute paths; at places that are ``unfollowed`` the tree sets what can't be told."""

    checked: tuple[SourceFile, ...]
    facts: Any
    problems: tuple[Problem, ...]
    refused: frozenset[str] = frozenset()
    not_parsed: int = 0
    not_built: int = 0
    choice: ChosenFiles = ChosenFiles()
    summaries: Mapping[str, Any] = field(default_factory=dict)
    unfollowed: tuple[Unfollowed, ...] = ()


def gather(
    files: Sequence[SourceFile],
    tree: SourceTree,
    config: Config,
    cache: Cache,
    digests: dict[str, str],
    baseline: Baseline | None,
    *,
    named: frozenset[str] | None = None,
    looks: Looks | None = None,
) -> Gathered:
    """Choose among the files, and put the facts about the tree together. ``named`` are the files that are looked at
    whatever they hold; without it, the syntax of none is looked at beforehand."""
    choice = _choose(files, tree, cache, digests, baseline, looks)
    mattering = {file.absolute for part in (choice.checked, choice.summarised) for file in part} | (named or set())
    looked_at = [file for file in files if file.absolute in mattering]
    found = {} if named is None else refusals(looked_at, tree, config.jobs, cache)
    refused = {path for path, problem in found.items() if not tree.reads_around(problem)}
    checked, summarised, patching = (
        tuple(file for file in part if file.absolute not in refused)
        for part in (choice.checked, choice.summarised, choice.patching)
    )
    summaries, problems = _summaries(summarised, frozenset(choice.far), tree, config, cache)
    choice = replace(choice, patching=patching)
    facts, unfollowed = tree.facts(summaries.values(), choice)
    problems = (*found.values(), *problems)
    unparsed = len(files) - len(looked_at)
    return Gathered(
        checked, facts, problems, frozenset(refused), unparsed, choice.not_built, choice, summaries, unfollowed
    )


def _choose(
    files: Sequence[SourceFile],
    tree: SourceTree,
    cache: Cache,
    digests: dict[str, str],
    baseline: Baseline | None,
    looks: Looks | None,
) -> ChosenFiles:
    """The files that matter. They depend on what all files hold, so the answer is kept for just this tree. Those of API
    groups depend on files outside of it besides."""
    state = (f"{file.absolute} {digests.get(file.absolute)} {bool(tree.groups_of(file.absolute))}" for file in files)
    existing = frozenset(baseline.last_names) if baseline is not None else frozenset()
    contents = "\0".join((*state, "" if baseline is None else baseline.digest))
    key = digest_of(contents.encode("utf-8", "surrogatepass"))
    known = cache.choices.get(tree.language)
    if isinstance(known, list) and len(known) == 2 and known[0] == key:
        try:
            return decode(ChosenFiles, known[1])
        except MismatchError:
            pass
    choice, problems = tree.choose(files, existing, looks)
    # A file that cannot be read any more was readable a moment ago; the next run will see.
    if not problems:
        cache.remember_choice(tree.language, [key, encode(choice)])
    return choice


def _summaries(
    files: Sequence[SourceFile], far: Container[SourceFile], tree: SourceTree, config: Config, cache: Cache
) -> tuple[dict[str, Any], tuple[Problem, ...]]:
    """The summaries of files, by their absolute paths; less is said of one that is ``far`` than of it elsewhere."""
    summaries: dict[SourceFile, Any] = {}
    for file in files:
        known = cache.files.get(file.absolute)
        if known is not None and isinstance(known.summary, list) and known.summary[:1] == [file in far]:
            try:
                summaries[file] = decode(tree.summary, known.summary[-1])
            except MismatchError:
                continue
    missing = [(file, file in far) for file in files if file not in summaries]
    outcomes = run_all(Task(_summarise, tree), missing, config.jobs, lambda steps: None, worth_a_pool=_WORTH_A_POOL)
    problems = []
    for (file, is_far), outcome in zip(missing, outcomes):
        if isinstance(outcome, Failure):
            problems.append(Problem(file.path, outcome.message))
        elif outcome is not None:
            summaries[file] = outcome
            if file.absolute in cache.files:
                cache.remember_summary(file.absolute, [is_far, encode(outcome)])
    return {file.absolute: summaries[file] for file in files if file in summaries}, tuple(problems)


def _summarise(tree: SourceTree, missing: tuple[SourceFile, bool]) -> Any:
    file, is_far = missing
    data = read(file)
    return None if isinstance(data, Problem) else tree.summarise(file.absolute, data, is_far=is_far)
