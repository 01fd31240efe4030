"""The files of an earlier revision, in the places of the tree where they would lie now."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence

from apivet.git import Repository, TreeEntry


class RevisionFiles:
    """A file system that holds a revision and nothing else; it has no links."""

    def __init__(self, repository: Repository, entries: Iterable[TreeEntry], place: str, below: str) -> None:
        self._repository = repository
        self._blobs: dict[str, str] = {}
        self._contents: dict[str, bytes] = {}
        self._entries: dict[str, set[str]] = {}
        for entry in entries:
            if entry.path.startswith(below):
                path = os.path.join(place, *entry.path[len(below) :].split("/"))
            else:
                path = os.path.join(repository.top, *entry.path.split("/"))
            if path not in self._blobs:
                self._blobs[path] = entry.blob
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
        return sorted(self._blobs)

    def load(self, paths: Iterable[str]) -> None:
        """Read several files at once, which takes far less time than one after the other."""
        wanted = {path: self._blobs[path] for path in paths if path in self._blobs and path not in self._contents}
        contents = self._repository.contents(wanted.values())
        self._contents.update((path, contents[blob]) for path, blob in wanted.items())

    def read(self, path: str) -> bytes | None:
        if path not in self._blobs:
            return None
        if path not in self._contents:
            directory = os.path.dirname(path)
            beside = (os.path.join(directory, name) for name in self._entries[directory] if name.endswith(".go"))
            self.load([path, *(beside if path.endswith(".go") else ())])
        return self._contents[path]

    def names(self, directory: str) -> tuple[str, ...]:
        return tuple(sorted(self._entries.get(directory, ())))

    def real(self, path: str) -> str:
        return path


def revision_files(repository: Repository, commit: str, directory: str) -> RevisionFiles:
    """The files of a commit, where they would lie if what is in ``directory`` now were as it was then."""
    entries = repository.entries(commit)
    return RevisionFiles(repository, entries, directory, _place_in(repository, entries, repository.prefix))


def _place_in(repository: Repository, entries: Sequence[TreeEntry], prefix: str) -> str:
    """A revision's path of the directory that is at ``prefix`` now: the same, or the one that most files were moved
    from."""
    if not prefix or any(entry.path.startswith(prefix) for entry in entries):
        return prefix
    origins = Counter(repository.moved_into(prefix, entries))
    return min(origins, key=lambda origin: (-origins[origin], origin)) if origins else prefix
