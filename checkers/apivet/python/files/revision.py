"""The files of an earlier revision, in the places of the tree where they would lie now."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence

from apivet.git import Repository, TreeEntry
from apivet.program.files import display_path
from apivet.python.files.collect import PassedOver, matcher
from apivet.python.files.layout import SOURCES, Files, Listing
from apivet.vocabulary import HubMapping


class RevisionFiles(Files):
    """A file system that holds a revision and nothing else. ``place`` is the directory that a part of the revision is
    put in, ``below`` where that part lies in it (empty, or with a slash at its end)."""

    def __init__(self, repository: Repository, entries: Iterable[TreeEntry], place: str, below: str) -> None:
        super().__init__()
        self._repository = repository
        self._blobs: dict[str, str] = {}
        self._contents: dict[str, bytes] = {}
        self._names: dict[str, tuple[set[str], set[str]]] = {}
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
        return sorted(self._blobs)

    def load(self, paths: Iterable[str]) -> None:
        """Read several files at once, which takes far less time than one after the other."""
        wanted = {path: self._blobs[path] for path in paths if path in self._blobs and path not in self._contents}
        contents = self._repository.contents(wanted.values())
        self._contents.update((path, contents[blob]) for path, blob in wanted.items())

    def read(self, path: str) -> bytes:
        if path not in self._blobs:
            raise FileNotFoundError(f"not in the revision: {path}")
        if path not in self._contents:
            self.load([path])
        return self._contents[path]

    def is_file(self, path: str) -> bool:
        return path in self._blobs

    def _scan(self, directory: str) -> Listing:
        files, directories = self._names.get(directory, ((), ()))
        return Listing(frozenset(files), frozenset(directories))


def revision_files(repository: Repository, commit: str, directory: str) -> RevisionFiles:
    """The files of a commit, where they would lie if what is in ``directory`` now were as it was then."""
    entries = repository.entries(commit)
    return RevisionFiles(repository, entries, directory, _place_in(repository, entries, repository.prefix))


def _place_in(repository: Repository, entries: Sequence[TreeEntry], prefix: str) -> str:
    """A revision's path of the directory that is at ``prefix`` now: the same, or the one that most files were
    moved from."""
    if not prefix or any(entry.path.startswith(prefix) for entry in entries):
        return prefix
    origins = Counter(repository.moved_into(prefix, entries))
    return min(origins, key=lambda origin: (-origins[origin], origin)) if origins else prefix


def sources_below(
    files: RevisionFiles, directory: str, exclude: Sequence[str], root: str, hubs: Sequence[HubMapping] = ()
) -> list[str]:
    """The files that a run over ``directory`` would have taken; ``root`` is what printed paths are relative to."""
    excluded = matcher(exclude)
    passed_over = PassedOver(hubs)
    found = []
    left_out: dict[str, bool] = {}
    for path in files.paths:
        if path.endswith(SOURCES) and path.startswith(directory.rstrip("/") + "/"):
            if path.endswith("i") and files.is_file(path[:-1]):
                continue
            above = os.path.dirname(path)
            if above not in left_out:
                left_out[above] = _is_left_out(files, passed_over, directory, above, root)
            if not left_out[above] and not excluded(display_path(path, root)):
                found.append(path)
    return found


def _is_left_out(files: RevisionFiles, passed_over: PassedOver, top: str, directory: str, root: str) -> bool:
    """Whether a walk from ``top`` would not come to a directory."""
    while directory != top:
        shown = display_path(directory, root)
        is_environment = "pyvenv.cfg" in files.listing(directory).files and passed_over.is_environment(shown)
        if is_environment or passed_over.is_passed_over(shown):
            return True
        directory = os.path.dirname(directory)
    return False
