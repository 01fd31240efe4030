"""The projects that a run is about: each file is judged with the configuration of the nearest table at or above it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from apivet.check.project_scope import tree_around
from apivet.config import Config, ConfigFinder
from apivet.config.reading import has_table
from apivet.front_ends import Collected, collect, trees
from apivet.program.files import Collection, is_below, relative
from apivet.program.front_end import SourceTree


class Project(Struct):
    """A part of a run that has one configuration: the paths of it, and the sources below these. The ``name`` is its
    directory as seen from the repository's root, where a run is about several."""

    config: Config
    paths: list[str]
    collected: Collected = field(default_factory=list)
    name: str = ""


#: Directories, among some, that had a configuration of their own earlier.
Earlier = Callable[[Sequence[str]], Iterable[str]]


def projects(
    paths: Sequence[str], finder: ConfigFinder, earlier: Earlier | None = None, *, strict: bool = False
) -> list[Project]:
    """The projects of these paths (without any, of the working directory): those that the paths lie in, and those below
    them that have sources; ``strict`` where sources that nobody can read are to fail the run. Where it matters what was
    ``earlier``, those too that had a configuration then, and those whose own leaves nothing to judge. Raises
    :class:`~apivet.config.ConfigError`."""
    found: dict[str, Project] = {}
    bare = [path for path in paths or ["."] if not finder.of(path).is_configured]
    for path in paths or ["."]:
        config = finder.of_all(bare) if path in bare else finder.of(path)
        found.setdefault(_place(config), Project(config, [])).paths.append(path)
    pending = list(found.values())
    while pending:
        project = pending.pop(0)
        collected = collect(project.paths, trees(project.config, os.getcwd()), strict=strict or project.config.strict)
        others = _other_tables(collected, project, earlier) if finder.searches else {}
        for directory, has_own in others.items():
            config = finder.of(directory)
            place = _place(config) if has_own else os.path.realpath(directory)
            project.config = replace(project.config, elsewhere=(*project.config.elsewhere, directory))
            if place not in found:
                found[place] = Project(config, [relative(directory)])
                pending.append(found[place])
        project.collected = [(tree, each.outside(project.config.elsewhere)) for tree, each in collected]
    every = list(found.values())
    named = every if earlier is not None else [each for each in every if _has_files(each.collected)] or every[:1]
    return named if len(named) == 1 else [*_named(named)]


def own_sources(config: Config) -> tuple[Collected, list[str]]:
    """The sources of a project as seen from its top, without those of projects below it, and where these are."""
    collected = collect([config.root], trees(config, config.root))
    others = _other_tables(collected, Project(config, [config.root]))
    return [(tree, each.outside(list(others))) for tree, each in collected], list(others)


def sources_around(path: str, config: Config, tree: SourceTree) -> Collection:
    """The sources of the project around a file, without those of projects below it."""
    top = tree_around(path, config)
    found = tree.collect([top])
    return found.outside(list(_other_tables([(tree, found)], Project(config, [top]))))


def _place(config: Config) -> str:
    return os.path.realpath(config.file if config.file is not None and config.is_configured else config.root)


def is_empty(project: Project, config: Config) -> bool:
    """Whether there is nothing to say of a project, by its own configuration and by another one."""
    if _has_files(project.collected):
        return False
    outer = collect(project.paths, trees(config, os.getcwd()))
    return not _has_files([(tree, each.outside(project.config.elsewhere)) for tree, each in outer])


def _has_files(collected: Collected) -> bool:
    """Whether there is anything to say of what was collected."""
    return any(each.files or each.problems for _, each in collected)


def _other_tables(collected: Collected, project: Project, earlier: Earlier | None = None) -> dict[str, bool]:
    """The directories below the paths of a project that have tables of their own, or had, and sources, each with
    whether it has one now."""
    tops = [os.path.abspath(path) for path in project.paths if os.path.isdir(path)]
    own = os.path.realpath(project.config.root)
    seen: set[str] = set(tops)
    for directory in sorted({os.path.dirname(file.absolute) for _, each in collected for file in each.files}):
        while directory not in seen and any(is_below(directory, top) for top in tops):
            seen.add(directory)
            directory = os.path.dirname(directory)
    below = sorted(seen.difference(tops))
    own_now = {each for each in below if has_table(Path(each))}
    had_one = earlier(below) if earlier is not None else ()
    found = {each for each in own_now.union(had_one) if os.path.realpath(each) != own}
    outermost = (each for each in found if not any(each != other and is_below(each, other) for other in found))
    return {each: each in own_now for each in sorted(outermost)}


def _named(several: Sequence[Project]) -> Iterator[Project]:
    from apivet.git import top_of

    top = os.path.realpath(top_of(os.getcwd()))
    for project in sorted(several, key=lambda each: _place(each.config)):
        name = os.path.relpath(os.path.realpath(project.config.root), top).replace(os.sep, "/")
        yield replace(project, name=name)
