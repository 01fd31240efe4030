"""The program as a whole: modules loaded when something in them is asked for, and names followed among them."""

from __future__ import annotations

import ast
import builtins
import os
from collections import OrderedDict
from collections.abc import Callable, Container, Sequence
from typing import Any, Final, TypeVar, Union

from apivet.program import model, syntax
from apivet.program.baseline import Baseline
from apivet.program.conversions import Conversion
from apivet.program.operations import Operation
from apivet.program.scheme import KnownType, Patch
from apivet.python import library
from apivet.python.bindings import Binding
from apivet.python.configuration import Configuration
from apivet.python.gatewords import GateWords
from apivet.python.generics import application, applied
from apivet.python.groups import Groups
from apivet.python.handlers import takes
from apivet.python.layout import PACKAGE_FILES, SOURCES, Files, Layout
from apivet.python.lowering import Lowering
from apivet.python.namespaces import declared_types, makes_names, more_certain, public_names, reachable
from apivet.python.readings import Reading
from apivet.python.source import (
    ClassReference,
    ClassSource,
    SourceError,
    SourceModule,
    parse,
    too_deep,
)
from apivet.python.supporttags import comment_tags
from apivet.python.treefacts import TreeFacts
from apivet.verdicts import Location, Problem

_BUILTINS: Final = frozenset(dir(builtins))
#: Modules kept in memory. What a check of one strategy looks at fits in easily; the rest is loaded again when needed.
_KEPT: Final = 256
_Value = TypeVar("_Value")
_Reference = Union[model.Entity, ClassReference]
_IN_TREE: Final = (ClassReference, model.Type, syntax.Function, model.Module)


class Workspace:
    """The sources below a root, seen as an :class:`apivet.program.model.Program`.

    Files are read and parsed when a name leads to them, whether or not they are among the checked ones. Entities are
    compared by their dotted names: a module that fell out of memory gives new, equal-looking entities when it is
    loaded again.
    """

    def __init__(
        self,
        config: Configuration,
        facts: TreeFacts,
        root: str | None = None,
        *,
        files: Files | None = None,
        baseline: Baseline | None = None,
    ) -> None:
        self.config = config
        self.facts = facts
        self.root = os.path.realpath(root or os.getcwd())
        self.files = files or Files()
        self._baseline = baseline
        self.layout = Layout(self.files, self.root, tuple(config.source_roots), facts.directories)
        self._groups = Groups(self.layout, config.hubs, self._met)
        self._modules: OrderedDict[str, SourceModule] = OrderedDict()
        self._broken: dict[str, SourceError] = {}
        self._paths: dict[str, list[str]] = {}
        self.context = os.path.join(self.root, "__init__.py")
        self._recorders: list[set[str]] = [set()]
        self._located: dict[str, tuple[model.Entity, frozenset[str]]] = {}
        self._applications: dict[str, tuple[str, tuple[Reading, ...]]] = {}
        self._resolving: set[tuple[str, str]] = set()
        self._cut = False
        self.gate_words = GateWords(self)
        self._known_types: tuple[tuple[KnownType, ...], frozenset[str]] | None = None
        self._patching = frozenset(facts.patching)
        # Imported here because these modules need the class that is being defined.
        from apivet.python.shapes import Shapes
        from apivet.python.types import Types

        self.shapes = Shapes(self)
        self.types = Types(self)

    # -------------------------------------------------------------------------------------------------- contents

    def contents(self, path: str) -> model.Contents:
        """What a file declares. Raises :class:`SourceError` where it can't be read, decoded or parsed."""
        from apivet.python.discovery import discover

        path = self.absolute(path)
        self.context = path
        self._located.clear()
        module = self.require(path)
        try:
            return discover(self, module)
        except RecursionError:
            raise too_deep(module.display) from None

    def classes(self, path: str) -> tuple[model.Type, ...]:
        """Every class of a file, inner ones too, in the order of the source; nothing where it can't be used. Names are
        then followed as seen from there."""
        self.context = self.absolute(path)
        self._located.clear()
        module = self.load(self.context)
        if module is None:
            return ()
        return tuple(self.types.build(module, source) for source in module.classes.values())

    def all_conversions(self, path: str) -> tuple[Conversion, ...]:
        """Every conversion of a file, generated ones too; nothing where it can't be used."""
        from apivet.python.conversions import Conversions
        from apivet.python.objects import ObjectTypes

        self.context = self.absolute(path)
        self._located.clear()
        module = self.load(self.context)
        if module is None:
            return ()
        declared = [self.types.build(module, source) for source in module.classes.values()]
        return tuple(Conversions(self, module, ObjectTypes(self)).all_among(declared))

    def absolute(self, path: str) -> str:
        """The path under which a file is known here."""
        return os.path.normpath(os.path.join(self.root, path))

    def problems(self, paths: Container[str] | None = None) -> list[Problem]:
        """What is wrong with files (of these, where some are given) that were to be read and cannot be used."""
        return [error.problem for path, error in self._broken.items() if paths is None or path in paths]

    def override(self, path: str, text: str) -> None:
        """Let a file hold an editor's unsaved text."""
        self.files.override(self.absolute(path), text.encode("utf-8", "surrogatepass"))
        self._modules.clear()
        self._located.clear()
        self._broken.clear()
        self._paths.clear()
        self.gate_words = GateWords(self)
        self._known_types = None
        self.layout.forget()
        self._groups.forget()

    def dependencies(self) -> frozenset[str]:
        """The files consulted since :meth:`reset_dependencies`."""
        return frozenset(path for path in self._recorders[0] if path.endswith(SOURCES))

    def reset_dependencies(self) -> None:
        """Start to collect dependencies anew."""
        self._recorders[0].clear()

    # --------------------------------------------------------------------------------------------------- modules

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
            raise SourceError(Problem(display, f"cannot be read: {error.strerror or error}")) from None
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

    def _path_of(self, dotted: str) -> str | None:
        """The file of the module of that dotted name, as seen from the file under check."""
        known = self._paths.get(dotted, ())
        if len(known) == 1:
            return known[0]
        found = self.layout.find(self.context, dotted)
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
                self._cut = (self._cut or cut_before) and bool(self._resolving)
        self._recorders[-1].update(entry[1])
        value: _Value = entry[0]
        return value

    def cut_cycle(self) -> None:
        """Say that what is being computed rests on an answer that was withheld to end a cycle."""
        self._cut = True

    # ---------------------------------------------------------------------------------------------------- names

    def resolve(self, module: str, name: str) -> model.Entity:
        """What ``name`` means in the scope of ``module``."""
        source = self.module(module)
        if source is None:
            return model.External(f"builtins.{name}" if name in _BUILTINS else name)
        return self.resolve_in(source, name)

    def resolve_in(self, module: SourceModule, name: str) -> model.Entity:
        """What ``name`` means in the scope of a loaded module."""
        return self._built(self._meaning(module, name))

    def _meaning(self, module: SourceModule, name: str) -> _Reference:
        found = self._lookup(module, name)
        return found or model.External(f"builtins.{name}" if name in _BUILTINS else name)

    def _built(self, reference: _Reference) -> model.Entity:
        """The entity that a reference stands for."""
        if not isinstance(reference, ClassReference):
            return reference
        module = self.load(reference.path)
        source = None if module is None else module.class_of(reference)
        if module is None or source is None:
            return model.External(reference.dotted)
        return self.types.build(module, source)

    def _lookup(self, module: SourceModule, name: str) -> _Reference | None:
        """The entity that the module's own code binds ``name`` to."""
        key = (module.path, name)
        if key in self._resolving:
            self.cut_cycle()
            return None

        def compute() -> _Reference | None:
            self._resolving.add(key)
            try:
                bindings = module.symbols.get(name)
                return self._settle(module, name, bindings) if bindings else self._starred(module, name)
            finally:
                self._resolving.discard(key)

        return self.remember(module, ("name", name), compute)

    def may_bind_more(self, module: str) -> bool:
        source = self.module(module)
        return source is not None and makes_names(self, source)

    def alternatives(self, module: str, name: str) -> tuple[model.Type, ...]:
        source = self.module(module)
        bindings = source.symbols.get(name, []) if source is not None else []
        if source is None or len(bindings) < 2:
            return ()
        found = [self._built(self._bound(source, name, binding)) for binding in reachable(bindings)[1]]
        types = {each.location: each for each in found if isinstance(each, model.Type)}
        return tuple(types.values()) if len(types) > 1 else ()

    def _settle(self, module: SourceModule, name: str, bindings: list[Binding]) -> _Reference:
        """One meaning for all the bindings of a name: the last one, unless it is conditional."""
        possible, preferred = reachable(bindings)
        entities = [self._bound(module, name, binding) for binding in preferred]
        if not any(isinstance(entity, _IN_TREE) for entity in entities):
            entities += [self._bound(module, name, item) for item in possible if item not in preferred]
        if len(entities) == 1:
            return entities[0]
        known = [entity for entity in entities if isinstance(entity, _IN_TREE)]
        if known:
            undecided = len(known) > 1 and all(isinstance(entity, syntax.Function) for entity in known)
            return model.Global(module.dotted, name, None) if undecided else known[0]
        external = [entity for entity in entities if isinstance(entity, model.External)]
        return external[0] if external else model.Global(module.dotted, name, None)

    def _bound(self, module: SourceModule, name: str, binding: Binding) -> _Reference:
        if binding.kind == "class" and isinstance(binding.node, ast.ClassDef):
            return module.reference(ClassSource(binding.node, name, module.scope))
        if binding.kind == "function" and isinstance(binding.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            # A stub says nothing of what a function does.
            return model.External(f"{module.dotted}.{name}") if module.is_stub else self._function(module, binding.node)
        if binding.kind == "module":
            found = self.load(self.layout.find(module.path, binding.target))
            return model.External(binding.target) if found is None else model.Module(found.dotted)
        if binding.kind == "member":
            return self._imported(module, binding, binding.member)
        return self._variable(module, name, binding)

    def _function(self, module: SourceModule, node: ast.FunctionDef | ast.AsyncFunctionDef) -> syntax.Function:
        return self.remember(module, ("function", id(node)), lambda: Lowering(module.scope).function(node))

    def _variable(self, module: SourceModule, name: str, binding: Binding) -> _Reference:
        if binding.value is None or name in module.rebound:
            return model.Global(module.dotted, name, None)
        value = module.lower(binding.value)
        if isinstance(value, (syntax.Name, syntax.Attribute)):
            meant = self.reference(module, value)
            if meant is not None:
                return meant
        return model.Global(module.dotted, name, value)

    def import_base(self, module: SourceModule, binding: Binding) -> tuple[SourceModule | None, str]:
        """The module that a ``from`` import names, where it is in the tree, and its dotted name."""
        if binding.level == 0:
            return self.load(self.layout.find(module.path, binding.target)), binding.target
        directory = os.path.dirname(module.path)
        for _ in range(binding.level - 1):
            directory = os.path.dirname(directory)
        if not binding.target:
            found = self.load(self.layout.package_file(directory) or directory)
            return found, found.dotted if found is not None else "."
        found = self.load(self.layout.find_below(directory, binding.target.split(".")))
        return found, found.dotted if found is not None else f"{self.layout.dotted(directory)}.{binding.target}"

    def _imported(self, module: SourceModule, binding: Binding, name: str) -> _Reference:
        base, dotted = self.import_base(module, binding)
        if base is not None:
            found = self.module_member(base, name)
            if found is not None:
                return found
        return model.External(f"{dotted}.{name}")

    def module_member(self, module: SourceModule, name: str) -> _Reference | None:
        """An attribute of a module: a name of its scope, else a submodule."""
        found = self._lookup(module, name)
        if found is not None:
            return found
        if module.is_package:
            directory = os.path.dirname(module.path) if module.path.endswith(SOURCES) else module.path
            submodule = self.load(self.layout.find_below(directory, [name]))
            if submodule is not None:
                return model.Module(submodule.dotted)
        return None

    def _starred(self, module: SourceModule, name: str) -> _Reference | None:
        unknown = None
        for binding in reversed(module.stars):
            base, dotted = self.import_base(module, binding)
            if base is None:
                unknown = more_certain(unknown, model.External(f"{dotted}.{name}"))
                continue
            exported = base.exported()
            if name in exported if exported is not None else not name.startswith("_"):
                found = self.module_member(base, name) if exported is not None else self._lookup(base, name)
                if found is not None:
                    return found
        return None if name in _BUILTINS else unknown

    # ------------------------------------------------------------------------------------------------- entities

    def entity(self, module: SourceModule, expression: syntax.Expression, enclosing: str = "") -> model.Entity | None:
        """What a name or a dotted access means; a generic's arguments are passed over. ``enclosing`` is the
        qualified name of the class in whose body the expression stands."""
        found = self.reference(module, expression, enclosing)
        return None if found is None else self._built(found)

    def reference(self, module: SourceModule, expression: syntax.Expression, enclosing: str = "") -> _Reference | None:
        """Like :meth:`entity`, but a class is only referred to."""
        while isinstance(expression, syntax.Subscript):
            expression = expression.value
        if isinstance(expression, syntax.Name):
            while enclosing:
                inner = module.classes.get(f"{enclosing}.{expression.name}")
                if inner is not None:
                    return module.reference(inner)
                enclosing = enclosing.rpartition(".")[0]
            return self._meaning(module, expression.name)
        if isinstance(expression, syntax.Attribute):
            holder = self.reference(module, expression.value, enclosing)
            return None if holder is None else self._member(holder, expression.name)
        return None

    def member(self, holder: model.Entity, name: str) -> model.Entity | None:
        """``holder.name``, where that can be told without running anything."""
        found = self._member(holder, name)
        return None if found is None else self._built(found)

    def _member(self, holder: _Reference, name: str) -> _Reference | None:
        if isinstance(holder, model.Module):
            source = self.module(holder.dotted)
            found = None if source is None else self.module_member(source, name)
            return found if found is not None else model.External(f"{holder.dotted}.{name}")
        if isinstance(holder, model.External):
            return model.External(f"{holder.dotted}.{name}")
        if isinstance(holder, ClassReference):
            source = self.load(holder.path)
            nested = None if source is None else source.classes.get(f"{holder.qualified}.{name}")
            if source is not None and nested is not None:
                return source.reference(nested)
            built = self._built(holder)
            return self._class_member(built, name) if isinstance(built, model.Type) else None
        return self._class_member(holder, name) if isinstance(holder, model.Type) else None

    def _class_member(self, holder: model.Type, name: str) -> _Reference | None:
        for type_ in self.ancestry(holder):
            qualified = f"{type_.dotted[len(type_.module) + 1 :]}.{name}"
            if name in type_.methods:
                return type_.methods[name]
            if name in type_.attributes:
                return model.Global(type_.module, qualified, type_.attributes[name])
            source = self.module(type_.module)
            if source is not None:
                nested = source.classes.get(qualified)
                if nested is not None:
                    return source.reference(nested)
        return None

    def locate(self, dotted: str) -> model.Entity:
        """What a dotted name means, as seen from the file under check."""
        known = self._located.get(dotted)
        if known is None:
            recorder: set[str] = set()
            self._recorders.append(recorder)
            try:
                known = self._locate(dotted), frozenset(recorder)
            finally:
                self._recorders.pop()
            # An answer from within a cycle is only good there.
            if not self._resolving and not self.types.busy:
                self._located[dotted] = known
        self._recorders[-1].update(known[1])
        return known[0]

    def apply(self, generic: model.Named, arguments: tuple[Reading, ...]) -> model.Named:
        """A generic class with arguments, where these say anything."""
        if all(isinstance(argument.shape, model.Unknown) for argument in arguments):
            return generic
        name = application(generic.dotted, arguments)
        self._applications[name] = (generic.dotted, arguments)
        return model.Named(name)

    def _locate(self, dotted: str) -> model.Entity:
        if dotted in self._applications:
            generic, arguments = self._applications[dotted]
            found = self._locate(generic)
            return applied(self, found, dotted, arguments) if isinstance(found, model.Type) else found
        parts = dotted.split(".")
        for length in range(len(parts), 0, -1):
            source = self.module(".".join(parts[:length]))
            if source is None:
                continue
            rest = parts[length:]
            if not rest:
                return model.Module(source.dotted)
            entity = self.module_member(source, rest[0])
            for name in rest[1:]:
                entity = None if entity is None else self._member(entity, name)
            if entity is None and ".".join(rest) in source.classes:
                entity = source.reference(source.classes[".".join(rest)])
            if entity is not None:
                return self._built(entity)
        return model.External(dotted)

    def type(self, dotted: str) -> model.Type | None:
        """The type of that dotted name, where it is in the tree."""
        found = self.locate(dotted)
        return found if isinstance(found, model.Type) else None

    def ancestry(self, type_: model.Type) -> tuple[model.Type, ...]:
        """The type and its bases in method resolution order."""
        return self.types.ancestry(type_)

    def shape(self, module: str, annotation: syntax.Expression) -> tuple[model.Shape, bool]:
        """What an annotation means, and whether ``None`` is allowed."""
        source = self.module(module)
        return (model.Unknown(""), False) if source is None else self.shapes.read(source, annotation)

    # --------------------------------------------------------------------------------------------------- groups

    def groups_of(self, module: str) -> tuple[model.Group, ...]:
        """The API groups that a module is part of."""
        path = self._path_of(module)
        return () if path is None else self._groups.of(path)

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
            from apivet.python.schemes import registrations, settled, unread

            found, consulted = self._gathered(self.facts.registering, registrations)
            self._known_types = (*settled(found), *unread(self, self.facts.registering)), consulted
        self._recorders[-1].update(self._known_types[1])
        return self._known_types[0]

    def patches_in(self, module: str) -> tuple[Patch, ...]:
        """Everything that a module puts on classes from outside, in the order of the source."""
        from apivet.python.schemes import patches

        source = self.module(module)
        return patches(self, source) if source is not None and source.path in self._patching else ()

    def _gathered(
        self, paths: Sequence[str], look: Callable[[Workspace, SourceModule], list[_Value]]
    ) -> tuple[list[_Value], frozenset[str]]:
        """What some files say, each seen from where it stands, and the files that had to be consulted."""
        recorder: set[str] = set()
        context, located = self.context, self._located
        self._recorders.append(recorder)
        found: list[_Value] = []
        try:
            for path in paths:
                self.context, self._located = path, {}
                module = self.load(path)
                if module is not None:
                    found += look(self, module)
        finally:
            self._recorders.pop()
            self.context, self._located = context, located
        return found, frozenset(recorder)

    def comment_tags(self, module: str) -> frozenset[str]:
        """The names of the tags (``+k8s:deepcopy-gen=package``) that a module or its package switches on."""
        return comment_tags(self, module)

    def has_any(self, what: model.Something) -> bool:
        return what in self.facts.somewhere

    def package_of(self, module: str) -> str:
        """The package that a module lies in; a package is its own."""
        source = self.module(module)
        is_package = source is not None and source.is_package
        return module if is_package else module.rpartition(".")[0] or module

    def start_of(self, module: str) -> Location:
        source = self.module(module)
        return Location(source.display if source is not None else "", 1, 0, 1, 0)

    def function_operation(self, dotted: str) -> Operation | None:
        return library.function_operation(dotted)

    def method_operation(self, name: str) -> Operation | None:
        return library.method_operation(name)

    def is_exception(self, module: str, raised: str | None, caught: str | None) -> bool:
        return takes(self, module, raised, caught)

    def is_gate_name(self, gate: str, tagged: frozenset[str] = frozenset()) -> bool:
        return self.gate_words.is_gate_name(gate) or (gate in tagged and not self.config.feature_gates)

    def has_gates(self) -> bool:
        return bool(self.config.feature_gates or self.facts.tagged or self.facts.tag_references)

    def registers_gates(self, dotted: str) -> bool:
        """Whether a dotted name lies in a module that registers gates."""
        return self.gate_words.registers_gates(dotted)
