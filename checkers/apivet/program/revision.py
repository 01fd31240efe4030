"""The files of an earlier revision, in the places of the tree where they would lie now."""

from __future__ import annotations

import os
from collections.abc import Iterable

from apivet.git import Repository, TreeEntry


class RevisionBlobs:
    """The content of a revision by path. ``place`` is the directory that a part of the revision is put in, ``below``
    where that part lies in it (empty, or with a slash at its end)."""

    def __init__(self, repository: Repository, entries: Iterable[TreeEntry], place: str, below: str) -> None:
        self._repository = repository
        self._blobs: dict[str, str] = {}
        self._contents: dict[str, bytes] = {}
        for entry in entries:
            if entry.path.startswith(below):
                path = os.path.join(place, *entry.path[len(below) :].split("/"))
            else:
                path = os.path.join(repository.top, *entry.path.split("/"))
            self._blobs.setdefault(path, entry.blob)

    def __contains__(self, path: str) -> bool:
        return path in self._blobs

    @property
    def paths(self) -> list[str]:
        """Every file, in order."""
        return sorted(self._blobs)

    def load(self, paths: Iterable[str]) -> None:
        """Read several files at once, which takes far less time than one after the other."""
        wanted = {path: self._blobs[path] for path in paths if path in self._blobs and path not in self._contents}
        contents = self._repository.contents(wanted.values())
        self._contents.update((path, contents[blob]) for path, blob in wanted.items())

    def is_loaded(self, path: str) -> bool:
        """Whether the content of a file is at hand."""
        return path in self._contents

    def read(self, path: str) -> bytes:
        """The content of a file of the revision."""
        if path not in self._contents:
            self.load([path])
        return self._contents[path]


def revision_blobs(repository: Repository, commit: str, directory: str) -> RevisionBlobs:
    """The files of a commit, where they would lie if what is in ``directory`` now were as it was then. Raises
    :class:`~apivet.git.GitError`."""
    entries = repository.entries(commit)
    return RevisionBlobs(repository, entries, directory, repository.former(commit, repository.prefix))
