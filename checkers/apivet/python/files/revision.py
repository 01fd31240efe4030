"""The files of an earlier revision, in the places of the tree where they would lie now."""

from __future__ import annotations

import os
from collections.abc import Iterable

from apivet.git import Repository
from apivet.program.collecting import matcher
from apivet.program.files import display_path
from apivet.program.front_end import Scope
from apivet.program.revision import RevisionBlobs, revision_blobs
from apivet.python.files.collect import PassedOver
from apivet.python.files.layout import SOURCES, DirectoryNames, FileSystem


class PythonRevisionFiles(FileSystem):
    """A file system that holds a revision and nothing else."""

    def __init__(self, blobs: RevisionBlobs) -> None:
        super().__init__()
        self._blobs = blobs
        self._names: dict[str, tuple[set[str], set[str]]] = {}
        for path in blobs.paths:
            self._enter(path)

    def _enter(self, path: str) -> None:
        """List a file in its directory, and that in the ones above."""
        directory, name = os.path.split(path)
        known = directory in self._names
        self._names.setdefault(directory, (set(), set()))[0].add(name)
        while not known and directory != os.path.dirname(directory):
            directory, name = os.path.split(directory)
            known = directory in self._names
            self._names.setdefault(directory, (set(), set()))[1].add(name)

    @property
    def paths(self) -> list[str]:
        """Every file, in order."""
        return self._blobs.paths

    def load(self, paths: Iterable[str]) -> None:
        """Read several files at once."""
        self._blobs.load(paths)

    def read(self, path: str) -> bytes:
        if path not in self._blobs:
            raise FileNotFoundError(f"not in the revision: {path}")
        return self._blobs.read(path)

    def is_file(self, path: str) -> bool:
        return path in self._blobs

    def _scan(self, directory: str) -> DirectoryNames:
        files, directories = self._names.get(directory, ((), ()))
        return DirectoryNames(frozenset(files), frozenset(directories))


def revision_files(repository: Repository, commit: str, directory: str) -> PythonRevisionFiles:
    """The files of a commit, where they would lie if what is in ``directory`` now were as it was then."""
    return PythonRevisionFiles(revision_blobs(repository, commit, directory))


def sources_below(files: PythonRevisionFiles, directory: str, scope: Scope, root: str) -> list[str]:
    """The files that a run over ``directory`` would have taken; ``root`` is what printed paths are relative to."""
    excluded = matcher(scope.exclude, scope.root)
    passed_over = PassedOver(scope.hubs)
    found = []
    left_out: dict[str, bool] = {}
    for path in files.paths:
        if path.endswith(SOURCES) and path.startswith(directory.rstrip("/") + "/"):
            if path.endswith("i") and files.is_file(path[:-1]):
                continue
            above = os.path.dirname(path)
            if above not in left_out:
                left_out[above] = _is_left_out(files, passed_over, directory, above, root)
            if not left_out[above] and not excluded(path):
                found.append(path)
    return found


def _is_left_out(files: PythonRevisionFiles, passed_over: PassedOver, top: str, directory: str, root: str) -> bool:
    """Whether a walk from ``top`` would not come to a directory."""
    while directory != top:
        shown = display_path(directory, root)
        is_environment = "pyvenv.cfg" in files.listing(directory).files and passed_over.is_environment(shown)
        if is_environment or passed_over.is_passed_over(shown):
            return True
        directory = os.path.dirname(directory)
    return False
