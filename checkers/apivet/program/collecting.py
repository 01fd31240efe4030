"""Files of a tree that a run is about: the notes that a walk takes, whatever the language."""

from __future__ import annotations

import contextlib
import errno
import os
import re
from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from typing import Final

from apivet.documents import reason
from apivet.program.files import Collection, SourceFile, display_path
from apivet.verdicts import Problem

_WILD: Final = re.compile(r"[*?\[]")
_NAME: Final = attrgetter("name")
#: Entries by directory, while several languages go through the same ones.
_LISTED: Final[dict[str, list[os.DirEntry[str]]]] = {}
_is_shared = False


@contextlib.contextmanager
def listings_shared() -> Iterator[None]:
    """List each directory once as long as this lasts."""
    global _is_shared
    _is_shared = True
    try:
        yield
    finally:
        _is_shared = False
        _LISTED.clear()


def entries_of(directory: str) -> list[os.DirEntry[str]]:
    """The entries of a directory, in the order of their names. Raises :class:`OSError`."""
    found = _LISTED.get(directory)
    if found is None:
        with os.scandir(directory) as entries:
            found = sorted(entries, key=_NAME)
        if _is_shared:
            _LISTED[directory] = found
    return found


def is_directory(entry: os.DirEntry[str]) -> bool:
    """Whether an entry is a directory, or a link to one, whatever it is called."""
    try:
        return entry.is_dir()
    except OSError:
        return False


class Collector:
    """Files that are taken, paths that are left out, and problems with others. Names are as seen from ``root``, a real
    path, patterns of what to leave out as seen from ``base``: they stand in a file there."""

    def __init__(self, root: str, exclude: Sequence[str], base: str) -> None:
        self.root = root
        self.exclude = exclude
        self.named: set[str] = set()
        self.left_out = 0
        self._files: dict[str, SourceFile] = {}
        self._problems: set[Problem] = set()
        self._base = base
        self._excluded = matcher(exclude, base)
        self._excluded_paths: list[str] = []

    def result(self) -> Collection:
        """The files, each once, in the order of their printed names."""
        named = frozenset(file.absolute for file in self._files.values() if file.absolute in self.named)
        idle = tuple(pattern for pattern in self.exclude if not self._left_something_out(pattern))
        return Collection(sorted(self._files.values()), sorted(self._problems), named, self.left_out, idle)

    def _left_something_out(self, pattern: str) -> bool:
        """Whether a pattern matches something that was left out, or speaks of what lies below that: there nothing was
        looked at. One that takes something back is never idle."""
        matches = matcher([pattern], self._base)
        fixed = os.path.join(os.path.realpath(self._base), _WILD.split(pattern.lstrip("/"))[0])
        return pattern.lstrip().startswith(("!", "#")) or any(
            matches(path) or (path.endswith("/") and fixed.startswith(path)) for path in self._excluded_paths
        )

    def is_excluded(self, absolute: str) -> bool:
        """Whether the patterns leave out a path; that of a directory ends with a slash."""
        found = bool(self.exclude) and self._excluded(absolute)
        if found:
            self._excluded_paths.append(absolute)
        return found

    def problem(self, absolute: str, message: str) -> None:
        """Note what is wrong with a path."""
        shown = display_path(absolute, self.root).replace("\0", "\\0")
        self._problems.add(Problem(shown, message))

    def is_file(self, entry: os.DirEntry[str]) -> bool:
        """Whether an entry of a directory is a file; what else it is, is noted."""
        try:
            found = entry.is_file()
        except OSError as error:
            if error.errno != errno.ELOOP:
                self.problem(entry.path, f"cannot be read: {reason(error)}")
                return False
            found = False
        if not found:
            self.refuse(entry.path)
        return found

    def refuse(self, absolute: str) -> None:
        """Say why a path cannot be taken. A pipe, for one, would be waited for until somebody writes to it."""
        if os.path.exists(absolute):
            self.problem(absolute, "is neither a file nor a directory")
        elif os.path.islink(absolute):
            self.problem(absolute, "is a symbolic link that leads nowhere")
        else:
            self.problem(absolute, "no such file or directory")

    def add(self, absolute: str, real: str) -> None:
        """Take a file. Of several names for one its real one stands, else the first in order, whichever was met
        first."""
        name = SourceFile(display_path(absolute, self.root), absolute)
        known = self._files.get(real)
        if known is None or (absolute != real, name) < (known.absolute != real, known):
            self._files[real] = name


def matcher(exclude: Sequence[str], base: str) -> Callable[[str], bool]:
    """Whether an absolute path is one that the patterns of a directory, as in its ``.gitignore``, leave out; that of a
    directory ends with a slash."""
    if not exclude:
        return lambda path: False
    import pathspec

    matches = pathspec.GitIgnoreSpec.from_lines(exclude).match_file
    top = os.path.realpath(base)
    return lambda path: matches(display_path(path, top))


def pattern_of(path: str, base: str) -> str:
    """The pattern that leaves out a path, and what lies below it, and nothing else."""
    return "/" + re.sub(r"[\\*?\[\]\s]", r"\\\g<0>", display_path(path, os.path.realpath(base)))
