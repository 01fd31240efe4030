"""The files of a project that hooks get a copy of."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator

from apivet.blackbox.protocol.scratch import ProjectFiles
from apivet.config import Config, ConfigError
from apivet.git import Repository
from apivet.git_process import GitError

_MOST_FILES, _MOST_BYTES = 50_000, 500_000_000
#: Directories that hold nothing but what can be made again.
_CACHES = frozenset(
    ("__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis", ".tox", ".nox", ".apivet")
)
_FOREIGN = frozenset((".git", ".hg", ".svn", "node_modules"))
_OF_ENVIRONMENT = "pyvenv.cfg"


def project_tree(config: Config) -> ProjectFiles:
    """The files that are copied: what git tracks or does not ignore, outside of git all but caches; never a virtual
    environment. Raises :class:`~apivet.config.ConfigError` where that is too much."""
    root = _root(config)
    try:
        names: Iterable[str] = Repository(root).files()
    except GitError:
        names = _walked(root)
    files, size = [], 0
    environments = set()
    for name in names:
        try:
            size += os.lstat(os.path.join(root, name)).st_size
        except OSError:
            continue  # deleted, and git does not know yet
        files.append(name)
        if os.path.basename(name) == _OF_ENVIRONMENT:
            environments.add(os.path.dirname(name) + os.sep)
        if len(files) > _MOST_FILES or size > _MOST_BYTES:
            most = f"{_MOST_FILES:,} files or {_MOST_BYTES // 1_000_000} MB"
            remedy = "--no-sandbox lets hooks run in the project itself"
            raise ConfigError([f"{root} holds more than {most}, too much to give hooks a copy of it: {remedy}"])
    foreign = tuple(environments)
    files = [name for name in files if not name.startswith(foreign)] if foreign else files
    return ProjectFiles(root, (*files, *_empty_among(root, files)))


def _empty_among(root: str, files: Iterable[str]) -> Iterator[str]:
    """The directories beside the files that nothing is in: somebody may want to write there."""
    for directory in sorted({os.path.dirname(name) for name in (*files, "")}):
        with contextlib.suppress(OSError), os.scandir(os.path.join(root, directory)) as entries:
            for entry in sorted(entries, key=lambda each: each.name):
                is_own = entry.is_dir(follow_symlinks=False) and entry.name not in _CACHES | _FOREIGN
                if is_own and not os.listdir(entry.path):
                    yield os.path.join(directory, entry.name)


def _root(config: Config) -> str:
    """The directory around all that is the project's, as far as one repository holds it."""
    own = os.path.realpath(config.root)
    places = [own, *map(os.path.realpath, (os.getcwd(), *config.source_roots))]
    above = os.path.commonpath(places)
    if above == own:
        return own
    try:
        return above if os.path.commonpath((Repository(own).top, above)) == Repository(own).top else own
    except (GitError, ValueError):
        return own


def _walked(root: str) -> Iterator[str]:
    for directory, directories, files in os.walk(root):
        if _OF_ENVIRONMENT in files:
            directories.clear()
            continue
        directories[:] = sorted(name for name in directories if name not in _CACHES and name not in _FOREIGN)
        linked = [name for name in directories if os.path.islink(os.path.join(directory, name))]
        for name in sorted((*files, *linked)):
            yield os.path.relpath(os.path.join(directory, name), root)
