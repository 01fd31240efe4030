"""The modules of a program, read when something in them is asked for, with what was worked out about each of them."""

from __future__ import annotations

import ast
import os
from collections import OrderedDict
from collections.abc import Callable, Collection, Container, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from apivet.documents import reason
from apivet.program.contents import Strategy
from apivet.program.files import SourceError
from apivet.program.front_end import Scope
from apivet.program.groups import Group
from apivet.program.parts_read import FileRead
from apivet.python.files.groups import ApiGroups
from apivet.python.files.layout import PACKAGE_FILES, SOURCES, FileSystem, Layout, imported_names
from apivet.python.files.tree_facts import TreeFacts
from apivet.python.source.module import SourceModule
from apivet.python.source.parsing import parse, too_deep
from apivet.verdicts import Missing, Problem

#: Modules kept in memory. What a check of one strategy looks at fits in easily; the rest is loaded again when needed.
_KEPT: Final = 256
#: Behind the path of a file: what it sets from outside is meant.
_SETS: Final = "="
_Value = TypeVar("_Value")


class ModuleLoader:
    """The modules below a root. ``context`` is the file from which dotted names are looked up.

    What is worked out about a module is kept with it, together with the files that it rests on: one recorder for each
    answer that is being worked out, the innermost last.
    """

    def __init__(
        self, config: Scope, facts: TreeFacts, root: str | None = None, *, files: FileSystem | None = None
    ) -> None:
        self.config = config
        self.facts = facts
        self.root = os.path.realpath(root or os.getcwd())
        self.files = files or FileSystem()
        self.layout = Layout(self.files, self.root, tuple(config.source_roots), facts.directories)
        self._groups = ApiGroups(self.layout, config.hubs, self._met)
        self._modules: OrderedDict[str, SourceModule] = OrderedDict()
        self._broken: dict[str, SourceError] = {}
        self._paths: dict[str, list[str]] = {}
        self.context = os.path.join(self.root, "__init__.py")
        self._recorders: list[set[str]] = [set()]
        #: Names whose meaning is being worked out, so that cycles of imports end.
        self.resolving: set[tuple[str, str]] = set()
        self._cut = False

    def absolute(self, path: str) -> str:
        """The path under which a file is known here."""
        return os.path.normpath(os.path.join(self.root, path))

    def problems(self, paths: Container[str] | None = None) -> list[Problem]:
        """Problems with files (of these, where some are given) that were to be read and cannot be used."""
        return [error.problem for path, error in self._broken.items() if paths is None or path in paths]

    def override(self, path: str, text: str | None) -> None:
        """Let a file hold an editor's unsaved text; ``None`` for what lies on disk now. All that rests on the file is
        forgotten, and where modules lie, if it may say something of that."""
        path = self.absolute(path)
        before = self._names_imported(path)
        self.files.override(path, None if text is None else text.encode("utf-8", "surrogatepass"))
        self.forget(path, moved=text is None or before is None or before != self._names_imported(path))

    def forget(self, path: str, *, moved: bool) -> None:
        """Forget all that rests on a file, and where modules lie, if that may be elsewhere."""
        self._modules.pop(path, None)
        self._broken.pop(path, None)
        if moved:
            self._modules.clear()
            self._broken.clear()
            self._paths.clear()
            self.layout.forget()
            self._groups.forget()
        for module in self._modules.values():
            for key in [key for key, (_, consulted) in module.memory.items() if path in consulted]:
                del module.memory[key]

    def _names_imported(self, path: str) -> frozenset[bytes] | None:
        """The names that a file imports from; ``None`` where there is no such file."""
        try:
            return imported_names(self.files.read(path))
        except OSError:
            return None

    def dependencies(self) -> frozenset[str]:
        """The files, and the directories of packages without one, consulted since :meth:`reset_dependencies`."""
        return frozenset(path for path in self._recorders[0] if not path.endswith(_SETS))

    def setters(self) -> frozenset[str]:
        """The files that set something of what was asked for since, as they are printed."""
        return frozenset(self.layout.display(path[:-1]) for path in self._recorders[0] if path.endswith(_SETS))

    def setting(self, path: str, line: int) -> str:
        """The place at which a file sets something from outside, on which what is worked out rests; the file alone
        where the line (0) is not known."""
        self._recorders[-1].add(f"{path}{_SETS}")
        return f"{self.layout.display(path)}:{line}" if line else self.layout.display(path)

    def is_apart(self, strategy: Strategy) -> bool:
        """Whether a strategy is judged by itself: never, as all of a file may change what is in it."""
        return False

    def parts_read(self, shown: Mapping[str, frozenset[int]]) -> tuple[FileRead, ...]:
        """Nothing: answers rest on all of a file."""
        return ()

    def missing(self) -> tuple[Missing, ...]:
        """Nothing: modules from outside are the usual case here."""
        return ()

    def reset_dependencies(self) -> None:
        """Start to collect dependencies anew."""
        self._recorders[0].clear()

    def consult(self, paths: Collection[str]) -> None:
        """Say that what is being worked out rests on these files."""
        self._recorders[-1].update(paths)

    @contextmanager
    def recorded(self) -> Iterator[set[str]]:
        """The files that are consulted within the block."""
        recorder: set[str] = set()
        self._recorders.append(recorder)
        try:
            yield recorder
        finally:
            self._recorders.pop()

    def require(self, path: str) -> SourceModule:
        """The module at ``path``. Raises :class:`SourceError`."""
        self._recorders[-1].add(path)
        module = self._modules.get(path)
        if module is not None:
            self._modules.move_to_end(path)
            return module
        if path in self._broken:
            raise self._broken[path]
        try:
            module = self._read(path)
        except SourceError as error:
            self._broken[path] = error
            raise
        self._modules[path] = module
        self._met(path, module.dotted)
        if len(self._modules) > _KEPT:
            self._modules.popitem(last=False)
        return module

    def _met(self, path: str, dotted: str) -> None:
        known = self._paths.setdefault(dotted, [])
        if path not in known:
            known.append(path)

    def _read(self, path: str) -> SourceModule:
        display = self.layout.display(path)
        dotted = self.layout.dotted(path)
        if not path.endswith(SOURCES) and not self.files.is_file(path):
            return SourceModule(path, display, dotted, True, b"", ast.Module([], []))
        try:
            data = self.files.read(path)
        except OSError as error:
            raise SourceError(Problem(display, f"cannot be read: {reason(error)}")) from None
        tree = parse(display, data)
        try:
            return SourceModule(path, display, dotted, os.path.basename(path) in PACKAGE_FILES, data, tree)
        except RecursionError:
            raise too_deep(display) from None

    def load(self, path: str | None) -> SourceModule | None:
        """The module at ``path``, or ``None`` where there is none that can be used."""
        if path is None:
            return None
        try:
            return self.require(path)
        except SourceError:
            return None

    def module(self, dotted: str) -> SourceModule | None:
        """The module of that dotted name, as seen from the file under check."""
        return self.load(self._path_of(dotted))

    def imported(self, importer: str, dotted: str) -> SourceModule | None:
        """The module that an import in a file means; ``None`` where there is none that can be used."""
        return self.load(self._file_imported(importer, dotted))

    def _file_imported(self, importer: str, dotted: str) -> str | None:
        found = self.layout.find(importer, dotted)
        if found is None:  # and where it is once, nobody will have read it
            self.consult(self.layout.ways_to(importer, dotted))
        return found

    def _path_of(self, dotted: str) -> str | None:
        """The file of the module of that dotted name, as seen from the file under check."""
        known = self._paths.get(dotted, ())
        if len(known) == 1:
            return known[0]
        found = self._file_imported(self.context, dotted)
        return min(known) if known and found not in known else found

    def remember(self, module: SourceModule, key: tuple[Any, ...], compute: Callable[[], _Value]) -> _Value:
        """``compute()``, kept with the module it is about, together with the files it depends on."""
        entry = module.memory.get(key)
        if entry is None:
            recorder: set[str] = {module.path}
            self._recorders.append(recorder)
            cut_before, self._cut = self._cut, False
            try:
                entry = (compute(), frozenset(recorder))
                if not self._cut:
                    module.memory[key] = entry
            finally:
                self._recorders.pop()
                # What was found while a cycle was being cut is only good for the caller that is inside it.
                self._cut = (self._cut or cut_before) and bool(self.resolving)
        self._recorders[-1].update(entry[1])
        value: _Value = entry[0]
        return value

    def cut_cycle(self) -> None:
        """Say that what is being computed rests on an answer that was withheld to end a cycle."""
        self._cut = True

    def groups_of(self, module: str) -> tuple[Group, ...]:
        """The API groups that a module is part of."""
        path = self._path_of(module)
        return () if path is None else self._groups.of(path)

    def package_of(self, module: str) -> str:
        """The package that a module lies in; a package is its own."""
        source = self.module(module)
        is_package = source is not None and source.is_package
        return module if is_package else module.rpartition(".")[0] or module
