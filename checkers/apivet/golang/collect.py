"""Go files that a run is about: collecting them, and saying what is wrong with them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from apivet.documents import reason
from apivet.golang.files import Files
from apivet.golang.headers import clause_name
from apivet.golang.modules import VENDORED, is_source
from apivet.program.collecting import Collector, entries_of, is_directory
from apivet.program.files import Collection, display_path, is_below

#: Directories that hold nothing that is judged: dependencies, data of tests, and what the language leaves out.
_SKIPPED: Final = frozenset((VENDORED, "testdata", "node_modules"))


def collect(paths: Sequence[str], exclude: Sequence[str], root: str, base: str) -> Collection:
    """The Go files below the given paths, each once, in the order of their printed names.

    A path that is given is always taken; directories that are walked leave out dependencies, test data, directories
    that begin with ``_`` or ``.``, tests, and what ``exclude`` (patterns as in the ``.gitignore`` of ``base``) matches.
    """
    collector = _Collector(os.path.realpath(root), exclude, base)
    for path in paths:
        collector.take(path)
    found = collector.result()
    return replace(found, links=tuple(sorted(collector.links))) if found.files else found


class _Collector(Collector):
    def __init__(self, root: str, exclude: Sequence[str], base: str) -> None:
        super().__init__(root, exclude, base)
        self._walked: set[str] = set()
        self.links: set[str] = set()

    def take(self, path: str) -> None:
        """A path that somebody named. One that is not there is reported by the first language."""
        absolute = os.path.normpath(os.path.join(self.root, path))
        if os.path.isdir(absolute):
            self._walk(absolute)
        elif os.path.isfile(absolute) and absolute.endswith(".go"):
            self.named.add(absolute)
            self.add(absolute, os.path.realpath(absolute))
        elif absolute.endswith(".go"):
            self.refuse(absolute)

    def _walk(self, top: str) -> None:
        """All files below a directory. Links to directories are not followed: they lead to what is there anyway."""
        pending = [(top, os.path.realpath(top))]
        while pending:
            directory, real = pending.pop()
            if directory in self._walked:
                continue
            self._walked.add(directory)
            try:
                found = entries_of(directory)
            except OSError as error:
                self.problem(directory, f"cannot be read: {reason(error)}")
                continue
            entered = [entry for entry in found if self._is_entered(entry)]
            pending += [(entry.path, os.path.join(real, entry.name)) for entry in reversed(entered)]
            for entry in found:
                if entry.name.endswith(".go"):
                    self._take_entry(entry, real)
                elif entry.is_symlink():
                    self._note_link(entry.path, top)

    def _is_entered(self, entry: os.DirEntry[str]) -> bool:
        if not entry.is_dir(follow_symlinks=False):
            return False
        if is_skipped(entry.name):
            return False
        return not self._is_left_out(entry.path + "/")

    def _note_link(self, path: str, top: str) -> None:
        """Note a link to a directory that lies neither in the tree nor in what is walked."""
        is_walked = os.path.isdir(path) and not is_skipped(os.path.basename(path))
        if is_walked and not any(is_below(os.path.realpath(path), os.path.realpath(each)) for each in (self.root, top)):
            self.links.add(display_path(path, self.root))

    def _is_left_out(self, absolute: str) -> bool:
        is_excluded = self.is_excluded(absolute)
        self.left_out += is_excluded
        return is_excluded

    def _take_entry(self, entry: os.DirEntry[str], directory: str) -> None:
        if not is_source(entry.name) or is_directory(entry) or self._is_left_out(entry.path):
            return
        is_link = entry.is_symlink()
        if is_link and not os.path.exists(entry.path):
            return  # it leads nowhere, or in a circle: no build takes anything from there
        if self.is_file(entry):
            self.add(entry.path, os.path.realpath(entry.path) if is_link else os.path.join(directory, entry.name))


def is_skipped(name: str) -> bool:
    """Whether a walk passes over a directory for its name."""
    return name.startswith((".", "_")) or name in _SKIPPED


def sources_below(top: str, files: Files, is_excluded: Callable[[str], bool]) -> Iterator[str]:
    """The source files of a module, by its real directory; modules inside of it are others."""
    pending = [top]
    while pending:
        directory = pending.pop()
        for name in files.names(directory):
            path = os.path.join(directory, name)
            if is_source(name):
                if not is_excluded(path):
                    yield path
            elif not name.endswith(".go") and not is_skipped(name):
                inside = files.names(path)
                if inside and "go.mod" not in inside and files.real(path) == path and not is_excluded(path + "/"):
                    pending.append(path)


def is_walked(path: str, top: str) -> bool:
    """Whether a walk from ``top`` would come to a file below it; a file that is named is always taken."""
    return path == top or not any(
        is_skipped(name) for name in os.path.relpath(os.path.dirname(path), top).split(os.sep) if name != "."
    )


def is_of_tests(data: bytes) -> bool:
    """Whether a file belongs to a package of tests."""
    return b"_test" in data and clause_name(data).endswith("_test")
