"""Go files that a run is about: collecting them, and saying what is wrong with them."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import Final

from apivet.golang.constraints import TAGS, is_built
from apivet.golang.modules import is_source
from apivet.program.files import Collection, SourceFile, display_path, reason
from apivet.verdicts import Problem

#: Directories that hold nothing that is judged: dependencies, data of tests, and what the language leaves out.
_SKIPPED: Final = frozenset(("vendor", "testdata", "node_modules"))
_TEST_PACKAGE: Final = re.compile(rb"^package[ \t]+\w+_test\b", re.MULTILINE)


def collect(paths: Sequence[str], exclude: Sequence[str], root: str) -> Collection:
    """The Go files below the given paths, each once, in the order of their printed names.

    A path that is given is always taken; directories that are walked leave out dependencies, test data, directories
    that begin with ``_`` or ``.``, tests, and what ``exclude`` (patterns as in ``.gitignore``) matches.
    """
    collector = _Collector(os.path.realpath(root), exclude)
    for path in paths:
        collector.take(path)
    named = frozenset(file.absolute for file in collector.files.values() if file.absolute in collector.named)
    idle = tuple(pattern for pattern in exclude if not _matches_any(pattern, collector.excluded_paths))
    return Collection(sorted(collector.files.values()), sorted(collector.problems), named, collector.left_out, idle)


class _Collector:
    def __init__(self, root: str, exclude: Sequence[str]) -> None:
        self.root = root
        self.named: set[str] = set()
        self.left_out = 0
        self.files: dict[str, SourceFile] = {}
        self.problems: set[Problem] = set()
        self.excluded_paths: list[str] = []
        self._walked: set[str] = set()
        self._excluded = Patterns(exclude)

    def take(self, path: str) -> None:
        """A path that somebody named. One that is not there is told by the first language."""
        absolute = os.path.normpath(os.path.join(self.root, path))
        if os.path.isdir(absolute):
            self._walk(absolute)
        elif os.path.isfile(absolute) and absolute.endswith(".go"):
            self.named.add(absolute)
            self._add(absolute)
        elif absolute.endswith(".go"):
            self._problem(absolute, "no such file or directory" if not os.path.exists(absolute) else "is no file")

    def _problem(self, absolute: str, message: str) -> None:
        self.problems.add(Problem(display_path(absolute, self.root).replace("\0", "\\0"), message))

    def _add(self, absolute: str) -> None:
        real = os.path.realpath(absolute)
        name = SourceFile(display_path(absolute, self.root), absolute)
        known = self.files.get(real)
        if known is None or (absolute != real, name) < (known.absolute != real, known):
            self.files[real] = name

    def _walk(self, top: str) -> None:
        """All files below a directory. Links to directories are not followed: they lead to what is there anyway."""
        pending = [top]
        while pending:
            directory = pending.pop()
            if directory in self._walked:
                continue
            self._walked.add(directory)
            try:
                with os.scandir(directory) as entries:
                    found = sorted(entries, key=lambda entry: entry.name)
            except OSError as error:
                self._problem(directory, f"cannot be read: {reason(error)}")
                continue
            pending += reversed([entry.path for entry in found if self._is_entered(entry)])
            for entry in found:
                if entry.name.endswith(".go"):
                    self._take_entry(entry)

    def _is_entered(self, entry: os.DirEntry[str]) -> bool:
        if not entry.is_dir(follow_symlinks=False):
            return False
        if is_skipped(entry.name):
            return False
        return not self._is_left_out(display_path(entry.path, self.root) + "/")

    def _is_left_out(self, shown: str) -> bool:
        if not self._excluded(shown):
            return False
        self.left_out += 1
        self.excluded_paths.append(shown)
        return True

    def _take_entry(self, entry: os.DirEntry[str]) -> None:
        if not is_source(entry.name) or not entry.is_file():
            return
        if not self._is_left_out(display_path(entry.path, self.root)):
            self._add(entry.path)


def _matches_any(pattern: str, paths: Sequence[str]) -> bool:
    """Whether a pattern leaves out any of these paths; one that takes something back is never idle."""
    return pattern.lstrip().startswith(("!", "#")) or any(map(Patterns([pattern]), paths))


def is_skipped(name: str) -> bool:
    """Whether a walk passes over a directory for its name."""
    return name.startswith((".", "_")) or name in _SKIPPED


def is_walked(path: str, top: str) -> bool:
    """Whether a walk from ``top`` would come to a file below it."""
    return not any(
        is_skipped(name) for name in os.path.relpath(os.path.dirname(path), top).split(os.sep) if name != "."
    )


class Patterns:
    """Patterns of paths that are left out, as in ``.gitignore``."""

    def __init__(self, exclude: Sequence[str]) -> None:
        self._spec = None
        if exclude:
            import pathspec

            self._spec = pathspec.GitIgnoreSpec.from_lines(exclude)

    def __call__(self, path: str) -> bool:
        return self._spec is not None and self._spec.match_file(path)


def is_looked_at(name: str, data: bytes, tags: frozenset[str] = TAGS) -> bool:
    """Whether a file belongs to the build that is judged, and to a package that is no test."""
    return is_built(name, data, tags) and _TEST_PACKAGE.search(data) is None
