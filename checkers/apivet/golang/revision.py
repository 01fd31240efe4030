"""The files of an earlier revision, in the places of the tree where they would lie now."""

from __future__ import annotations

import os
from collections.abc import Iterable

from apivet.git import Repository
from apivet.program.revision import RevisionBlobs, revision_blobs


class RevisionFiles:
    """A file system that holds a revision and nothing else; it has no links."""

    def __init__(self, blobs: RevisionBlobs) -> None:
        self._blobs = blobs
        self._entries: dict[str, set[str]] = {}
        for path in blobs.paths:
            self._enter(path)

    def _enter(self, path: str) -> None:
        """List a file in its directory, and that in the ones above."""
        while path != os.path.dirname(path):
            directory, name = os.path.split(path)
            if name in self._entries.setdefault(directory, set()):
                return
            self._entries[directory].add(name)
            path = directory

    @property
    def paths(self) -> list[str]:
        """Every file, in order."""
        return self._blobs.paths

    def load(self, paths: Iterable[str]) -> None:
        """Read several files at once."""
        self._blobs.load(paths)

    def read(self, path: str) -> bytes | None:
        if path not in self._blobs:
            return None
        if path.endswith(".go") and not self._blobs.is_loaded(path):
            directory = os.path.dirname(path)
            beside = (os.path.join(directory, name) for name in self._entries[directory] if name.endswith(".go"))
            self.load([path, *beside])
        return self._blobs.read(path)

    def names(self, directory: str) -> tuple[str, ...]:
        return tuple(sorted(self._entries.get(directory, ())))

    def real(self, path: str) -> str:
        return path


def revision_files(repository: Repository, commit: str, directory: str) -> RevisionFiles:
    """The files of a commit, where they would lie if what is in ``directory`` now were as it was then."""
    return RevisionFiles(revision_blobs(repository, commit, directory))
