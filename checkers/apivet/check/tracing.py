"""The account of a hook that somebody asks about (``apivet trace``)."""

from __future__ import annotations

import os
from collections.abc import Sequence

from apivet import catalogue
from apivet.cache import Cache
from apivet.check.gathering import gather
from apivet.check.project_scope import with_project_scope
from apivet.config import Config
from apivet.conventions.docket import Docket
from apivet.conventions.hook_trace import SubjectTrace, trace_hook
from apivet.conventions.registry import house
from apivet.conventions.rulings import Bench
from apivet.front_ends import tree_of, trees
from apivet.program.files import SourceError
from apivet.program.source_program import SourceProgram


class NotTracedError(Exception):
    """No hook can be traced; ``str`` of it says why, and names those that there are."""


def trace(path: str, names: Sequence[str], config: Config) -> list[SubjectTrace]:
    """The accounts of the hooks that ``names`` choose in a file: a strategy, a strategy and a hook, or nothing for all.
    They are seen as a run over that file alone sees them.
    Raises :class:`NotTracedError`."""
    tree = tree_of(os.path.abspath(path), trees(config, os.getcwd()))
    collected = tree.collect([path])
    known = gather(collected.files, tree, config, Cache(None, "", {}), {}, None, named=collected.named)
    scoped = with_project_scope(known, tree, collected.files, [path], config)
    return trace_of(tree.program(scoped.facts), path, names, config)


def trace_of(program: SourceProgram, path: str, names: Sequence[str], config: Config) -> list[SubjectTrace]:
    """The accounts of hooks of a program. Raises :class:`NotTracedError`."""
    try:
        contents = program.contents(os.path.abspath(path))
    except SourceError as error:
        raise NotTracedError(f"{error.problem.path}:{error.problem.line or 1}: {error.problem.message}") from None
    benches = Docket(contents, program, config).asked(house())
    active = config.active_rules(catalogue.load(config.plugins))
    found = [traced for bench in benches if (traced := _traced(bench, names, active)) is not None]
    if not found:
        raise NotTracedError(_nothing_found(path, names, benches))
    return found


def _traced(bench: Bench, names: Sequence[str], active: frozenset[str]) -> SubjectTrace | None:
    subject = bench.subject
    last = subject.name.rpartition(".")[2]
    if names and last != names[0]:
        return None
    trials = [subject.trial(notion) for notion in subject.hooks]
    hooks = [
        trace_hook(subject, trial)
        for trial in trials
        if len(names) < 2 or names[1] in (trial.notion, trial.function.name if trial.function else None)
    ]
    object_type = subject.object_type.dotted if subject.object_type is not None else None
    rulings = tuple(ruling for ruling in bench.rulings if ruling.rule in active)
    traced = SubjectTrace(subject.program.words, subject.name, subject.role, object_type, tuple(hooks), rulings)
    return traced if hooks else None


def _nothing_found(path: str, names: Sequence[str], benches: Sequence[Bench]) -> str:
    """The reason why nothing can be traced, with the names that can be asked for."""
    known: dict[str, list[str]] = {}
    for bench in benches:
        hooks = known.setdefault(bench.subject.name.rpartition(".")[2], [])
        hooks += [bench.subject.program.words.names_of(hook)[0] for hook in bench.subject.hooks]
    if not known:
        return f"{path} has no strategy and no registered hook"
    if names and names[0] in known:
        return f"{names[0]} has no hook '{names[-1]}'; it has {', '.join(sorted(set(known[names[0]])))}"
    return f"{path} has no strategy '{names[0]}'; it has {', '.join(sorted(known))}"
