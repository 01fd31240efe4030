"""Modules: the directory that an import path means, and the import path of a directory.

``go.work``, local replacements, the modules themselves, ``vendor`` and ``staging/src`` decide, in this order. The cache
of downloaded modules is never read, so that one tree gives the same on every machine.
"""

from __future__ import annotations

import functools
import os
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from apivet.golang.files import Files
from apivet.golang.module_files import ModuleFile, module_file
from apivet.program.files import is_below

_OWN_LOOP_VARIABLES: Final = (1, 22)
#: The directory of a module's dependencies.
VENDORED: Final = "vendor"
#: Names of files and directories by which modules begin, or are copied.
_MARKS: Final = frozenset(("go.mod", "go.work", VENDORED))


class Module(Struct, frozen=True):
    """A module: its path, and the directory that it lies in."""

    path: str
    directory: str


class Modules:
    """The modules of a tree: ``directories`` are some of those that files lie in, ``assumed`` is the one of files of
    which nothing says where they belong."""

    def __init__(self, root: str, directories: Iterable[str], files: Files, assumed: Module | None = None) -> None:
        self.root = root
        self._assumed = assumed
        self._files = files
        self._starts = tuple(sorted({*directories}))
        self._found: dict[str, str | None] = {}
        self._paths: dict[str, str] = {}
        self._noted: set[str] = set()
        #: The directories, by import path, that lie behind links that lead out of the tree.
        self.leaving: dict[str, str] = {}
        self._declared: dict[str, Module | None] = {}
        self._workspaces: dict[str, tuple[str, ...]] = {}
        self._read: dict[str, ModuleFile] = {}
        self._replacements: dict[str, dict[str, str | None]] = {}

    def note(self, directory: str) -> None:
        """Take in the module that a directory lies in, where it is not known yet."""
        module = self.module_above(self._files.real(directory))
        if module is not None and module.directory not in self._noted:
            self._noted.add(module.directory)
            if module not in self._main_modules:
                self._starts = tuple(sorted({*self._starts, module.directory}))
                for name in ("_main_modules", "_layout", "_copied", "_bounds"):
                    self.__dict__.pop(name, None)
                self._found.clear()

    # ------------------------------------------------------------------------------------------------ directories

    def module_above(self, directory: str) -> Module | None:
        """The module that a directory lies in."""
        found, assumed = self._told_above(directory), self._assumed
        if found is None and assumed is not None and is_below(directory, assumed.directory):
            return assumed
        return self._module(found) if found is not None else None

    def _told_above(self, directory: str) -> str | None:
        """The nearest directory that says of which module it is, at or above one."""
        return next((above for above in _upwards(directory) if "go.mod" in self._files.names(above)), None)

    def nameless_above(self, directory: str) -> str | None:
        """The ``go.mod`` of a directory that does not say of which module it is. An empty one only says that what lies
        below it is no part of the module around."""
        found = self._told_above(self._files.real(directory))
        if found is None or self._module(found) is not None:
            return None
        path = os.path.join(found, "go.mod")
        data = self._files.read(path)
        return path if data is None or data.strip() else None

    def shares_loop_variables(self, directory: str) -> bool:
        """Whether all rounds of a loop have the same variables in a directory, as they had before Go 1.22. What lies in
        no module is of the newest language."""
        module = self.module_above(directory)
        return module is not None and self._file(module.directory, "go.mod").language < _OWN_LOOP_VARIABLES

    def _module(self, directory: str) -> Module | None:
        if directory not in self._declared:
            self._declared[directory] = self._declared_in(directory)
        return self._declared[directory]

    def _declared_in(self, directory: str) -> Module | None:
        path = self._file(directory, "go.mod").module
        return Module(path, directory) if path is not None else None

    def _file(self, directory: str, name: str) -> ModuleFile:
        path = os.path.join(directory, name)
        if path not in self._read:
            self._read[path] = module_file(self._files.read(path) or b"")
        return self._read[path]

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

    def place_of(self, path: str) -> str | None:
        """The directory in which a package of one of the tree's modules lies, or would lie."""
        return next((os.path.join(directory, *below) for directory, below in self._around(path)), None)

    def _around(self, path: str) -> Iterator[tuple[str, list[str]]]:
        """The directories of modules that an import path may lie in, the innermost first, each with the steps below."""
        parts = path.split("/")
        for end in range(len(parts), 0, -1):
            for directory in self._layout[0].get("/".join(parts[:end]), ()):
                yield directory, parts[end:]

    def marks_above(self, directory: str) -> tuple[str, ...]:
        """The names in a directory, and in those above it, that say where modules and copies of them begin."""
        found: list[str] = []
        while True:
            found += (*sorted(_MARKS.intersection(self._files.names(directory))), "..")
            if directory in (self.root, os.path.dirname(directory)):
                return tuple(found)
            directory = os.path.dirname(directory)

    def _candidates(self, path: str, *, empty: bool = False) -> Iterator[str]:
        if not path or path.startswith(("/", "./", "../")):
            return
        parts = path.split("/")
        for directory, below in self._around(path):
            if not self._is_cut_off(directory, below):
                yield from self._packages(path, directory, below, empty)
        for directory in self._layout[1]:
            yield from self._package(path, os.path.join(directory, *parts), empty)
        at_its_place = self._package(path, os.path.join(self.root, *parts), empty)
        yield from (directory for directory in at_its_place if self.module_above(directory) is None)

    def _is_cut_off(self, directory: str, below: Sequence[str]) -> bool:
        """Whether a directory below that of a module belongs to a module of its own."""
        steps = (os.path.join(directory, *below[:end]) for end in range(1, len(below) + 1))
        return any("go.mod" in self._files.names(step) for step in steps)

    def _packages(self, path: str, module: str, below: Sequence[str], empty: bool) -> Iterator[str]:
        """A package of a module. Where who replaces that has a copy of it that is another, a build takes the copy."""
        directory = os.path.join(module, *below)
        for vendor in self._copied.get(module, ()):
            copy = os.path.join(vendor, *path.split("/"))
            if self._texts(copy) not in ([], self._texts(directory)):
                yield from self._package(path, copy, empty)
        yield from self._package(path, directory, empty)

    def _texts(self, directory: str) -> list[tuple[str, bytes | None]]:
        """The sources in a directory."""
        names = filter(is_source, self._files.names(directory))
        return [(name, self._files.read(os.path.join(directory, name))) for name in names]

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
        """The directories that are modules by themselves in a root that belongs to none: else a build takes them only
        where ``go.mod`` or ``go.work`` says so."""
        if self._told_above(self._files.real(self.root)) is not None:
            return ()
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
            for path, directory in self._replaced(main.directory).items():
                if directory is not None:
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

    @functools.cached_property
    def _copied(self) -> dict[str, list[str]]:
        """The directories for copies of dependencies, by those of the modules that others are replaced by."""
        found: dict[str, list[str]] = {}
        for main in self._main_modules:
            place = self._workspace(main.directory) or main.directory
            for directory in {*self._replaced(main.directory).values()} - {*self._members(main.directory), None}:
                found.setdefault(directory or "", []).append(os.path.join(place, "vendor"))
        return found

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
            used = self._file(workspace, "go.work").used
            real = (self._files.real(os.path.normpath(os.path.join(workspace, each))) for each in used)
            self._workspaces[workspace] = tuple(real)
        return self._workspaces[workspace]

    def _built_of(self, directory: str) -> list[tuple[str, ModuleFile]]:
        """The files that say what a build of the module in a directory is made of, each with its place: a workspace's
        first, whose word counts before that of its members."""
        workspace = self._workspace(directory)
        files = [(member, self._file(member, "go.mod")) for member in self._members(directory) or (directory,)]
        return [*([(workspace, self._file(workspace, "go.work"))] if workspace else []), *files]

    def _required(self, directory: str) -> dict[str, set[str]]:
        """The versions of other modules that a build of the module in a directory is made of."""
        found = defaultdict[str, set[str]](set)
        for path, version in (each for _, file in self._built_of(directory) for each in file.required):
            found[path].add(version)
        return found

    def _replaced(self, directory: str) -> dict[str, str | None]:
        """The module paths that a build of the module in a directory replaces: by local directories, or by what is not
        here. A word about the version that is required counts before one about all."""
        build = self._workspace(directory) or directory
        if build not in self._replacements:
            self._replacements[build] = self._replaced_in(directory)
        return self._replacements[build]

    def _replaced_in(self, directory: str) -> dict[str, str | None]:
        required = self._required(directory)
        found: dict[str, str | None] = {}
        for place, file in self._built_of(directory):
            told: dict[str, str | None] = {}
            for each in sorted(file.replaced, key=lambda replacement: replacement.version is not None):
                if each.version is None or required[each.path] == {each.version}:
                    target = self._files.real(os.path.normpath(os.path.join(place, each.target)))
                    told[each.path] = target if each.is_local else None
            found = {**told, **found}
        return found

    # -------------------------------------------------------------------------------------------------- elsewhere

    def elsewhere(self, path: str, directory: str) -> str | None:
        """The directory, or the module, that a build takes for a package, where that is neither in a module that it
        builds, nor a copy of what is in the ``directory`` of the package."""
        taken = (self._taken_by(main.directory, path, directory) for main in self._main_modules)
        return next(filter(None, taken), None)

    def _taken_by(self, main: str, path: str, own: str) -> str | None:
        parts = path.split("/")
        within = {"/".join(parts[:end]): parts[end:] for end in range(len(parts), 0, -1)}
        for directory in self._members(main) or (main,):
            module = self._module(directory)
            below = within.get(module.path) if module is not None else None
            if below is not None and any(map(is_source, self._files.names(os.path.join(directory, *below)))):
                if not self._is_cut_off(directory, below):
                    return None
        copy = os.path.join(self._workspace(main) or main, "vendor", *parts)
        if self._texts(copy):
            return None if self._texts(own) == self._texts(copy) else self._files.real(copy)
        replaced, required = self._replaced(main), self._required(main)
        for module_path, below in within.items():
            target = replaced.get(module_path)
            if target is not None:
                return os.path.join(target, *below)
            if module_path in replaced or module_path in required:
                return module_path
        return None


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


def is_vendored(path: str) -> bool:
    """Whether a file is that of a dependency, which a review of the module's requirements is about."""
    return VENDORED in path.split(os.sep)


def is_source(name: str) -> bool:
    """Whether a file of that name may be part of a package."""
    return name.endswith(".go") and not name.endswith("_test.go") and not name.startswith(("_", "."))
