"""A Python program, as the conventions and a run ask for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from msgspec.structs import replace

from apivet.program import model, syntax
from apivet.program.baseline import Baseline
from apivet.program.contents import Contents
from apivet.program.conversions import Conversion
from apivet.program.failures import Failures
from apivet.program.front_end import Scope
from apivet.program.groups import Something
from apivet.program.library import TriedFunction
from apivet.program.operations import Operation
from apivet.program.scheme import KnownType, Patch
from apivet.python import library
from apivet.python.discover.contents import discover
from apivet.python.discover.conversions import Conversions
from apivet.python.discover.known_gates import GateWords
from apivet.python.discover.object_types import ObjectTypes
from apivet.python.discover.schemes import patches, registrations, settled, unread
from apivet.python.discover.support_tags import comment_tags
from apivet.python.files.layout import FileSystem
from apivet.python.files.tree_facts import TreeFacts
from apivet.python.names.changing import change_of, replaced, set_in_library
from apivet.python.names.exceptions import takes
from apivet.python.names.namespaces import declared_types, makes_names, public_names
from apivet.python.names.resolver import Resolver
from apivet.python.names.setters import SettersElsewhere
from apivet.python.source.module import SourceModule
from apivet.python.source.parsing import too_deep
from apivet.python.tried_functions import tried_function
from apivet.python.types.annotated import AnnotationShapes
from apivet.python.types.building import Types
from apivet.python.types.derived import derived_types
from apivet.python.types.generics import class_name
from apivet.verdicts import Location
from apivet.vocabulary import Words

_Value = TypeVar("_Value")


class Workspace(Resolver):
    """The sources below a root, seen through the port (:mod:`apivet.program.front_end`).

    Files are read and parsed when a name leads to them, whether or not they are among the checked ones.
    """

    types: Types
    shapes: AnnotationShapes
    follows_gates = True
    hooks_refuse = True

    def __init__(
        self,
        config: Scope,
        facts: TreeFacts,
        root: str | None = None,
        *,
        files: FileSystem | None = None,
        baseline: Baseline | None = None,
    ) -> None:
        super().__init__(config, facts, root, files=files)
        self._baseline = baseline
        self.words = Words.of(config.vocabulary)
        self.gate_words = GateWords(self)
        self._known_types: tuple[tuple[KnownType, ...], frozenset[str]] | None = None
        self._patching = frozenset(facts.patching)
        self.elsewhere = SettersElsewhere(self, self._as_written)
        self.shapes = AnnotationShapes(self)
        self.types = Types(self)

    def _as_written(self) -> Workspace:
        """The same sources, without what files set on objects of others."""
        return Workspace(self.config, replace(self.facts, replaced=frozenset()), self.root, files=self.files)

    def contents(self, path: str, *, with_gate_uses: bool = True) -> Contents:
        """The declarations of a file and, unless nobody asks, the places where it uses gates. Raises
        :class:`SourceError` where it can't be read, decoded or parsed."""
        self.look_from(path)
        module = self.require(self.context)
        try:
            return discover(self, self.gate_words if with_gate_uses else None, module)
        except RecursionError:
            raise too_deep(module.display) from None

    def classes(self, path: str) -> tuple[model.Type, ...]:
        """Every class of a file, inner ones too, in the order of the source; nothing where it can't be used. Names are
        then followed as seen from there."""
        self.look_from(path)
        module = self.load(self.context)
        if module is None:
            return ()
        return tuple(self.types.build(module, source) for source in module.classes.values())

    def all_conversions(self, path: str) -> tuple[Conversion, ...]:
        """Every conversion of a file, generated ones too; nothing where it can't be used."""
        self.look_from(path)
        module = self.load(self.context)
        if module is None:
            return ()
        declared = [self.types.build(module, source) for source in module.classes.values()]
        return tuple(Conversions(self, module, ObjectTypes(self)).all_among(declared))

    def dotted(self, path: str) -> str:
        return self.layout.dotted(path)

    def display(self, path: str) -> str:
        return self.layout.display(path)

    def class_name(self, dotted: str) -> str:
        return class_name(dotted)

    def named(self, path: str, name: str) -> model.Entity | None:
        first, *rest = name.split(".")
        entity: model.Entity | None = self.resolve_in(self.require(path), first)
        for part in rest:
            entity = None if entity is None else self.member(entity, part)
        return entity

    def types_bound(self, module: str) -> list[str]:
        source = self.module(module)
        if source is None:
            return []
        return sorted({*source.classes, *(name for name in source.symbols if name[:1].isupper())})

    def file_of(self, module: str) -> str | None:
        source = self.module(module)
        return None if source is None else source.display

    def binds(self, module: str, name: str) -> bool:
        source = self.module(module)
        return source is not None and self.module_member(source, name) is not None

    def gate_names(self) -> frozenset[str]:
        return self.facts.tagged | self.gate_words.names()

    def forget(self, path: str, *, moved: bool) -> None:
        super().forget(path, moved=moved)
        self.gate_words = GateWords(self)
        if self._known_types is not None and path in self._known_types[1]:
            self._known_types = None

    def may_bind_more(self, module: str) -> bool:
        source = self.module(module)
        return source is not None and makes_names(self, source)

    def replaced(self, module: str, name: str) -> str | None:
        source = self.module(module)
        return None if source is None else replaced(self, source, name)

    def doubt(self, type_: model.Type, name: str) -> str | None:
        source = self.module(type_.module)
        found = None if source is None else source.classes.get(type_.dotted.removeprefix(f"{type_.module}."))
        return None if source is None or found is None else self.types.doubt(source, found, name)

    def change_of(self, module: str, name: str) -> model.LaterChange | None:
        source = self.module(module)
        return set_in_library(self, module, name) if source is None else change_of(self, source, name)

    def shape(self, module: str, annotation: syntax.Expression) -> tuple[model.Shape, bool]:
        """The shape of an annotation, and whether ``None`` is allowed."""
        source = self.module(module)
        return (model.Unknown(""), False) if source is None else self.shapes.read(source, annotation)

    def derived(self, type_: model.Type) -> tuple[model.Type, ...]:
        """The classes of the tree that derive from a type."""
        return tuple(derived_types(self, type_))

    def declared_in(self, module: str) -> tuple[model.Type, ...]:
        """The types that a module declares at its top level; those of a package's own modules, where it binds them."""
        source = self.module(module)
        return () if source is None else tuple(declared_types(self, source))

    def bound_in(self, module: str) -> tuple[str, ...]:
        """The public names that a module binds at its top level."""
        source = self.module(module)
        return () if source is None else public_names(self, source)

    def baseline(self) -> Baseline | None:
        """The API types as they were before the change under check."""
        return self._baseline

    # ------------------------------------------------------------------------- what is done to types from outside

    def known_types(self) -> tuple[KnownType, ...]:
        """Every registration of a type, in the order of the source."""
        if self._known_types is None:
            found, consulted = self._gathered(self.facts.registering, registrations)
            self._known_types = (*settled(found), *unread(self, self.facts.registering)), consulted
        self._recorders[-1].update(self._known_types[1])
        return self._known_types[0]

    def may_register(self, module: str) -> bool:
        return bool(self.facts.registering)

    def patches_in(self, module: str) -> tuple[Patch, ...]:
        """Patches: all that a module puts on classes from outside, in the order of the source."""
        source = self.module(module)
        return patches(self, source) if source is not None and source.path in self._patching else ()

    def _gathered(
        self, paths: Sequence[str], look: Callable[[Workspace, SourceModule], list[_Value]]
    ) -> tuple[list[_Value], frozenset[str]]:
        """Objects found in some files, each seen from where it stands, and the files that had to be consulted."""
        context, located = self.context, self._located
        found: list[_Value] = []
        try:
            with self.recorded() as consulted:
                for path in paths:
                    self.context, self._located = path, {}
                    module = self.load(path)
                    if module is not None:
                        found += look(self, module)
        finally:
            self.context, self._located = context, located
        return found, frozenset(consulted)

    def comment_tags(self, module: str) -> frozenset[str]:
        """The names of the tags (``+k8s:deepcopy-gen=package``) that a module or its package switches on."""
        return comment_tags(self, module)

    def has_any(self, what: Something) -> bool:
        return what in self.facts.somewhere

    def start_of(self, module: str) -> Location:
        source = self.module(module)
        return Location(source.display if source is not None else "", 1, 0, 1, 0)

    def function_operation(self, dotted: str) -> Operation | None:
        return library.function_operation(dotted)

    def method_operation(self, name: str) -> Operation | None:
        return library.method_operation(name)

    def tried_function(self, dotted: str) -> TriedFunction | None:
        return tried_function(dotted)

    def is_exception(self, module: str, raised: Failures, caught: str | None) -> bool | None:
        return takes(self, module, raised, caught)

    def is_gate_name(self, gate: str, tagged: frozenset[str] = frozenset()) -> bool:
        return self.gate_words.is_gate_name(gate, tagged)

    @property
    def knows_gates(self) -> bool:
        return bool(self.config.feature_gates)

    def has_gates(self) -> bool:
        return self.gate_words.has_gates()

    def registers_gates(self, dotted: str) -> bool:
        """Whether a dotted name lies in a module that registers gates."""
        return self.gate_words.registers_gates(dotted)
