"""Layout of modules: from a file to its dotted name, and from an import to a file.

A directory tree does not say which of its directories are import roots. Configured source roots do; without them a
file's name is seen from the working directory, unless the layout (``src/``, a directory with its own project file) or
the imports written next to the file show that a directory further down is the one that imports start from.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from apivet.documents import PROJECT_FILES
from apivet.program.files import display_path, is_below

#: Libraries whose meaning is known by name. A file of that name beside the importing one is not what is imported.
_LIBRARIES: Final = frozenset(("attr", "attrs", "msgspec", "pydantic", "typing_extensions"))
_WELL_KNOWN: Final = frozenset(sys.stdlib_module_names) | _LIBRARIES
#: Modules that are loaded before a program is, and a library that is itself a file among installed packages.
_NOT_STOOD_IN_FOR: Final = frozenset(sys.builtin_module_names) | {
    *("abc", "codecs", "encodings", "genericpath", "io", "ntpath", "os", "posixpath", "site", "stat", "zipimport"),
    "typing_extensions",
}
_ROOT_NAMES: Final = ("src", "lib")
_IMPORTED: Final = re.compile(rb"^[ \t]*(?:from|import)[ \t]+([A-Za-z_]\w*)", re.MULTILINE)
#: Extensions of source files. A stub is read where there is no module beside it.
SOURCES: Final = (".py", ".pyi")
#: The files that make a package of a directory.
PACKAGE_FILES: Final = ("__init__.py", "__init__.pyi")
#: The directory that the interpreter makes for what it has compiled.
_CACHED: Final = "__pycache__"
#: Packages without a file of their own that lie inside each other, and hold a module at last.
_NAMESPACES: Final = 3
_TEST_DIRECTORIES: Final = frozenset(("tests", "test", "testing", "testdata"))
#: Files of a directory that are read to learn how they name their own package.
_SAMPLE: Final = 24


class DirectoryNames(Struct, frozen=True):
    """The names in a directory."""

    files: frozenset[str]
    directories: frozenset[str]


_NOTHING: Final = DirectoryNames(frozenset(), frozenset())


class FileSystem:
    """The file system, with unsaved editor buffers laid over it."""

    def __init__(self) -> None:
        self._buffers: dict[str, bytes] = {}
        self._listings: dict[str, DirectoryNames] = {}

    def override(self, path: str, data: bytes | None) -> None:
        """Let ``path`` hold ``data``, whatever is on disk; ``None`` for just that."""
        if data is None:
            self._buffers.pop(path, None)
        else:
            self._buffers[path] = data

    def forget(self) -> None:
        """Drop what was learnt of directories."""
        self._listings.clear()

    def read(self, path: str) -> bytes:
        """The bytes of a file. Raises ``OSError``."""
        if path in self._buffers:
            return self._buffers[path]
        with open(path, "rb") as stream:
            return stream.read()

    def is_file(self, path: str) -> bool:
        """Whether there is a file to read."""
        return path in self._buffers or os.path.isfile(path)

    def listing(self, directory: str) -> DirectoryNames:
        """The names in a directory; nothing where it can't be read."""
        listing = self._listings.get(directory)
        if listing is None:
            if len(self._listings) > 4096:
                self._listings.clear()
            listing = self._listings[directory] = self._scan(directory)
        return listing

    def _scan(self, directory: str) -> DirectoryNames:
        files: set[str] = set()
        directories: set[str] = set()
        try:
            with os.scandir(directory) as entries:
                for entry in entries:
                    # A link in a circle is neither, and a pipe would be waited for until somebody writes to it.
                    with contextlib.suppress(OSError):
                        if entry.is_dir():
                            directories.add(entry.name)
                        elif entry.is_file():
                            files.add(entry.name)
        except (OSError, ValueError):
            pass
        prefix = directory.rstrip("/") + "/"
        for path in self._buffers:
            if path.startswith(prefix):
                first, _, rest = path[len(prefix) :].partition("/")
                (directories if rest else files).add(first)
        return DirectoryNames(frozenset(files), frozenset(directories)) if files or directories else _NOTHING


class Layout:
    """Maps files to modules and imports to files."""

    def __init__(
        self, files: FileSystem, root: str, source_roots: tuple[str, ...], directories: tuple[str, ...]
    ) -> None:
        self.files = files
        self.root = root
        self.source_roots = tuple(os.path.normpath(os.path.join(root, entry)) for entry in source_roots)
        self._directories = directories
        self._package_roots: list[str] | None = None
        self._named_from: dict[str, str] = {}
        self._imports: dict[str, set[str]] = {}
        self._found: dict[tuple[str, str], str | None] = {}

    def forget(self) -> None:
        """Drop what was learnt from the file system."""
        self.files.forget()
        self._named_from.clear()
        self._imports.clear()
        self._found.clear()
        self._package_roots = None

    def display(self, path: str) -> str:
        """A path as it is printed: relative to the working directory where it lies below it, with ``/``."""
        return display_path(path, self.root)

    # -------------------------------------------------------------------------------------------- file to name

    def dotted(self, path: str) -> str:
        """The dotted name of the module (or namespace directory) at ``path``."""
        directory, name = os.path.split(path)
        base = self.import_root(directory if name.endswith(SOURCES) else path)
        return dotted_below(path, base)

    def import_root(self, directory: str) -> str:
        """The directory that the dotted names of the files in ``directory`` start from."""
        base = self._named_from.get(directory)
        if base is None:
            base = self._named_from[directory] = self._choose_root(directory)
        return base

    def _choose_root(self, directory: str) -> str:
        containing = [root for root in self.source_roots if is_below(directory, root)]
        if containing:
            return max(containing, key=len)
        is_inside = is_below(directory, self.root)
        ceiling = self.root if is_inside else "/"
        top = directory
        while top != ceiling and self._is_package(top):
            top = os.path.dirname(top)
        candidates = [top]
        while candidates[-1] != ceiling:
            candidates.append(os.path.dirname(candidates[-1]))
        for number, base in enumerate(candidates, 1):
            if base != ceiling and self._looks_like_root(base):
                return base
            if base != ceiling and not os.path.basename(base).isidentifier():
                if is_inside:
                    return base
                candidates = candidates[:number]
                break
        if len(candidates) == 1:
            return ceiling if is_inside else top
        imported = self._imported_names(directory, candidates)
        for base in reversed(candidates):
            first = directory[len(base) :].strip("/").partition("/")[0]
            if first in imported:
                return base
        return ceiling if is_inside else self._top_of_others(top)

    def _top_of_others(self, directory: str) -> str:
        """The directory around all files outside of the working directory, where this one is among them: where that
        lies says nothing about their names."""
        others = [each for each in self._directories if not is_below(each, self.root)]
        shared = os.path.commonpath(others) if others else directory
        while self._is_package(shared):
            shared = os.path.dirname(shared)
        return shared if is_below(directory, shared) and shared != "/" else directory

    def names_around(self, directory: str) -> tuple[str, ...]:
        """The names that decide what imports of the files in a directory lead to: in source roots, in it, and in those
        above it up to the project's, outside of that up to the one that holds its packages."""
        is_inside = is_below(directory, self.root)
        ways = [*self.source_roots, os.path.join(self.root, "src"), directory]
        while ways[-1] not in (self.root, os.path.dirname(ways[-1])) and (is_inside or self._is_package(ways[-1])):
            ways.append(os.path.dirname(ways[-1]))
        return tuple(name for way in ways for name in self._names_in(way))

    def _names_in(self, directory: str) -> Iterator[str]:
        listing = self.files.listing(directory)
        yield directory
        yield from (each for each in sorted(listing.files) if each.endswith(SOURCES) or each in PROJECT_FILES)
        yield from (f"{each}/" for each in _modules_in(listing) if self._holds_sources(os.path.join(directory, each)))

    def _holds_sources(self, directory: str, depth: int = _NAMESPACES) -> bool:
        """Whether a directory has source files, or one below it has, so that it may be imported."""
        listing = self.files.listing(directory)
        if any(each.endswith(SOURCES) for each in listing.files):
            return True
        below = (os.path.join(directory, each) for each in _modules_in(listing))
        return depth > 1 and any(self._holds_sources(each, depth - 1) for each in below)

    def package_file(self, directory: str) -> str | None:
        """The file that makes a package of a directory, where there is one."""
        present = self.files.listing(directory).files
        return next((os.path.join(directory, name) for name in PACKAGE_FILES if name in present), None)

    def _is_package(self, directory: str) -> bool:
        return self.package_file(directory) is not None

    def _looks_like_root(self, base: str) -> bool:
        if os.path.basename(base) in _ROOT_NAMES:
            return True
        present = self.files.listing(base).files
        return any(name in present for name in PROJECT_FILES)

    def _imported_names(self, directory: str, candidates: list[str]) -> set[str]:
        """First names of what the files in and around ``directory`` import."""
        top = candidates[0]
        directories = [directory]
        while directories[-1] != top and is_below(directories[-1], top):
            directories.append(os.path.dirname(directories[-1]))
        return {name for place in directories[:4] for name in self._imported_in(place)} - _WELL_KNOWN

    def _imported_in(self, place: str) -> set[str]:
        """First names of what the files of one directory import. Looked up once: the directories below it ask, too."""
        imported = self._imports.get(place)
        if imported is None:
            imported = self._imports[place] = set()
            sample = sorted(name for name in self.files.listing(place).files if name.endswith(".py"))[:_SAMPLE]
            for name in sample:
                try:
                    data = self.files.read(os.path.join(place, name))
                except OSError:
                    continue
                imported.update(found.decode() for found in imported_names(data))
        return imported

    # ------------------------------------------------------------------------------------------ import to file

    def find(self, importer: str, dotted: str) -> str | None:
        """The file (or namespace directory) that ``import dotted`` in the file ``importer`` means, in the tree."""
        key = (os.path.dirname(importer), dotted)
        if key not in self._found:
            if len(self._found) > 65536:
                self._found.clear()
            self._found[key] = self._find(key[0], dotted.split("."))
        return self._found[key]

    def ways_to(self, importer: str, dotted: str) -> list[str]:
        """The directories that an import comes to, and no further, which means no file of the tree."""
        found = []
        for base in self._search_path(os.path.dirname(importer), False):
            directory = base
            for part in dotted.split("."):
                if part not in self.files.listing(directory).directories:
                    break
                directory = os.path.join(directory, part)
            found += [directory] if directory != base else []
        return found

    def _find(self, directory: str, parts: list[str]) -> str | None:
        namespace = None
        well_known = parts[0] in _WELL_KNOWN
        for base in self._search_path(directory, well_known):
            if well_known and not self._stands_in(base, parts[0], directory):
                continue
            path = self.find_below(base, parts)
            if path is not None:
                if path.endswith(SOURCES):
                    return path
                namespace = namespace or path
        return namespace

    def _stands_in(self, base: str, name: str, directory: str) -> bool:
        """Whether what lies below a directory is imported in the place of the well-known module of that name."""
        package = os.path.join(base, name)
        if self._is_package(package):
            # Among installed packages: what a library means is known, whatever its source looks like.
            return name not in _LIBRARIES or is_below(directory, package)
        return (
            name not in _NOT_STOOD_IN_FOR
            and f"{name}.py" in self.files.listing(base).files
            and self._looks_like_root(base)
        )

    def _search_path(self, directory: str, configured_only: bool) -> list[str]:
        """Directories in which an import is looked for: configured roots, then those above the importing file, nearest
        first (a package's own directory is none), then the working directory and the roots of other files."""
        search = list(self.source_roots)
        if not configured_only:
            ceiling = self.root if is_below(directory, self.root) else "/"
            current = directory
            while current not in (ceiling, os.path.dirname(current)):
                if not self._is_package(current):
                    search.append(current)
                current = os.path.dirname(current)
        search.append(self.root)
        if not configured_only:
            search.extend(self._roots_of_packages())
            search.append(os.path.join(self.root, "src"))
            if not is_below(directory, self.root):
                search.append("/")
        return list(dict.fromkeys(search))

    def _roots_of_packages(self) -> list[str]:
        """The directories above the packages of the files of this run."""
        if self._package_roots is None:
            roots = set()
            for directory in self._directories:
                top = directory
                while len(top) > 1 and self._is_package(top):
                    top = os.path.dirname(top)
                if top != directory:
                    roots.add(top)
            self._package_roots = sorted(roots)
        return self._package_roots

    def find_below(self, directory: str, parts: list[str]) -> str | None:
        """The module with these names below a directory; a directory without ``__init__.py`` is a namespace."""
        for index, part in enumerate(parts):
            listing = self.files.listing(directory)
            child = os.path.join(directory, part)
            last = index == len(parts) - 1
            package = self.package_file(child) if part in listing.directories else None
            ending = next((ending for ending in SOURCES if f"{part}{ending}" in listing.files), None)
            if package is not None:
                if last:
                    return package
            elif ending is not None:
                return child + ending if last else None
            elif part in listing.directories:
                if last:
                    return child
            else:
                return None
            directory = child
        return None


def _modules_in(listing: DirectoryNames) -> list[str]:
    """The directories that an import may name."""
    return sorted(each for each in listing.directories if each.isidentifier() and each != _CACHED)


def imported_names(data: bytes) -> frozenset[bytes]:
    """The first names of what a file imports, which may tell where names of modules begin."""
    return frozenset(_IMPORTED.findall(data))


def dotted_below(path: str, base: str) -> str:
    """The dotted name of the module (or namespace directory) at ``path``, seen from the directory ``base``."""
    relative = path[len(base) :].strip("/") if is_below(path, base) else path.strip("/")
    parts = relative.split("/")
    if parts[-1] in PACKAGE_FILES:
        parts.pop()
    elif parts[-1].endswith(SOURCES):
        parts[-1] = os.path.splitext(parts[-1])[0]
    return ".".join(parts)


def is_test(path: str) -> bool:
    """Whether a file is a test, which registers what it likes."""
    *directories, name = path.split("/")
    named = name.startswith("test_") or name.endswith("_test.py") or name == "conftest.py"
    return named or not _TEST_DIRECTORIES.isdisjoint(directories)


def is_registry(path: str, feature_gates: Sequence[str]) -> bool:
    """Whether a file is one of the modules that the configuration names, as far as its path tells."""
    stem = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return any(("." + stem).endswith("." + module) for module in feature_gates)
