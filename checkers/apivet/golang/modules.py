"""Modules: the directory that an import path means, and the import path of a directory.

``go.work``, local replacements, the modules themselves, ``vendor`` and ``staging/src`` decide, in this order. The cache
of downloaded modules is never read, so that one tree gives the same on every machine.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from apivet.golang.files import Files
from apivet.program.files import is_below

_COMMENT: Final = re.compile(r"//.*")


class Directive(Struct, frozen=True):
    """A line of ``go.mod`` or ``go.work``: its verb and its words."""

    verb: str
    words: tuple[str, ...]


class Module(Struct, frozen=True):
    """A module: its path, and the directory that it lies in."""

    path: str
    directory: str


def directives(data: bytes) -> Iterator[Directive]:
    """The lines of a ``go.mod`` or ``go.work`` file, those of blocks too."""
    block = ""
    for line in data.decode("utf-8-sig", "replace").splitlines():
        words = [word.strip('"`') for word in _COMMENT.sub("", line).split()]
        if not words:
            continue
        if block and words == [")"]:
            block = ""
        elif block:
            yield Directive(block, tuple(words))
        elif words[-1] == "(" and len(words) == 2:
            block = words[0]
        else:
            yield Directive(words[0], tuple(words[1:]))


class Modules:
    """The modules of a tree: ``directories`` are some of those that files lie in."""

    def __init__(self, root: str, directories: Iterable[str], files: Files) -> None:
        self.root = root
        self._files = files
        self._starts = tuple(sorted({*directories}))
        self._found: dict[str, str | None] = {}
        self._paths: dict[str, str] = {}
        self._noted: set[str] = set()
        #: The directories, by import path, that lie behind links that lead out of the tree.
        self.leaving: dict[str, str] = {}
        self._declared: dict[str, Module | None] = {}
        self._workspaces: dict[str, tuple[str, ...]] = {}

    def note(self, directory: str) -> None:
        """Take in the module that a directory lies in, where it is not known yet."""
        module = self.module_above(self._files.real(directory))
        if module is not None and module.directory not in self._noted:
            self._noted.add(module.directory)
            if module not in self._main_modules:
                self._starts = tuple(sorted({*self._starts, module.directory}))
                for name in ("_main_modules", "_layout", "_bounds"):
                    self.__dict__.pop(name, None)
                self._found.clear()

    # ------------------------------------------------------------------------------------------------ directories

    def module_above(self, directory: str) -> Module | None:
        """The module that a directory lies in."""
        for above in _upwards(directory):
            if "go.mod" in self._files.names(above):
                return self._module(above)
        return None

    def _module(self, directory: str) -> Module | None:
        if directory not in self._declared:
            self._declared[directory] = self._declared_in(directory)
        return self._declared[directory]

    def _declared_in(self, directory: str) -> Module | None:
        data = self._files.read(os.path.join(directory, "go.mod"))
        for each in directives(data or b""):
            if each.verb == "module" and each.words:
                return Module(each.words[0], directory)
        return None

    def import_path(self, directory: str) -> str:
        """The import path of a directory; what lies in no module goes by its place below the root."""
        if directory not in self._paths:
            self._paths[directory] = self._import_path(self._files.real(directory))
        return self._paths[directory]

    def _import_path(self, directory: str) -> str:
        module = self.module_above(directory)
        start, path = (module.directory, module.path) if module else (self._files.real(self.root), "")
        below = os.path.relpath(directory, start).replace(os.sep, "/") if is_below(directory, start) else directory
        for vendor in ("vendor/", "staging/src/"):
            _, found, rest = f"/{below}".rpartition("/" + vendor)
            if found and rest:
                return rest
        path = path if below == "." else f"{path}/{below}".lstrip("/")
        return path or os.path.basename(directory)

    # ----------------------------------------------------------------------------------------------- import paths

    def directory(self, path: str, *, empty: bool = False) -> str | None:
        """The directory, without links, that an import path means; ``None`` where it is not in the tree. One without
        Go files is only meant where it may be ``empty``."""
        if empty:
            return next(self._candidates(path, empty=True), None)
        if path not in self._found:
            self._found[path] = next(self._candidates(path), None)
        return self._found[path]

    def _candidates(self, path: str, *, empty: bool = False) -> Iterator[str]:
        if not path or path.startswith(("/", "./", "../")):
            return
        modules, sources = self._layout
        parts = path.split("/")
        for end in range(len(parts), 0, -1):
            for directory in modules.get("/".join(parts[:end]), ()):
                yield from self._package(path, os.path.join(directory, *parts[end:]), empty)
        for directory in sources:
            yield from self._package(path, os.path.join(directory, *parts), empty)
        at_its_place = self._package(path, os.path.join(self.root, *parts), empty)
        yield from (directory for directory in at_its_place if self.module_above(directory) is None)

    def _package(self, path: str, directory: str, empty: bool) -> Iterator[str]:
        names = self._files.names(directory)
        if names and (empty or any(name.endswith(".go") for name in names)):
            real = self._files.real(directory)
            if any(is_below(real, bound) for bound in self._bounds):
                yield real
            else:
                self.leaving[path] = directory

    @functools.cached_property
    def _bounds(self) -> tuple[str, ...]:
        """The directories that links may not lead out of."""
        found = {self._files.real(self.root)}
        for module in self._main_modules:
            found.add(self._workspace(module.directory) or module.directory)
            found.update(self._files.real(each) for each in self._members(module.directory))
        return tuple(sorted(found))

    @functools.cached_property
    def _main_modules(self) -> tuple[Module, ...]:
        places = (self.root, *self._starts, *self._below_root)
        found = (self.module_above(self._files.real(directory)) for directory in places)
        return tuple(sorted({each for each in found if each is not None}, key=lambda each: each.directory))

    @functools.cached_property
    def _below_root(self) -> tuple[str, ...]:
        """The directories in the root that are modules by themselves."""
        found = (os.path.join(self.root, name) for name in self._files.names(self.root) if not name.startswith("."))
        return tuple(each for each in found if "go.mod" in self._files.names(each))

    @functools.cached_property
    def _layout(self) -> tuple[dict[str, list[str]], list[str]]:
        """The directories of each module path, and those that hold packages by their whole import path."""
        modules: dict[str, list[str]] = {}
        sources: list[str] = []

        def add(module: Module | None, path: str = "") -> None:
            if module is not None and module.directory not in modules.setdefault(path or module.path, []):
                modules[path or module.path].append(module.directory)

        for main in self._main_modules:
            for member in self._members(main.directory):
                add(self._module(member))
        for main in self._main_modules:
            for path, directory in self._replaced(main.directory):
                add(self._module(directory) or Module(path, directory), path)
        for main in self._main_modules:
            add(main)
        for main in self._main_modules:
            places = [self._workspace(main.directory), main.directory]
            sources += [os.path.join(each, "vendor") for each in places if each]
        for main in self._main_modules:
            sources.append(os.path.join(main.directory, "staging", "src"))
        sources.append(os.path.join(self.root, "vendor"))
        return modules, list(dict.fromkeys(sources))

    def _workspace(self, directory: str) -> str | None:
        """The directory of the ``go.work`` file above a module that names it as a member."""
        for above in _upwards(directory):
            if "go.work" in self._files.names(above):
                return above if directory in self._used(above) else None
        return None

    def _members(self, directory: str) -> tuple[str, ...]:
        workspace = self._workspace(directory)
        return self._used(workspace) if workspace else ()

    @functools.cached_property
    def descriptions(self) -> frozenset[str]:
        """The files, there or not, that say which packages there are: those of modules and workspaces, and what is
        vendored."""
        modules = {self.root, *(main.directory for main in self._main_modules)}
        places = {place for directory in modules for place in (directory, self._workspace(directory)) if place}
        names = ("go.mod", "go.work", os.path.join("vendor", "modules.txt"))
        return frozenset(os.path.join(place, name) for place in places for name in names)

    def _used(self, workspace: str) -> tuple[str, ...]:
        if workspace not in self._workspaces:
            data = self._files.read(os.path.join(workspace, "go.work")) or b""
            used = [each.words[0] for each in directives(data) if each.verb == "use" and each.words]
            real = (self._files.real(os.path.normpath(os.path.join(workspace, each))) for each in used)
            self._workspaces[workspace] = tuple(real)
        return self._workspaces[workspace]

    def _replaced(self, directory: str) -> Iterator[tuple[str, str]]:
        """The module paths that are replaced by local directories."""
        places = [(directory, "go.mod"), (self._workspace(directory), "go.work")]
        for place, name in places:
            data = self._files.read(os.path.join(place, name)) if place else None
            for each in directives(data or b""):
                if each.verb == "replace" and "=>" in each.words:
                    target = each.words[each.words.index("=>") + 1 :]
                    if place and target and target[0].startswith(("./", "../")):
                        yield each.words[0], self._files.real(os.path.normpath(os.path.join(place, target[0])))


def _upwards(directory: str) -> Iterator[str]:
    while True:
        yield directory
        above = os.path.dirname(directory)
        if above == directory:
            return
        directory = above


def guessed_name(path: str) -> str:
    """The name that a package outside the tree most likely goes by: ``v6`` and ``.v3`` are versions, ``go-`` is the
    language."""
    parts = path.split("/")
    last = parts[-1]
    if len(parts) > 1 and re.fullmatch(r"v\d+", last) and not _is_api_version(parts):
        last = parts[-2]
    last = re.sub(r"\.v\d+$", "", last)
    return last.removeprefix("go-").replace("-", "_").replace(".", "_")


def _is_api_version(parts: list[str]) -> bool:
    """Whether a last element like ``v1`` is the name of a package: the second major version is the first that a path
    tells, and the Kubernetes API has versions for names."""
    return parts[-1] in ("v0", "v1") or "api" in parts or "apis" in parts


def is_source(name: str) -> bool:
    """Whether a file of that name may be part of a package."""
    return name.endswith(".go") and not name.endswith("_test.go") and not name.startswith(("_", "."))
