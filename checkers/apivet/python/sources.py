"""Which files a run is about: collecting them, reading them, and saying what is wrong with them."""

from __future__ import annotations

import errno
import os
import symtable
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from apivet.python.layout import display_path
from apivet.python.relevance import (
    Choice,
    Relevance,
    SourceFile,
    read,
    reason,
    registering_files,
    relevant,
    relevant_files,
)
from apivet.verdicts import Problem

__all__ = [
    "SKIPPED",
    "Choice",
    "Collection",
    "Relevance",
    "SourceFile",
    "collect",
    "parse_problem",
    "read",
    "registering_files",
    "relevant",
    "relevant_files",
]

#: Directories that hold nothing that anybody wrote for this project.
SKIPPED: Final = frozenset(("__pycache__", "node_modules", "build", "dist", "site-packages"))


@dataclass(slots=True)
class Collection:
    """What the given paths hold."""

    files: list[SourceFile] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def collect(paths: Sequence[str], exclude: Sequence[str] = (), root: str | None = None) -> Collection:
    """The ``.py`` files below the given paths, each once, in the order of their printed names.

    A path that is given is always taken; directories that are walked leave out hidden ones, caches, build output and
    virtual environments, and what ``exclude`` (patterns as in ``.gitignore``) matches.
    """
    collector = _Collector(os.path.realpath(root or os.getcwd()), exclude)
    for path in paths:
        collector.take(path)
    return collector.result()


class _Collector:
    def __init__(self, root: str, exclude: Sequence[str]) -> None:
        self.root = root
        self.excluded = matcher(exclude)
        self.files: dict[str, SourceFile] = {}
        self.problems: set[Problem] = set()
        self._walked: set[str] = set()

    def result(self) -> Collection:
        return Collection(sorted(self.files.values()), sorted(self.problems))

    def take(self, path: str) -> None:
        """A path that somebody named."""
        absolute = os.path.normpath(os.path.join(self.root, path))
        try:
            if os.path.isdir(absolute):
                self._walk(absolute)
            elif os.path.isfile(absolute):
                self._add(absolute, os.path.realpath(absolute))
            else:
                self._refuse(absolute)
        except (OSError, ValueError) as error:
            self._problem(absolute, f"cannot be read: {reason(error)}")

    def _problem(self, absolute: str, message: str) -> None:
        shown = display_path(absolute, self.root).replace("\0", "\\0")
        self.problems.add(Problem(shown, message))

    def _add(self, absolute: str, real: str) -> None:
        # Of several names for one file its real one stands, else the first in order, whichever was met first.
        name = SourceFile(display_path(absolute, self.root), absolute)
        known = self.files.get(real)
        if known is None or (absolute != real, name) < (known.absolute != real, known):
            self.files[real] = name

    def _walk(self, top: str) -> None:
        """All files below a directory. Links to directories are followed once, so that loops end."""
        pending = [(top, os.path.realpath(top))]
        while pending:
            directory, real = pending.pop()
            if real in self._walked:
                continue
            self._walked.add(real)
            try:
                with os.scandir(directory) as entries:
                    found = sorted(entries, key=lambda entry: entry.name)
            except OSError as error:
                self._problem(directory, f"cannot be read: {reason(error)}")
                continue
            if directory != top and any(entry.name == "pyvenv.cfg" for entry in found):
                continue
            pending.extend(reversed(self._entries(found, real)))

    def _entries(self, entries: list[os.DirEntry[str]], real: str) -> list[tuple[str, str]]:
        """Takes the files among the entries of a directory, which is really at ``real``; gives the directories to go
        on with, and where they really are. Only links are resolved: that takes a call for each part of the path."""
        directories = []
        for entry in entries:
            try:
                is_directory = entry.is_dir()
            except OSError:
                is_directory = False
            if is_directory:
                if entry.name.startswith(".") or entry.name in SKIPPED:
                    continue
                if not self.excluded(display_path(entry.path, self.root) + "/"):
                    directories.append((entry.path, _really(entry, real)))
            elif entry.name.endswith(".py") and not self.excluded(display_path(entry.path, self.root)):
                self._take_entry(entry, real)
        return directories

    def _take_entry(self, entry: os.DirEntry[str], directory: str) -> None:
        try:
            is_file = entry.is_file()
        except OSError as error:
            if error.errno != errno.ELOOP:
                self._problem(entry.path, f"cannot be read: {reason(error)}")
                return
            is_file = False
        if is_file:
            self._add(entry.path, _really(entry, directory))
        else:
            self._refuse(entry.path)

    def _refuse(self, absolute: str) -> None:
        """Say why a path cannot be taken. A pipe, for one, would be waited for until somebody writes to it."""
        if os.path.exists(absolute):
            self._problem(absolute, "is neither a file nor a directory")
        elif os.path.islink(absolute):
            self._problem(absolute, "is a symbolic link that leads nowhere")
        else:
            self._problem(absolute, "no such file or directory")


def _really(entry: os.DirEntry[str], directory: str) -> str:
    """Where an entry of a directory really is, when the directory's own path has no links in it."""
    return os.path.realpath(entry.path) if entry.is_symlink() else os.path.join(directory, entry.name)


def matcher(exclude: Sequence[str]) -> Callable[[str], bool]:
    """Whether a printed path is one that the patterns leave out; that of a directory ends with a slash."""
    if not exclude:
        return lambda path: False
    import pathspec

    return pathspec.GitIgnoreSpec.from_lines(exclude).match_file


def _compiles(name: str, data: bytes) -> bool:
    """Whether the compiler's first stages take a file. A symbol table is built without making Python objects of the
    whole tree, which takes about half the time of :func:`ast.parse`; what it refuses is looked at again by that."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            symtable.symtable(data, name, "exec")  # type: ignore[arg-type]  # the stubs know text only
        except (SyntaxError, ValueError, LookupError, OverflowError, RecursionError, MemoryError):
            return False
    return True


def parse_problem(display_path: str, data: bytes) -> Problem | None:
    """What is wrong with a file's encoding or syntax, if anything is."""
    from apivet.python.source import SourceError, parse

    if _compiles(display_path, data):
        return None
    try:
        parse(display_path, data)
    except SourceError as error:
        return error.problem
    return None
