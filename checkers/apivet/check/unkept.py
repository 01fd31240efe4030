"""Files of a change that git does not keep as they are read: sources, and what decides how changes are judged. The base
of the next change is read from git's objects, so that it could not be held against these."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from apivet.base import TELLING, Base
from apivet.config import Config
from apivet.config.reading import CONFIG_FILES, has_table
from apivet.exceptions.owners import signers_beside
from apivet.front_ends import collect, trees
from apivet.git import are_alike
from apivet.program.collecting import pattern_of
from apivet.program.files import bytes_at, display_path, is_below
from apivet.verdicts import Problem

_LINK = (
    "is a new link, and what it leads to is read by its way alone: the next change could not be held against that; put "
    "here what it leads to, or have it lead to a source that is read by itself"
)
_GOVERNS = (
    "is a new link, and leads to what decides how changes are judged: a base has nothing that links lead to, so that "
    "it would not count for the next change; put the file itself here"
)
_SUBMODULE = (
    "is a submodule that has come or moved on: what it has is judged as it is, and held against nothing; have a "
    "gate in its own repository"
)
_FILTERED = (
    "git keeps something else in the place of this file, for its attribute '{}': the next change could not be held "
    "against it; keep it as it is"
)
#: The attributes for which git may keep something else.
_ATTRIBUTES = ("filter", "working-tree-encoding")


def unkept(paths: Sequence[str], config: Config, base: Base) -> Iterator[Problem]:
    """A problem for each new link that alone leads to sources, or leads to what decides how changes are judged, and for
    each such file in whose place git keeps something else; one that fails nothing for a submodule with sources. Raises
    :class:`~apivet.git_process.GitError`."""
    repository, root = base.repository, os.path.realpath(os.getcwd())
    head = repository.head()
    if head is None or head == base.commit:
        return
    links, submodules, kept = [], [], {}
    for entry in repository.changed(base.commit, head):
        path = os.path.join(repository.top, *entry.path.split("/"))
        if entry.is_link:
            links.append(path)
        elif entry.is_submodule:
            submodules.append(path)
        elif path.endswith(TELLING):
            kept[path] = entry.blob
    for link in _leading_alone(links, paths, config):
        yield Problem(display_path(link, root), _LINK)
    for link in links:
        if _governs(link, config):
            yield Problem(display_path(link, root), _GOVERNS)
    for submodule in _leading_alone(submodules, paths, config):
        yield Problem(display_path(submodule, root), _SUBMODULE, fatal=False)
    contents = repository.contents(kept.values())
    now = {path: bytes_at(path) for path in kept}
    unlike = [path for path, data in now.items() if data is not None and not are_alike(contents[kept[path]], data)]
    for path, attribute in repository.attributes(unlike, _ATTRIBUTES):
        yield Problem(display_path(path, root), _FILTERED.format(attribute))


def _leading_alone(links: Sequence[str], paths: Sequence[str], config: Config) -> Iterator[str]:
    """The links (or submodules) without which a run over these paths would read less."""
    if not links:
        return
    without = replace(config, exclude=(*config.exclude, *(pattern_of(link, config.root) for link in links)))
    read_else = set(_read(paths, without).values())
    alone = [path for path, real in _read(paths, config).items() if real not in read_else]
    yield from (link for link in links if any(is_below(path, link) for path in alone))


def _governs(link: str, config: Config) -> bool:
    """Whether a link leads to what decides how changes are judged."""
    if os.path.basename(link) in CONFIG_FILES and has_table(Path(link).parent):
        return True
    governing = (config.owners_path, signers_beside(config.owners_path), config.lock_path)
    return any(os.path.lexists(path) and is_below(path, link) for path in governing)


def _read(paths: Sequence[str], config: Config) -> dict[str, str]:
    """The sources that a run reads, and where each of them really is."""
    found = collect(paths, trees(config, os.getcwd()))
    return {file.absolute: os.path.realpath(file.absolute) for _, each in found for file in each.files}
