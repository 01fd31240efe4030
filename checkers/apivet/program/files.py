"""Source files, as a run names them, and what is wrong with some."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from apivet.documents import reason
from apivet.verdicts import Problem


class SourceFile(Struct, frozen=True, order=True):
    """A file to check: as it is printed, and where it is."""

    path: str
    absolute: str


class Collection(Struct):
    """The source files below the given paths, each once, in the order of their printed names."""

    files: list[SourceFile] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    #: The files that were named themselves, by their absolute paths.
    named: frozenset[str] = frozenset()
    #: Number of directories and files that a walk passed over.
    left_out: int = 0
    #: The patterns that left nothing out.
    idle: tuple[str, ...] = ()
    #: Files that can't be looked at, as an extra is not installed.
    passed_over: tuple[SourceFile, ...] = ()
    #: Links that lead out of the tree, and are not followed.
    links: tuple[str, ...] = ()

    def outside(self, directories: Sequence[str]) -> Collection:
        """The part of it that lies in none of these directories."""
        if not directories:
            return self
        files = [file for file in self.files if not any(is_below(file.absolute, each) for each in directories)]
        own = [each for each in self.problems if not any(is_below(os.path.abspath(each.path), d) for d in directories)]
        return replace(self, files=files, problems=own)


class SourceError(Exception):
    """A file that can't be used, with the one line that says so."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(f"{problem.path}:{problem.line}: {problem.message}")
        self.problem = problem


def bytes_at(path: str) -> bytes | None:
    """The bytes of a file; ``None`` where it can't be read, for those who need not say why. Of a pipe there are none:
    whoever opens it waits for somebody who writes."""
    try:
        with open(path, "rb", opener=_at_once) as stream:
            return stream.read() if stat.S_ISREG(os.fstat(stream.fileno()).st_mode) else None
    except (OSError, ValueError):
        return None


def _at_once(path: str, flags: int) -> int:
    """The descriptor of a file, without waiting for anybody."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def read(file: SourceFile) -> bytes | Problem:
    """The bytes of a file, or the problem with it."""
    try:
        with open(file.absolute, "rb") as stream:
            return stream.read()
    except (OSError, ValueError) as error:
        return Problem(file.path, f"cannot be read: {reason(error)}")


def newest_in(directory: str, names: re.Pattern[str], *, are_directories: bool = False) -> list[os.DirEntry[str]]:
    """The files, or the directories, whose names are of that form and that are no links, those that changed last first;
    none where the directory can't be read."""
    try:
        with os.scandir(directory) as entries:
            named = [each for each in entries if names.fullmatch(each.name) and not each.is_symlink()]
            found = [each for each in named if (each.is_dir() if are_directories else each.is_file())]
        return sorted(found, key=lambda entry: (-entry.stat().st_mtime_ns, entry.name))
    except OSError:
        return []


def with_one_slash(path: str) -> str:
    """A path as all compare it: two slashes in front lead where one does, except on Windows."""
    return f"/{path.lstrip('/')}" if os.sep == "/" and path.startswith("//") else path


def is_below(path: str, directory: str) -> bool:
    """Whether ``path`` is ``directory`` or lies in it."""
    return path == directory or path.startswith(directory.rstrip("/") + "/")


def display_path(path: str, root: str) -> str:
    """``path`` relative to ``root``, with ``/`` on every platform. The root itself, and what is on another drive, stays
    as it is."""
    if path == root:
        return path.replace(os.sep, "/")
    return path[len(root) :].lstrip("/").replace(os.sep, "/") if is_below(path, root) else relative(path, root)


def relative(path: str, root: str = os.curdir) -> str:
    """A path as seen from a directory, by default the working directory, with ``/``; absolute where it is on another
    drive."""
    try:
        return os.path.relpath(path, root).replace(os.sep, "/")
    except ValueError:
        return path.replace(os.sep, "/")
