"""Packages: read when something in them is asked for."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec.structs import replace
from tree_sitter import Node

from apivet.golang.constraints import TAGS, is_built, is_built_by_name, is_generated
from apivet.golang.declarations import (
    ConstantDeclaration,
    Declaration,
    Declarations,
    FunctionDeclaration,
    TypeDeclaration,
    declarations,
)
from apivet.golang.declared_parts import CONSTANTS, METHODS, TYPES, methods_of
from apivet.golang.dependencies import BODY, LIST, MENTION, NAME, PACKAGE, WHOLE, WORD, KeptValue, Mark, Recorder
from apivet.golang.files import Files
from apivet.golang.headers import clause_name
from apivet.golang.modules import Modules, guessed_name, is_source, is_vendored
from apivet.golang.source import GoFile
from apivet.program.files import bytes_at, display_path
from apivet.program.parts_read import FileRead, PartsRead
from apivet.verdicts import SHIPPED, Missing

_SHIPPED: Final = os.path.join(os.path.dirname(__file__), "shipped")
NO_LINES: Final = frozenset[int]()
#: The beginning of the names of hooks.
HOOK: Final = b"PrepareFor"
#: Names that generated code may declare, as its lines begin.
_DECLARED: Final = re.compile(
    rb"^(?:func[ \t]*(?:\([^)\n]*\)[ \t]*)?|type[ \t]+|var[ \t]+|const[ \t]+|[ \t]*)(\w+)", re.MULTILINE
)


class Package:
    """The files of one directory that are built together. ``path`` is the import path."""

    def __init__(
        self,
        path: str,
        directory: str,
        files: Iterable[GoFile],
        *,
        is_partial: bool = False,
        recorder: Recorder | None = None,
    ) -> None:
        self.path = path
        self.directory = directory
        self._recorder = recorder or Recorder()
        #: Whether it has more names than these files declare.
        self.is_partial = is_partial
        found = list(files)
        names = [name for name in (file.package_name for file in found) if name]
        usual = sorted(set(names), key=lambda name: (-names.count(name), name))
        #: The name of its clause.
        self.name = usual[0] if usual else guessed_name(path)
        #: The files, in the order of their names.
        self.files = tuple(file for file in found if file.package_name in (self.name, ""))
        #: Files of other packages in the directory, which are not looked at.
        self.strays = tuple(file for file in found if file.package_name not in (self.name, ""))

    def __repr__(self) -> str:
        return f"Package({self.path!r})"

    @property
    def is_read(self) -> bool:
        """Whether somebody has asked for its declarations."""
        return "_own" in self.__dict__

    @functools.cached_property
    def _own(self) -> Declarations:
        """The declarations of files that people write."""
        return _together(file for file in self.files if not file.is_generated)

    @property
    def types(self) -> dict[str, TypeDeclaration]:
        """All types of files that people write."""
        self._recorder.note(Mark(LIST, self.path, TYPES))
        return self._own.types

    @property
    def constants(self) -> dict[str, ConstantDeclaration]:
        """All constants of files that people write."""
        self._recorder.note(Mark(LIST, self.path, CONSTANTS))
        return self._own.constants

    def sources_of_types(self) -> list[bytes]:
        """The sources of all files, for whoever looks for types by their text: inside of functions nothing counts."""
        self._recorder.note(Mark(LIST, self.path, TYPES))
        return [file.unnoted for file in self.files]

    def types_of(self, file: GoFile) -> list[str]:
        """The names of a file's types."""
        self._recorder.note(Mark(LIST, file.path, TYPES))
        return [name for name, each in self._own.types.items() if each.file is file]

    def functions_of(self, file: GoFile, word: str) -> list[FunctionDeclaration]:
        """The functions of a file in whose names a word stands."""
        if not file.holds(word.encode()):
            return []
        return [each for name, each in self._own.functions.items() if word in name and each.file is file]

    def methods_named(self, name: str) -> list[FunctionDeclaration]:
        """The methods of a name that types have in files that people write, by the names of these."""
        self._recorder.note(Mark(NAME, self.path, name))
        return [methods[name] for _, methods in sorted(self._own.methods.items()) if name in methods]

    def methods_of(self, receiver: str) -> dict[str, FunctionDeclaration]:
        """The methods of a type in files that people write, by their names."""
        kind = METHODS if self._has_aliases else methods_of(receiver)
        self._recorder.note(Mark(LIST, self.path, kind))
        return self._own.methods.get(receiver, {})

    @functools.cached_property
    def _has_aliases(self) -> bool:
        """Whether a method may be declared under another name of its type."""
        return any(each.is_alias for each in self._own.types.values())

    @functools.cached_property
    def _generated(self) -> dict[str, Declarations]:
        return {}

    def find(self, name: str) -> Declaration | None:
        """The declaration of a name; generated files are read where no other file declares it."""
        self._recorder.note(Mark(NAME, self.path, name))
        found = self._own.find(name)
        if found is None and name not in self._own.broken:
            for declared in self._generated_with(name):
                found = found or declared.find(name)
        return found

    def type(self, name: str) -> TypeDeclaration | None:
        """The type of that name."""
        found = self.find(name)
        return found if isinstance(found, TypeDeclaration) else None

    def method(self, receiver: str, name: str) -> FunctionDeclaration | None:
        """The method that the type of that name declares itself."""
        self._recorder.note(Mark(NAME, self.path, name if self._has_aliases else f"{receiver}.{name}"))
        found = self._own.methods.get(receiver, {}).get(name)
        if found is None and f"{receiver}.{name}" not in self._own.broken:
            for declared in self._generated_with(name):
                found = found or declared.methods.get(receiver, {}).get(name)
        return found

    @property
    def speaks_of_hooks(self) -> bool:
        """Whether some file of the package has the beginning of a hook's name, were it inside of a function."""
        return any(file.holds(HOOK) for file in self.files)

    def has_broken_method(self, receiver: str) -> bool:
        """Whether a method of a type is there with syntax errors inside."""
        return any(each.startswith(f"{receiver}.") for each in self._own.broken)

    def is_broken(self, name: str, receiver: str = "") -> bool:
        """Whether a declaration of that name is there, with syntax errors inside."""
        return (f"{receiver}.{name}" if receiver else name) in self._own.broken

    def mentions(self, name: str, *kinds: str) -> Iterator[tuple[GoFile, Node]]:
        """The nodes of these kinds that are a name, in the files of the package."""
        for file in self.files:
            for node in file.nodes_naming(name):
                if node.type in kinds:
                    yield file, node

    def _generated_with(self, name: str) -> Iterator[Declarations]:
        word = name.encode()
        for file, names in self._generated_names:
            if word in names:
                yield self._read(file)

    @functools.cached_property
    def _generated_names(self) -> tuple[tuple[GoFile, frozenset[bytes]], ...]:
        """The generated files, with the names that they may declare: most are never parsed."""
        found = (file for file in self.files if file.is_generated)
        return tuple((file, frozenset(_DECLARED.findall(file.unnoted))) for file in found)

    def _read(self, file: GoFile) -> Declarations:
        if file.path not in self._generated:
            self._generated[file.path] = declarations(file)
        return self._generated[file.path]


def _together(files: Iterable[GoFile]) -> Declarations:
    found = Declarations()
    for file in files:
        found.add(declarations(file))
    found.give_to_aliased()
    return found


@functools.cache
def shipped(path: str) -> Package | None:
    """The declarations that come with apivet of a package that the tree may lack: those of the metadata that every
    object has."""
    directory = os.path.join(_SHIPPED, *path.split("/"))
    names = sorted(name for name in os.listdir(directory) if is_source(name)) if os.path.isdir(directory) else []
    files = []
    for name in names:
        data = bytes_at(os.path.join(directory, name))
        if data is not None:
            files.append(GoFile(os.path.join(directory, name), f"{SHIPPED}{path}/{name}", data, is_generated=True))
    return Package(path, directory, files, is_partial=True) if files else None


def shipped_path(directory: str) -> str | None:
    """The import path of a package of which the declarations come with apivet, by their directory: wherever apivet is
    installed, names say the same. ``None`` for any other directory."""
    inside = directory.removeprefix(f"{_SHIPPED}{os.sep}")
    return None if inside == directory else inside.replace(os.sep, "/")


class Packages:
    """The packages of a tree, by import path. Its ``recorder`` notes what is read in them."""

    def __init__(
        self,
        root: str,
        modules: Modules,
        files: Files,
        *,
        tags: frozenset[str] = TAGS,
    ) -> None:
        self.root = root
        self.modules = modules
        self._files = files
        self._tags = tags
        self.recorder = Recorder()
        #: The files that belong to other builds by what stands in them, by the import path.
        self._left_out: dict[str, list[str]] = {}
        #: The parts that answers rest on, by the file and by what was noted.
        self._read_by: dict[str, dict[tuple[frozenset[Mark], frozenset[int]], FileRead]] = {}
        self._packages: dict[str, Package | None] = {}
        self._unread: list[Package] = []
        self._names: dict[str, str] = {}
        self._imported: dict[str, KeptValue[tuple[dict[str, str], tuple[str, ...]]]] = {}
        #: The import paths that files name.
        self._named: set[str] = set()

    def touch(self, path: str) -> None:
        """Note that a package is looked at."""
        self.recorder.note(Mark(PACKAGE, path))

    def package(self, path: str) -> Package | None:
        """The package of that import path; ``None`` where the tree has none."""
        self.touch(path)
        if path not in self._packages:
            directory = self.modules.directory(path)
            self._packages[path] = shipped(path) if directory is None else self._package(path, directory)
        return self._packages[path]

    def package_at(self, directory: str) -> Package | None:
        """The package in a directory."""
        path = shipped_path(directory)
        if path is not None:
            return self.package(path)
        directory = self._files.real(directory)
        path = self.modules.import_path(directory)
        self.touch(path)
        if self._packages.get(path) is None:
            self._packages[path] = self._package(path, directory)
        found = self._packages[path]
        if found is not None and found.directory != directory:
            return self._package(path, directory)
        return found

    def path_of(self, file: GoFile) -> str:
        """The import path of the package that a file belongs to."""
        directory = os.path.dirname(file.path)
        return shipped_path(directory) or self.modules.import_path(directory)

    def reached(self) -> frozenset[str]:
        """The files of the packages that the answer at hand rests on, with those that their lines leave out, and their
        directories; where a package is not there, the directory in which it would lie."""
        paths = self._paths_reached()
        found = [package for path in paths if (package := self._packages.get(path)) is not None]
        own = [package for package in found if not package.directory.startswith(_SHIPPED)]
        lacking = (self.modules.place_of(path) for path in paths if self._packages.get(path) is None)
        files = (file.path for package in own for file in (*package.files, *package.strays))
        left_out = (place for path in paths for place in self._left_out.get(path, ()))
        return frozenset((*files, *left_out, *(package.directory for package in own), *filter(None, lacking)))

    def parts_read(self, shown: Mapping[str, frozenset[int]]) -> Iterator[FileRead]:
        """The parts of files that the answer at hand rests on, where these can be told apart from the others; it shows
        lines of some."""
        by_place: dict[str, list[Mark]] = {}
        for mark in self.recorder.of_answer.all_marks():
            by_place.setdefault(mark.place, []).append(mark)
        for place, marks in by_place.items():
            package = self._packages.get(place)
            if package is None or package.directory.startswith(_SHIPPED):
                continue
            of_all = frozenset(marks)
            for file in package.files:
                own = by_place.get(file.path)
                marks_of_file = of_all if own is None else of_all.union(own)
                found = self._read_in(file, marks_of_file, shown.get(file.path, NO_LINES))
                if found is not None:
                    yield found

    def _read_in(self, file: GoFile, marks: frozenset[Mark], shown: frozenset[int]) -> FileRead | None:
        """The parts of a file that these marks of it and of its package tell; many answers have the same."""
        known = self._read_by.setdefault(file.path, {})
        found = known.get((marks, shown))
        if found is None:
            lines = [file.shown(line) for line in sorted(shown)] if shown else []
            placed = tuple(line for line in lines if line is not None)
            read = replace(_parts_told(marks), shown=tuple(sorted({line.declaration for line in placed})))
            digest = file.digest(read)
            if digest is None or len(placed) < len(lines):
                return None  # it may be parsed yet
            found = known[marks, shown] = FileRead(file.path, read, digest, placed)
        return found

    def newly_read(self) -> list[Package]:
        """The packages of the tree that were read since this was asked before, but for dependencies."""
        found = [package for package in self._unread if package.is_read]
        if found:
            self._unread = [package for package in self._unread if not package.is_read]
        return found

    def missing(self) -> tuple[Missing, ...]:
        """The imported packages among these that the tree lacks, but for the standard library's; those behind links out
        of the tree with the way there."""
        lacking = (path for path in self._paths_reached() & self._named if self._packages.get(path, self) is None)
        outside = (path for path in lacking if "." in path.partition("/")[0])
        return tuple(Missing(path, self._link(path)) for path in sorted(outside))

    def _link(self, path: str) -> str:
        link = self.modules.leaving.get(path)
        return display_path(link, self.root) if link is not None else ""

    def _paths_reached(self) -> set[str]:
        return {mark.place for mark in self.recorder.of_answer.all_marks() if mark.kind == PACKAGE}

    def package_of(self, file: GoFile) -> Package | None:
        """The package that a file belongs to."""
        return self.package_at(os.path.dirname(file.path))

    def _package(self, path: str, directory: str) -> Package | None:
        package = Package(path, directory, self._built(path, directory), recorder=self.recorder)
        if not is_vendored(directory):
            self._unread.append(package)
        return package if package.files else None

    def _built(self, path: str, directory: str) -> Iterator[GoFile]:
        for name in self._files.names(directory):
            if not is_source(name) or not is_built_by_name(name, self._tags):
                continue
            place = os.path.join(directory, name)
            data = self._files.read(place)
            if data is None or not is_built(name, data, self._tags):
                self._left_out.setdefault(path, []).append(place)
            else:
                shown = display_path(place, self.root)
                yield GoFile(place, shown, data, is_generated=is_generated(data), recorder=self.recorder)

    def name(self, path: str) -> str:
        """The name that a package goes by where an import gives it none."""
        if path not in self._names:
            self._names[path] = self._name(path)
        return self._names[path]

    def _name(self, path: str) -> str:
        known = self._packages.get(path)
        if known is not None:
            return known.name
        directory = self.modules.directory(path)
        for name in self._files.names(directory) if directory else ():
            if is_source(name) and is_built_by_name(name, self._tags):
                data = self._files.read(os.path.join(directory or "", name)) or b""
                clause = clause_name(data)
                if clause and is_built(name, data, self._tags):
                    return clause
        return guessed_name(path)

    def imported(self, file: GoFile) -> dict[str, str]:
        """The import paths of a file, by the names that they go by there."""
        return self._imports(file)[0]

    def dotted_imports(self, file: GoFile) -> tuple[str, ...]:
        """The import paths whose names a file takes over (``import . "path"``)."""
        return self._imports(file)[1]

    def _imports(self, file: GoFile) -> tuple[dict[str, str], tuple[str, ...]]:
        return self.recorder.once(self._imported, file.path, lambda: self._read_imports(file))

    def _read_imports(self, file: GoFile) -> tuple[dict[str, str], tuple[str, ...]]:
        named = {each.name or self.name(each.path): each.path for each in file.imports if each.name not in "._"}
        named.update({self.name(each.path): each.path for each in file.imports if not each.name})
        taken = tuple(each.path for each in file.imports if each.name == ".")
        self._named.update(named.values(), taken)
        return named, taken


def _parts_told(marks: Iterable[Mark]) -> PartsRead:
    """The parts of a file that marks of it and of its package tell."""
    by_kind: dict[str, set[str]] = {}
    for mark in marks:
        by_kind.setdefault(mark.kind, set()).add(mark.what)
    if WHOLE in by_kind:
        return PartsRead(is_whole=True)
    kinds = (NAME, BODY, WORD, MENTION, LIST)
    names, bodies, words, mentions, lists = (tuple(sorted(by_kind.get(kind, ()))) for kind in kinds)
    return PartsRead(names, bodies, words, mentions, lists)
