"""The program as a whole: modules loaded when something in them is asked for, and names followed among them."""

from __future__ import annotations

import ast
import builtins
import os
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol, TypeVar, Union

from apivet.program import model, syntax
from apivet.program.operations import Operation
from apivet.python import library
from apivet.python.generics import application, applied
from apivet.python.layout import Files, Layout
from apivet.python.lowering import Lowering
from apivet.python.registry import registered_gates
from apivet.python.source import (
    Binding,
    ClassReference,
    ClassSource,
    SourceError,
    SourceModule,
    parse,
    parse_quoted,
    too_deep,
)
from apivet.python.treefacts import TreeFacts
from apivet.verdicts import Problem
from apivet.vocabulary import Vocabulary

_BUILTINS: Final = frozenset(dir(builtins))
#: Modules kept in memory. What a check of one strategy looks at fits in easily; the rest is loaded again when needed.
_KEPT: Final = 256
_Value = TypeVar("_Value")
_Reference = Union[model.Entity, ClassReference]


class Configuration(Protocol):
    """The part of the configuration that reading Python needs."""

    @property
    def vocabulary(self) -> Vocabulary: ...
    @property
    def source_roots(self) -> tuple[str, ...]: ...
    @property
    def feature_gates(self) -> tuple[str, ...]: ...
    @property
    def exclude(self) -> tuple[str, ...]: ...


class DefaultConfiguration:
    """What holds where a project configures nothing."""

    vocabulary = Vocabulary()
    source_roots: tuple[str, ...] = ()
    feature_gates: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()


class Workspace:
    """The sources below a root, seen as an :class:`apivet.program.model.Program`.

    Files are read and parsed when a name leads to them, whether or not they are among the checked ones. Entities are
    compared by their dotted names: a module that fell out of memory gives new, equal-looking entities when it is
    loaded again.
    """

    def __init__(self, config: Configuration, facts: TreeFacts, root: str | None = None) -> None:
        self.config = config
        self.facts = facts
        self.root = os.path.realpath(root or os.getcwd())
        self.files = Files()
        self.layout = Layout(self.files, self.root, tuple(config.source_roots), facts.directories)
        self._modules: OrderedDict[str, SourceModule] = OrderedDict()
        self._broken: dict[str, SourceError] = {}
        self._paths: dict[str, list[str]] = {}
        self._context = os.path.join(self.root, "__init__.py")
        self._recorders: list[set[str]] = [set()]
        self._located: dict[str, tuple[model.Entity, frozenset[str]]] = {}
        self._applications: dict[str, tuple[str, tuple[model.Shape, ...]]] = {}
        self._resolving: set[tuple[str, str]] = set()
        self._cut = False
        self._gates: frozenset[str] | None = None
        self._registry_names: tuple[str, ...] | None = None
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
        self._context = path
        self._located.clear()
        module = self.require(path)
        try:
            return discover(self, module)
        except RecursionError:
            raise too_deep(module.display) from None

    def absolute(self, path: str) -> str:
        """The path under which a file is known here."""
        return os.path.normpath(os.path.join(self.root, path))

    def override(self, path: str, text: str) -> None:
        """Let a file hold an editor's unsaved text."""
        self.files.override(self.absolute(path), text.encode("utf-8", "surrogatepass"))
        self._modules.clear()
        self._located.clear()
        self._broken.clear()
        self._paths.clear()
        self._gates = self._registry_names = None
        self.layout.forget()

    def dependencies(self) -> frozenset[str]:
        """The files consulted since :meth:`reset_dependencies`."""
        return frozenset(path for path in self._recorders[0] if path.endswith(".py"))

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
        known = self._paths.setdefault(module.dotted, [])
        if path not in known:
            known.append(path)
        if len(self._modules) > _KEPT:
            self._modules.popitem(last=False)
        return module

    def _read(self, path: str) -> SourceModule:
        display = self.layout.display(path)
        dotted = self.layout.dotted(path)
        if not path.endswith(".py") and not self.files.is_file(path):
            return SourceModule(path, display, dotted, True, b"", ast.Module([], []))
        try:
            data = self.files.read(path)
        except OSError as error:
            raise SourceError(Problem(display, f"cannot be read: {error.strerror or error}")) from None
        tree = parse(display, data)
        try:
            return SourceModule(path, display, dotted, os.path.basename(path) == "__init__.py", data, tree)
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
        known = self._paths.get(dotted, ())
        if len(known) == 1:
            return self.load(known[0])
        found = self.layout.find(self._context, dotted)
        if known and found not in known:
            found = min(known)
        return self.load(found)

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
        if found is not None:
            return found
        return model.External(f"builtins.{name}" if name in _BUILTINS else name)

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

    def _settle(self, module: SourceModule, name: str, bindings: list[Binding]) -> _Reference:
        """One meaning for all the bindings of a name: the last one, unless it is conditional."""
        reachable = []
        for binding in reversed(bindings):
            reachable.append(binding)
            if not binding.conditional:
                break
        reachable.reverse()
        preferred = [binding for binding in reachable if not binding.fallback] or reachable
        entities = [self._bound(module, name, binding) for binding in preferred]
        if not any(_in_tree(entity) for entity in entities):
            entities += [self._bound(module, name, item) for item in reachable if item not in preferred]
        if len(entities) == 1:
            return entities[0]
        known = [entity for entity in entities if _in_tree(entity)]
        if known:
            undecided = len(known) > 1 and all(isinstance(entity, syntax.Function) for entity in known)
            return model.Global(module.dotted, name, None) if undecided else known[0]
        external = [entity for entity in entities if isinstance(entity, model.External)]
        return external[0] if external else model.Global(module.dotted, name, None)

    def _bound(self, module: SourceModule, name: str, binding: Binding) -> _Reference:
        if binding.kind == "class" and isinstance(binding.node, ast.ClassDef):
            return module.reference(ClassSource(binding.node, name, module.scope))
        if binding.kind == "function" and isinstance(binding.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return self._function(module, binding.node)
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
            package = os.path.join(directory, "__init__.py")
            is_package = "__init__.py" in self.files.listing(directory).files
            found = self.load(package if is_package else directory)
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
            directory = os.path.dirname(module.path) if module.path.endswith(".py") else module.path
            submodule = self.load(self.layout.find_below(directory, [name]))
            if submodule is not None:
                return model.Module(submodule.dotted)
        return None

    def _starred(self, module: SourceModule, name: str) -> _Reference | None:
        unknown = None
        for binding in reversed(module.stars):
            base, dotted = self.import_base(module, binding)
            if base is None:
                unknown = unknown or model.External(f"{dotted}.{name}")
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

    def apply(self, generic: model.Named, arguments: tuple[model.Shape, ...]) -> model.Named:
        """A generic class with arguments, where these say anything."""
        if all(isinstance(argument, model.Unknown) for argument in arguments):
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
        if source is None:
            return model.Unknown(""), False
        return self.shapes.read(source, annotation)

    # ---------------------------------------------------------------------------------------------------- gates

    def function_operation(self, dotted: str) -> Operation | None:
        return library.function_operation(dotted)

    def method_operation(self, name: str) -> Operation | None:
        return library.method_operation(name)

    def is_exception(self, module: str, raised: str | None, caught: str | None) -> bool:
        if caught is None or caught in ("Exception", "BaseException") or raised == caught:
            return True
        if raised is None:
            return False
        above = {raised}
        entity = self.resolve(module, raised)
        if isinstance(entity, model.Type):
            above |= {base.name for base in self.ancestry(entity)}
        for name in tuple(above):
            builtin = getattr(builtins, name, None)
            if isinstance(builtin, type):
                above |= {base.__name__ for base in builtin.__mro__}
        return caught in above

    def is_gate_name(self, gate: str) -> bool:
        """Whether a gate is registered, or (with no registry configured) one that a field is tagged with."""
        if gate in (self.facts.registered if self.config.feature_gates else self.facts.tagged):
            return True
        return gate in self._further_gates()

    def _further_gates(self) -> frozenset[str]:
        """Gates that the facts do not hold as plain text: those of registries that are not among the checked files,
        and those of tags that name a constant."""
        if self._gates is None:
            found: set[str] = set()
            if self.config.feature_gates:
                for path in self._registries():
                    module = self.load(path)
                    if module is not None:
                        found |= registered_gates(module.tree)
            else:
                for path, text in self.facts.tag_references:
                    module = self.load(path)
                    reference = None if module is None else parse_quoted(module, text)
                    if module is not None and reference is not None:
                        found.update(self.types.gates.texts(module, reference))
            self._gates = frozenset(found)
        return self._gates

    def _registries(self) -> list[str]:
        """The files of the modules that register gates, as far as they can be found."""
        found = [self.layout.find(self._context, module) for module in self.config.feature_gates]
        return [path for path in found if path is not None]

    def registers_gates(self, dotted: str) -> bool:
        """Whether a dotted name lies in a module that registers gates."""
        if self._registry_names is None:
            names = set(self.config.feature_gates)
            names.update(self.layout.dotted(path) for path in self._registries())
            self._registry_names = tuple(sorted(names))
        return any(dotted == name or dotted.startswith(name + ".") for name in self._registry_names)


def _in_tree(entity: _Reference) -> bool:
    return isinstance(entity, (ClassReference, model.Type, syntax.Function, model.Module))


def workspace_from_text(
    sources: Mapping[str, str], config: Configuration | None = None, root: str = "/apivet-workspace"
) -> Workspace:
    """A workspace over sources that are on no disk: ``{"pkg/module.py": "..."}``."""
    from apivet.python.facts import summarise

    settings: Configuration = config if config is not None else DefaultConfiguration()
    summaries = [
        summarise(os.path.join(root, path), text.encode("utf-8", "surrogatepass"), settings)
        for path, text in sorted(sources.items())
    ]
    workspace = Workspace(settings, TreeFacts.merge(summaries), root)
    for path, text in sources.items():
        workspace.override(path, text)
    return workspace
