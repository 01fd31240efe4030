"""Files that a run is about: collecting them, reading them, and saying what is wrong with them."""

from __future__ import annotations

import os
import symtable
import warnings
from collections import deque
from collections.abc import Sequence
from typing import Final

from apivet.documents import reason
from apivet.program.collecting import Collector, entries_of, is_directory
from apivet.program.files import Collection, SourceError, bytes_at, display_path, is_below
from apivet.python.files.layout import SOURCES
from apivet.python.source.parsing import is_decodable, parse
from apivet.verdicts import Problem
from apivet.vocabulary import HubMapping

#: Directories that hold nothing that anybody wrote for this project, unless they lie where API types are looked for.
_SKIPPED: Final = frozenset(("__pycache__", "node_modules", "build", "dist", "site-packages"))
#: Directories that never hold a source file of anybody's, whether or not they are looked into: not worth counting.
_EMPTY: Final = frozenset(("__pycache__", ".git"))


def collect(
    paths: Sequence[str],
    exclude: Sequence[str] = (),
    root: str | None = None,
    hubs: Sequence[HubMapping] = (),
    base: str | None = None,
) -> Collection:
    """The source files below the given paths, each once, in the order of their printed names.

    A path that is given is always taken; directories that are walked leave out hidden ones, caches, build output and
    virtual environments, and what ``exclude`` (patterns as in the ``.gitignore`` of ``base``) matches. Below the
    directories of API groups, the default ones and those of ``hubs``, only the hidden ones and the caches are left out.
    """
    root = os.path.realpath(root or os.getcwd())
    collector = _PythonCollector(root, exclude, base or root, hubs)
    for path in paths:
        collector.take(path)
    return collector.result()


class _PythonCollector(Collector):
    def __init__(self, root: str, exclude: Sequence[str], base: str, hubs: Sequence[HubMapping]) -> None:
        super().__init__(root, exclude, base)
        self.passed_over = PassedOver(hubs)
        self._walked: set[str] = set()

    def take(self, path: str) -> None:
        """A path that somebody named."""
        absolute = os.path.normpath(os.path.join(self.root, path))
        try:
            if os.path.isdir(absolute):
                self._walk(absolute)
            elif os.path.isfile(absolute):
                if not is_python(absolute):
                    self.problem(absolute, "is no Python source file: its name ends with neither .py nor .pyi")
                    return
                self.named.add(absolute)
                self.add(absolute, os.path.realpath(absolute))
            else:
                self.refuse(absolute)
        except (OSError, ValueError) as error:
            self.problem(absolute, f"cannot be read: {reason(error)}")

    def _walk(self, top: str) -> None:
        """All files below a directory. Links to directories are followed last and once, so that loops end and what
        lies in the tree goes by its own name; one that leads above the directory is not: it leads to all that lies
        beside it, the whole machine perhaps."""
        start = os.path.realpath(top)
        pending, links = [(top, start)], deque[tuple[str, str]]()
        while pending or links:
            directory, real = pending.pop() if pending else links.popleft()
            if real in self._walked:
                continue
            self._walked.add(real)
            try:
                found = entries_of(directory)
            except OSError as error:
                self.problem(directory, f"cannot be read: {reason(error)}")
                continue
            names = {entry.name for entry in found}
            if directory != top and "pyvenv.cfg" in names:
                if self.passed_over.is_environment(display_path(directory, self.root)):
                    self.left_out += 1
                    self._walked.discard(real)  # a path that is named is meant
                    continue
            inside = self._entries(found, names, real)
            above = [each for each in inside if each[1] != start and is_below(start, each[1])]
            self.left_out += len(above)
            inside = [each for each in inside if each not in above]
            own = [each for each in inside if each[1] == os.path.join(real, os.path.basename(each[0]))]
            pending.extend(reversed(own))
            links.extend(each for each in inside if each not in own)

    def _entries(self, entries: list[os.DirEntry[str]], names: set[str], real: str) -> list[tuple[str, str]]:
        """Takes the files among the entries of a directory, which is really at ``real``; gives the directories to go
        on with, and where they really are. Only links are resolved: that takes a call for each part of the path."""
        directories = []
        for entry in entries:
            if is_directory(entry):
                if self.is_excluded(entry.path + "/") or self.passed_over.is_passed_over(entry.path, self.root):
                    self.left_out += entry.name not in _EMPTY and not _is_made_by_tools(entry.path)
                else:
                    directories.append((entry.path, _really(entry, real)))
            elif entry.name.endswith(SOURCES) and not (entry.name.endswith("i") and entry.name[:-1] in names):
                if self.is_excluded(entry.path):
                    self.left_out += 1
                else:
                    self._take_entry(entry, real)
        return directories

    def _take_entry(self, entry: os.DirEntry[str], directory: str) -> None:
        if self.is_file(entry):
            self.add(entry.path, _really(entry, directory))


class PassedOver:
    """Directories that a walk passes over. None that lies below a pattern of API groups is, whatever it is called."""

    def __init__(self, hubs: Sequence[HubMapping]) -> None:
        patterns = ("apis", *(text for hub in hubs for text in (hub.hub, hub.served, hub.storage)))
        fixed = (tuple(pattern.partition("{")[0].split(".")) for pattern in patterns)
        self._had: dict[tuple[str, str], bool] = {}
        #: The names of the directories that patterns begin with; the last part of one may be the start of a name.
        self._places = tuple(dict.fromkeys(parts if parts == ("apis",) else parts[:-1] for parts in fixed))

    def is_passed_over(self, directory: str, root: str = "") -> bool:
        """Whether a directory, whose printed path is as seen from ``root``, is not looked into for its name."""
        name = directory[directory.rfind(os.sep) + 1 :]
        if name.startswith(".") or name in _EMPTY:
            return True
        return name in _SKIPPED and not self._is_below_pattern(display_path(directory, root).split("/")[:-1])

    def has(self, directory: str, top: str, root: str) -> bool:
        """Whether a walk from ``top`` does not come to a directory, for its own name or that of one on the way."""
        above = os.path.dirname(directory)
        if directory in (top, above):
            return False
        if (directory, top) not in self._had:
            is_environment = os.path.exists(os.path.join(directory, "pyvenv.cfg"))
            self._had[directory, top] = (
                self.is_passed_over(directory, root)
                or (is_environment and self.is_environment(display_path(directory, root)))
                or self.has(above, top, root)
            )
        return self._had[directory, top]

    def is_environment(self, directory: str) -> bool:
        """Whether a directory with a ``pyvenv.cfg`` in it is taken for a virtual environment."""
        return not self._is_below_pattern(directory.split("/"))

    def _is_below_pattern(self, parts: Sequence[str]) -> bool:
        return any(
            tuple(parts[start : start + len(place)]) == place
            for place in self._places
            if place
            for start in range(len(parts) - len(place) + 1)
        )


def is_script(data: bytes) -> bool:
    """Whether the first line of a file says that Python runs it."""
    first = data.partition(b"\n")[0]
    return first.startswith(b"#!") and b"python" in first


def _is_made_by_tools(directory: str) -> bool:
    """Whether a directory keeps itself out of git, as caches do: it comes with a run, and a report is the same for the
    first one."""
    return b"*" in (bytes_at(os.path.join(directory, ".gitignore")) or b"").splitlines()


def is_python(path: str) -> bool:
    """Whether a file that somebody named is meant to be Python, by its name; scripts have no ending."""
    return os.path.splitext(path)[1] in (*SOURCES, ".pyw", "")


def _really(entry: os.DirEntry[str], directory: str) -> str:
    """The real path of an entry of a directory, when the directory's own path has no links in it."""
    return os.path.realpath(entry.path) if entry.is_symlink() else f"{directory.rstrip(os.sep)}{os.sep}{entry.name}"


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
    """The problem with a file's encoding or syntax, or ``None``."""
    if is_decodable(data) and _compiles(display_path, data):
        return None
    try:
        parse(display_path, data)
    except SourceError as error:
        return error.problem
    return None
