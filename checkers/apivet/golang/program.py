"""A Go program, as the conventions and a run ask for it."""

from __future__ import annotations

import contextlib
import functools
import os
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TypeVar

from msgspec.structs import replace

from apivet.documents import reason
from apivet.golang.comments import support_tags
from apivet.golang.constraints import TAGS
from apivet.golang.contents import contents_of
from apivet.golang.conversions import HandWritten
from apivet.golang.converted import converted_types
from apivet.golang.declarations import FunctionDeclaration, TypeDeclaration, VariableDeclaration
from apivet.golang.dependencies import Dependencies, KeptValue
from apivet.golang.facts import GoFacts
from apivet.golang.files import Files, Overlaid
from apivet.golang.gate_registry import gates_asked_for, gates_of_package, registered_gates
from apivet.golang.layout import Groups
from apivet.golang.lowering.functions import Lowering
from apivet.golang.lowering.methods import Methods
from apivet.golang.model_types import ModelTypes
from apivet.golang.modules import Modules
from apivet.golang.naming import words_of
from apivet.golang.packages import Package, Packages
from apivet.golang.problems import problems_of
from apivet.golang.scheme_registrations import known_types
from apivet.golang.source import GoFile
from apivet.golang.stores import Stores
from apivet.golang.strategies import Strategies
from apivet.golang.types import Named
from apivet.golang.typing import Typing
from apivet.program import model
from apivet.program.baseline import Baseline
from apivet.program.contents import Contents, Strategy
from apivet.program.conversions import Conversion
from apivet.program.failures import Failures
from apivet.program.files import SourceError, display_path
from apivet.program.front_end import Scope
from apivet.program.groups import Group, Something
from apivet.program.library import TriedFunction
from apivet.program.operations import Operation
from apivet.program.parts_read import FileRead
from apivet.program.scheme import KnownType, Patch
from apivet.program.syntax import Expression
from apivet.verdicts import Location, Missing, Problem

Answer = TypeVar("Answer")


class GoProgram:
    """The packages below a root, seen through the port (:mod:`apivet.program.front_end`). A module, there, is a
    package, by its import path."""

    #: Questions about gated fields ask more than can be followed yet.
    follows_gates = True
    hooks_refuse = False

    def __init__(
        self, scope: Scope, facts: GoFacts, root: str, files: Files, *, baseline: Baseline | None = None
    ) -> None:
        self.scope = scope
        self.facts = facts
        self.root = os.path.realpath(root)
        self.words = words_of(scope.vocabulary)
        self._baseline = baseline
        self._texts: dict[str, bytes] = {}
        self._below = files
        self._start()

    def _start(self) -> None:
        """Know nothing of any package yet."""
        files: Files = Overlaid(self._below, dict(self._texts)) if self._texts else self._below
        self._files = files
        modules = Modules(self.root, self.facts.modules, files, self.facts.assumed)
        self.packages = Packages(self.root, modules, files, tags=TAGS.union(self.scope.go_tags))
        self.typing = Typing(self.packages)
        self.lowering = Lowering(self.typing)
        self.types = ModelTypes(self.typing, self._served_for, functools.partial(Methods, self.lowering))
        self._shared: dict[str, KeptValue[dict[str, str]]] = {}
        self._declared: dict[str, KeptValue[tuple[model.Type, ...]]] = {}
        self._problems: dict[str, Problem] = {}
        self._groups = Groups(modules, files, self.scope.hubs)
        self.__dict__.pop("_stores", None)
        self._gates_found: dict[None, KeptValue[frozenset[str]]] = {}
        self._types_found: dict[None, KeptValue[tuple[KnownType, ...]]] = {}
        self._once = self.packages.recorder.once
        self._strategies = Strategies(self.types, lambda: self._stores)
        self._conversions = HandWritten(self.types)

    def _served_for(self, dotted: str) -> str | None:
        """The preferred served type of a hub type."""
        module, _, name = dotted.rpartition(".")
        for group in self._groups.of(module):
            for served in group.served if group.hub == module else ():
                package = self.packages.package(served.module)
                if package is not None and package.type(name) is not None:
                    return f"{served.module}.{name}"
        return None

    @functools.cached_property
    def _stores(self) -> Stores:
        """The stores of the tree. A file rests on those that bind its strategies, not on all."""
        with self.packages.recorder.apart():
            return Stores(self.typing, self._files_at(self.facts.storing))

    @property
    def _registered(self) -> frozenset[str]:
        return self._once(self._gates_found, None, self._gates)

    def _gates(self) -> frozenset[str]:
        """The gates of the modules that the configuration names, else all that are registered anywhere."""
        if not self.scope.feature_gates:
            return registered_gates(self.typing, self._files_at(self.facts.gating))
        directories = (os.path.join(self.root, *name.split("/")) for name in self.scope.feature_gates)
        named = (self.packages.package(name) for name in self.scope.feature_gates)
        beside = (self.packages.package_at(each) for each in directories if os.path.isdir(each))
        found = (each for each in (*named, *beside) if each is not None)
        return frozenset().union(*(gates_of_package(self.typing, each) for each in found))

    def _files_at(self, paths: Sequence[str]) -> Iterator[GoFile]:
        for path in paths:
            with contextlib.suppress(SourceError):
                yield self.file(path)

    # ----------------------------------------------------------------------------------------------------- files

    def contents(self, path: str, *, with_gate_uses: bool = True) -> Contents:
        """The declarations of a file and, unless nobody asks, the places where it uses gates. Raises
        :class:`SourceError` where it can't be read."""
        first = self.is_first(path)
        module = self.dotted(path)
        file, package = self.file(path), self.packages.package_at(os.path.dirname(path))
        found = contents_of(self.types, self._strategies, self._conversions, file, module, answers_for_package=first)
        if package is None or not self.scope.feature_gates or not with_gate_uses:
            return found
        return replace(found, gate_checks=tuple(gates_asked_for(self.typing, package, file)))

    def file(self, path: str) -> GoFile:
        """A file of a package. Raises :class:`SourceError` where it can't be read."""
        package = self.packages.package_at(os.path.dirname(path))
        real = self._files.real(path)
        for file in package.files if package is not None else ():
            if real in (file.path, self._files.real(file.path)):
                return file
        try:
            with open(path, "rb") as stream:
                data = stream.read()
        except (OSError, ValueError) as error:
            raise SourceError(Problem(self.display(path), f"cannot be read: {reason(error)}")) from None
        return GoFile(path, self.display(path), data)

    def is_first(self, path: str) -> bool:
        """Whether a file is the first of its package among those to judge: it answers for the package."""
        return self._first.get(os.path.dirname(path)) == path

    @functools.cached_property
    def _first(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for path in self.facts.checked:
            found.setdefault(os.path.dirname(path), path)
        return found

    def dotted(self, path: str) -> str:
        return self.packages.modules.import_path(os.path.dirname(path))

    def display(self, path: str) -> str:
        return display_path(path, self.root)

    def class_name(self, dotted: str) -> str:
        return dotted.partition("[")[0]

    def override(self, path: str, text: str | None) -> None:
        self._texts.pop(path, None)
        if text is not None:
            self._texts[path] = text.encode("utf-8", "surrogateescape")
        self._start()

    def reset_dependencies(self) -> None:
        self.packages.recorder.begin()

    def dependencies(self) -> frozenset[str]:
        return self.packages.reached().union(self.packages.modules.descriptions)

    def is_apart(self, strategy: Strategy) -> bool:
        module, _, name = strategy.type.dotted.rpartition(".")
        return self._strategies.of(Named(module, name)) is not None

    def parts_read(self, shown: Mapping[str, frozenset[int]]) -> tuple[FileRead, ...]:
        return tuple(self.packages.parts_read(shown))

    def recorded(self) -> AbstractContextManager[Dependencies]:
        return self.packages.recorder.recorded()

    def consult(self, dependencies: Dependencies) -> None:
        self.packages.recorder.rest_on(dependencies)

    def setters(self) -> frozenset[str]:
        """None: variables that another package may set are never believed."""
        return frozenset()

    def missing(self) -> Sequence[Missing]:
        return self.packages.missing()

    def problems(self, paths: Container[str] | None = None) -> Sequence[Problem]:
        for package in self.packages.newly_read():
            self._problems.update(problems_of(package))
        return [problem for path, problem in self._problems.items() if paths is None or path in paths]

    def file_of(self, module: str) -> str | None:
        package = self.packages.package(module)
        return package.files[0].display if package is not None else None

    # ----------------------------------------------------------------------------------------------------- names

    def resolve(self, module: str, name: str) -> model.Entity:
        package = self.packages.package(module)
        found = package.find(name) if package is not None else None
        if isinstance(found, TypeDeclaration):
            return self.types.find(f"{module}.{name}") or model.External(f"{module}.{name}")
        if isinstance(found, FunctionDeclaration):
            return self.lowering.function(found)
        if isinstance(found, VariableDeclaration):
            return model.Global(module, name, self.lowering.value(found))
        return self._converted(module, name) or model.External(name)

    def _converted(self, hub: str, name: str) -> model.Type | None:
        """The type of another group's hub that a served type is converted to, where its own hub has none of its name:
        old groups share hub types with new ones."""
        found = self._once(self._shared, hub, lambda: self._converted_by(hub)).get(name)
        return self.types.find(found) if found is not None and not found.startswith(f"{hub}.") else None

    def _converted_by(self, hub: str) -> dict[str, str]:
        """The types that the conversions of a hub's versions make of theirs, by the names of these."""
        versions = {served.module: served.version for group in self._groups.of(hub) for served in group.served}
        beside = {f"{hub}/{version}" for version in versions.values()} | {*versions}
        packages = (self.packages.package(path) for path in sorted(beside))
        return dict(pair for each in packages if each is not None for pair in converted_types(each))

    def locate(self, dotted: str) -> model.Entity:
        if dotted.endswith("]"):
            return self.types.find(dotted) or self.lowering.instance(dotted) or model.External(dotted)
        if self.packages.package(dotted) is not None:
            return model.Module(dotted)
        module, _, name = dotted.rpartition(".")
        if self.packages.package(module) is None:
            path, _, receiver = module.rpartition(".")
            package = self.packages.package(path) if path else None
            method = package.method(receiver, name) if package is not None else None
            return model.External(dotted) if method is None else self.lowering.function(method)
        found = self.resolve(module, name)
        return model.External(dotted) if isinstance(found, model.External) else found

    def named(self, path: str, name: str) -> model.Entity | None:
        first, _, rest = name.partition(".")
        found = self.resolve(self.dotted(path), first)
        if rest and isinstance(found, model.Type):
            return found.methods.get(rest)
        return None if isinstance(found, model.External) else found

    def binds(self, module: str, name: str) -> bool:
        package = self.packages.package(module)
        return package is not None and package.find(name) is not None

    def replaced(self, module: str, name: str) -> str | None:
        return None

    def doubt(self, type_: model.Type, name: str) -> str | None:
        return None

    def change_of(self, module: str, name: str) -> model.LaterChange | None:
        return None

    def may_bind_more(self, module: str) -> bool:
        return False

    def alternatives(self, module: str, name: str) -> tuple[model.Type, ...]:
        return ()

    def type(self, dotted: str) -> model.Type | None:
        return self.types.find(dotted)

    def ancestry(self, type_: model.Type) -> tuple[model.Type, ...]:
        """The type alone: what is embedded has been promoted to it."""
        return (type_,)

    def shape(self, module: str, annotation: Expression) -> tuple[model.Shape, bool]:
        return model.Unknown(""), False

    def function_operation(self, dotted: str) -> Operation | None:
        return None

    def method_operation(self, name: str) -> Operation | None:
        return None

    def tried_function(self, dotted: str) -> TriedFunction | None:
        return None

    def is_exception(self, module: str, raised: Failures, caught: str | None) -> bool | None:
        return None

    # ----------------------------------------------------------------------------------------------------- types

    def classes(self, path: str) -> tuple[model.Type, ...]:
        package = self.packages.package_at(os.path.dirname(path))
        if package is None:
            return ()
        return tuple(found for found in self.declared_in(package.path) if found.location.path == self.display(path))

    def types_bound(self, module: str) -> list[str]:
        package = self.packages.package(module)
        return [] if package is None else sorted(package.types)

    def derived(self, type_: model.Type) -> tuple[model.Type, ...]:
        """None: an object is of the type that its field declares."""
        return ()

    def declared_in(self, module: str) -> tuple[model.Type, ...]:
        self.packages.touch(module)
        return self._once(self._declared, module, lambda: self._exported_types(module))

    def _exported_types(self, module: str) -> tuple[model.Type, ...]:
        found = (self.types.find(f"{module}.{name}") for name in self.bound_in(module))
        return tuple(dict.fromkeys(each for each in found if each is not None))

    def bound_in(self, module: str) -> tuple[str, ...]:
        package = self.packages.package(module)
        names = sorted(package.types, key=_place(package)) if package is not None else ()
        return tuple(name for name in names if name[:1].isupper())

    def groups_of(self, module: str) -> tuple[Group, ...]:
        return self._groups.of(module) if module else ()

    def baseline(self) -> Baseline | None:
        return self._baseline

    def known_types(self) -> tuple[KnownType, ...]:
        files = self.facts.registering
        return self._once(self._types_found, None, lambda: known_types(self.types, self._files_at(files)))

    def may_register(self, module: str) -> bool:
        return module in self._registering

    @functools.cached_property
    def _registering(self) -> frozenset[str]:
        return frozenset(self.dotted(path) for path in self.facts.registering)

    def patches_in(self, module: str) -> tuple[Patch, ...]:
        return ()

    def all_conversions(self, path: str) -> tuple[Conversion, ...]:
        return ()

    def comment_tags(self, module: str) -> frozenset[str]:
        beside = [f"{group.hub}/{each.version}" for group in self._groups.of(module) for each in group.served]
        names = [module, *(path for path in beside if path.rpartition("/")[2] == module.rpartition("/")[2])]
        packages = (self.packages.package(path) for path in names)
        return frozenset(tag for each in packages if each is not None for tag in support_tags(each.files))

    def has_any(self, what: Something) -> bool:
        return what in self.facts.somewhere

    def package_of(self, module: str) -> str:
        return module

    def start_of(self, module: str) -> Location:
        package = self.packages.package(module)
        return Location(package.files[0].display if package is not None else "", 1, 0, 1, 0)

    # ----------------------------------------------------------------------------------------------------- gates

    def gate_names(self) -> frozenset[str]:
        return self._registered | self.facts.tagged

    def is_gate_name(self, gate: str, tagged: frozenset[str] = frozenset()) -> bool:
        return gate in self._registered or (not self.knows_gates and gate in {*self.facts.tagged, *tagged})

    @property
    def knows_gates(self) -> bool:
        return bool(self._registered) or bool(self.scope.feature_gates)

    def has_gates(self) -> bool:
        return bool(self.gate_names())

    def registers_gates(self, dotted: str) -> bool:
        return False


def _place(package: Package) -> Callable[[str], tuple[str, int]]:
    """The place of a type's declaration: lists of types are in the order of the source."""

    def place(name: str) -> tuple[str, int]:
        declared = package.types[name]
        return declared.file.path, declared.node.start_byte

    return place
