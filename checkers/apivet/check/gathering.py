"""Which files can matter, and what has to be known of the whole tree before one of them is judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from apivet.cache import Cache, digest_of
from apivet.check.survey import refusals
from apivet.config import Config
from apivet.jobs import Failure, Task, run_all
from apivet.program.baseline import Baseline
from apivet.program.files import SourceFile
from apivet.program.model import Something
from apivet.python.files.groups import Groups
from apivet.python.files.prefilter import relevant_files
from apivet.python.files.tree_facts import FileSummary, TreeFacts
from apivet.records import MismatchError, decode, encode
from apivet.verdicts import Problem

#: Summing up takes longer than a first look, so fewer files are worth starting workers for.
_WORTH_A_POOL = 60


@dataclass(frozen=True, slots=True)
class ChosenFiles:
    """The files to judge, and those that the facts about the tree come from."""

    checked: tuple[SourceFile, ...]
    summarised: tuple[SourceFile, ...]
    registering: tuple[SourceFile, ...]
    patching: tuple[SourceFile, ...]
    somewhere: tuple[Something, ...]


@dataclass(frozen=True, slots=True)
class Gathered:
    """What is judged, with which facts; files that could not be parsed or summed up have a problem. ``refused`` are
    those that can't be parsed, by their absolute paths; ``not_parsed`` counts those that nobody has to parse."""

    checked: tuple[SourceFile, ...]
    facts: TreeFacts
    problems: tuple[Problem, ...]
    refused: frozenset[str] = frozenset()
    not_parsed: int = 0


def gather(
    files: Sequence[SourceFile],
    config: Config,
    cache: Cache,
    digests: dict[str, str],
    groups: Groups,
    baseline: Baseline | None,
    *,
    named: frozenset[str] | None = None,
) -> Gathered:
    """Choose among the files, and put the facts about the tree together. ``named`` are the files that are looked at
    whatever they hold; without it, the syntax of none is looked at beforehand."""
    grouped = frozenset(file.absolute for file in files if groups.of(file.absolute))
    choice = _choose(files, config, cache, digests, grouped, baseline)
    mattering = {file.absolute for part in (choice.checked, choice.summarised) for file in part} | (named or set())
    looked_at = [file for file in files if file.absolute in mattering]
    refused = {} if named is None else refusals(looked_at, config.jobs, cache)
    checked, summarised, patching = (
        tuple(file for file in part if file.absolute not in refused)
        for part in (choice.checked, choice.summarised, choice.patching)
    )
    summaries, problems = _summaries(summarised, config, cache)
    facts = TreeFacts.merge(
        summaries,
        registering=tuple(file.absolute for file in choice.registering),
        patching=tuple(file.absolute for file in patching),
        somewhere=choice.somewhere,
    )
    problems = (*refused.values(), *problems)
    return Gathered(checked, facts, problems, frozenset(refused), len(files) - len(looked_at))


def _choose(
    files: Sequence[SourceFile],
    config: Config,
    cache: Cache,
    digests: dict[str, str],
    grouped: frozenset[str],
    baseline: Baseline | None,
) -> ChosenFiles:
    """Which files matter depends on what all of them hold, so the answer is kept for just this tree. Which are of API
    groups depends on files outside of it besides."""
    tree = (f"{file.absolute} {digests.get(file.absolute)} {file.absolute in grouped}" for file in files)
    existing = frozenset(name.encode() for name in baseline.last_names) if baseline is not None else frozenset()
    contents = "\0".join((*tree, "" if baseline is None else baseline.digest))
    key = digest_of(contents.encode("utf-8", "surrogatepass"))
    if isinstance(cache.choice, list) and len(cache.choice) == 2 and cache.choice[0] == key:
        try:
            return decode(ChosenFiles, cache.choice[1])
        except MismatchError:
            pass
    chosen = relevant_files(files, config.vocabulary, config.feature_gates, grouped=grouped, existing=existing)
    choice = ChosenFiles(
        tuple(chosen.checked),
        tuple(chosen.summarised),
        tuple(chosen.registering),
        tuple(chosen.patching),
        tuple(sorted(chosen.somewhere)),
    )
    # A file that cannot be read any more was readable a moment ago; the next run will see.
    if not chosen.problems:
        cache.remember_choice([key, encode(choice)])
    return choice


def _summaries(
    files: Sequence[SourceFile], config: Config, cache: Cache
) -> tuple[list[FileSummary], tuple[Problem, ...]]:
    summaries: dict[SourceFile, FileSummary] = {}
    for file in files:
        known = cache.files.get(file.absolute)
        if known is not None and known.summary is not None:
            try:
                summaries[file] = decode(FileSummary, known.summary)
            except MismatchError:
                continue
    missing = [file for file in files if file not in summaries]
    outcomes = run_all(Task(_summarise, config), missing, config.jobs, lambda steps: None, worth_a_pool=_WORTH_A_POOL)
    problems = []
    for file, outcome in zip(missing, outcomes):
        if isinstance(outcome, Failure):
            problems.append(Problem(file.path, outcome.message))
        elif outcome is not None:
            summaries[file] = outcome
            if file.absolute in cache.files:
                cache.remember_summary(file.absolute, encode(outcome))
    return [summaries[file] for file in files if file in summaries], tuple(problems)


def _summarise(config: Config, file: SourceFile) -> FileSummary | None:
    from apivet.python.discover.summaries import summarise

    try:
        with open(file.absolute, "rb") as stream:
            data = stream.read()
    except OSError:
        return None
    return summarise(file.absolute, data, config)
