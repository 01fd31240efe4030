"""Names of a program, followed to what they mean."""

from __future__ import annotations

import ast
import builtins
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Final, Protocol, Union

from apivet.program import model, syntax
from apivet.program.front_end import Scope
from apivet.python.annotations.forms import Form
from apivet.python.annotations.readings import ReadAnnotation
from apivet.python.files.layout import SOURCES, FileSystem
from apivet.python.files.object_keys import SET
from apivet.python.files.tree_facts import TreeFacts
from apivet.python.names.loading import ModuleLoader
from apivet.python.source.bindings import Binding, more_certain, place_of, reachable, when_run
from apivet.python.source.module import ClassReference, ClassSource, SourceModule
from apivet.python.source.statements import StatementLowering
from apivet.python.source.stores import CODE

_BUILTINS: Final = frozenset(dir(builtins))
Reference = Union[model.Entity, ClassReference]
_IN_TREE: Final = (ClassReference, model.Type, syntax.Function, model.Module)


def _outside(name: str) -> model.External:
    """The entity of a name that no module of the tree binds."""
    if name == "__debug__":
        return model.External(model.ASSERTIONS_RUN)
    if name in _BUILTINS:
        return model.External(f"builtins.{name}")
    return model.External(name, is_bound=name.startswith("__") or not name.isidentifier())


class ClassTypes(Protocol):
    """Types built from class statements (:mod:`apivet.python.types.building`): names of members lead through them."""

    @property
    def busy(self) -> bool: ...

    def build(self, module: SourceModule, source: ClassSource) -> model.Type: ...

    def ancestry(self, type_: model.Type) -> tuple[model.Type, ...]: ...

    def form_of(self, reference: ClassReference) -> Form: ...

    def builtin_base_of(self, reference: ClassReference) -> str: ...


class Annotations(Protocol):
    """Annotations read as types (:mod:`apivet.python.types.annotated`)."""

    def annotation(
        self,
        module: SourceModule,
        node: syntax.Expression,
        enclosing: str = "",
        variables: Mapping[str, model.Shape] | None = None,
    ) -> ReadAnnotation: ...


class Setters(Protocol):
    """Attributes that other files set (:mod:`apivet.python.names.setters`): what a name stands for may be another."""

    def set_on(self, module: SourceModule, name: str, attributes: Iterable[str] = ()) -> dict[str, tuple[str, int]]: ...

    def forget(self, path: str, *, moved: bool) -> None: ...


class Resolver(ModuleLoader):
    """Follows names among modules. Entities are compared by their dotted names: a module that fell out of memory gives
    new, equal-looking entities when it is loaded again."""

    types: ClassTypes
    shapes: Annotations
    elsewhere: Setters

    def __init__(
        self, config: Scope, facts: TreeFacts, root: str | None = None, *, files: FileSystem | None = None
    ) -> None:
        super().__init__(config, facts, root, files=files)
        self._located: dict[str, tuple[model.Entity, frozenset[str]]] = {}
        self._derived: dict[str, tuple[str, Callable[[model.Type], model.Type]]] = {}

    def look_from(self, path: str) -> None:
        """Have dotted names looked up as code in that file does."""
        self.context = self.absolute(path)
        self._located.clear()

    def forget(self, path: str, *, moved: bool) -> None:
        super().forget(path, moved=moved)
        self._located.clear()
        self.elsewhere.forget(path, moved=moved)

    def resolve(self, module: str, name: str) -> model.Entity:
        """The entity that ``name`` means in the scope of ``module``."""
        source = self.module(module)
        if source is None:
            return _outside(name)
        return self.resolve_in(source, name)

    def resolve_in(self, module: SourceModule, name: str) -> model.Entity:
        """The entity that ``name`` means in the scope of a loaded module."""
        return self._built(self._meaning(module, name))

    def _meaning(self, module: SourceModule, name: str) -> Reference:
        found = self._lookup(module, name)
        return found or _outside(name)

    def _built(self, reference: Reference) -> model.Entity:
        """The entity that a reference stands for."""
        if not isinstance(reference, ClassReference):
            return reference
        module = self.load(reference.path)
        source = None if module is None else module.class_of(reference)
        if module is None or source is None:
            return model.External(reference.dotted)
        return self.types.build(module, source)

    def _lookup(self, module: SourceModule, name: str) -> Reference | None:
        """The entity that the module's own code binds ``name`` to."""
        key = (module.path, name)
        if key in self.resolving:
            self.cut_cycle()
            return None

        def compute() -> Reference | None:
            self.resolving.add(key)
            try:
                bindings = module.symbols.get(name)
                if not bindings:
                    return self._starred(module, name)
                return self._starred(module, name, bindings[-1]) or self._settle(module, name, bindings)
            finally:
                self.resolving.discard(key)

        return self.remember(module, ("name", name), compute)

    def alternatives(self, module: str, name: str) -> tuple[model.Type, ...]:
        source = self.module(module)
        bindings = source.symbols.get(name, []) if source is not None else []
        if source is None or len(bindings) < 2:
            return ()
        found = [self._built(self._bound(source, name, binding)) for binding in reachable(bindings)[1]]
        types = {each.location: each for each in found if isinstance(each, model.Type)}
        return tuple(types.values()) if len(types) > 1 else ()

    def _settle(self, module: SourceModule, name: str, bindings: list[Binding]) -> Reference:
        """One meaning for all the bindings of a name: the last one, unless it is conditional. A function is what runs,
        and may be any of them; a class is what a reader of types takes it for."""
        running = when_run(bindings)
        if len(bindings) > 1:
            functions = [self._bound(module, name, binding) for binding in running]
            is_own = any(binding.kind == "function" for binding in bindings)
            # A stand-in for a part of a library that may be missing does what that does; what may be taken from a
            # library behind it does not.
            last = functions[-1] if functions else None
            stands_in = not is_own and not isinstance(last, model.External) and model.External in map(type, functions)
            if any(isinstance(entity, syntax.Function) for entity in functions) and not stands_in:
                return functions[0] if len(set(map(id, functions))) == 1 else model.Global(module.dotted, name, None)
        if len(running) > 1 and all(isinstance(binding.value, ast.Constant) for binding in running):
            return model.Global(module.dotted, name, None)  # a flag that tells whether something could be imported
        possible, preferred = reachable(bindings)
        entities = [self._bound(module, name, binding) for binding in preferred]
        if not any(isinstance(entity, _IN_TREE) for entity in entities):
            entities += [self._bound(module, name, item) for item in possible if item not in preferred]
        if len(entities) == 1:
            return entities[0]
        known = [entity for entity in entities if isinstance(entity, _IN_TREE)]
        if known:
            return known[0]
        external = [entity for entity in entities if isinstance(entity, model.External)]
        if not external:
            return model.Global(module.dotted, name, None)
        values = (each.value.value for each in running if isinstance(each.value, ast.Constant))
        constants = tuple(value for value in values if value is not Ellipsis)
        is_there = external[0].dotted.partition(".")[0] in sys.stdlib_module_names
        return external[0] if is_there else model.External(external[0].dotted, tuple(dict.fromkeys(constants)))

    def when_run(self, module: SourceModule, name: str) -> list[Reference]:
        """The entities that a name of a module may mean in a program that runs: of what may be missing, its stand-in
        too, and nothing that readers of types alone are told."""
        return [self._bound(module, name, binding) for binding in when_run(module.symbols.get(name, []))]

    def _bound(self, module: SourceModule, name: str, binding: Binding) -> Reference:
        if binding.kind == "class" and isinstance(binding.node, ast.ClassDef):
            return module.reference(ClassSource(binding.node, name, module.scope))
        if binding.kind == "function" and isinstance(binding.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            # A stub says nothing of what a function does.
            if module.is_stub:
                return model.External(f"{module.dotted}.{name}")
            if module.is_bound_later(name):
                self.setting(module.path, binding.node.lineno)
            is_sure = not module.binds_again(name) and not self._is_set_elsewhere(module, name)
            return self._function(module, binding.node) if is_sure else model.Global(module.dotted, name, None)
        if binding.kind == "module":
            found = self.imported(module.path, binding.target)
            return model.External(binding.target) if found is None else model.Module(found.dotted)
        if binding.kind == "member":
            return self._imported(module, binding, binding.member)
        return self._variable(module, name, binding)

    def _is_set_elsewhere(self, module: SourceModule, name: str) -> bool:
        """Whether another file sets a name of a module, or what decides on what a call of it does."""
        found = self.elsewhere.set_on(module, name, CODE)
        return bool([self.setting(*found[each]) for each in (SET, *CODE) if each in found])

    def _function(self, module: SourceModule, node: ast.FunctionDef | ast.AsyncFunctionDef) -> syntax.Function:
        return self.remember(module, ("function", id(node)), lambda: StatementLowering(module.scope).function(node))

    def _variable(self, module: SourceModule, name: str, binding: Binding) -> Reference:
        if binding.value is None or module.binds_again(name):
            return model.Global(module.dotted, name, None)
        value = module.loaded(binding.value)
        if isinstance(value, (syntax.Name, syntax.Attribute)):
            meant = self.reference(module, value)
            if meant is not None:
                return meant
        return model.Global(module.dotted, name, value)

    def import_base(self, module: SourceModule, binding: Binding) -> tuple[SourceModule | None, str]:
        """The module that a ``from`` import names, where it is in the tree, and its dotted name."""
        if binding.level == 0:
            return self.imported(module.path, binding.target), binding.target
        directory = os.path.dirname(module.path)
        for _ in range(binding.level - 1):
            directory = os.path.dirname(directory)
        if not binding.target:
            found = self.load(self.layout.package_file(directory) or directory)
            return found, found.dotted if found is not None else "."
        found = self.load(self.layout.find_below(directory, binding.target.split(".")))
        return found, found.dotted if found is not None else f"{self.layout.dotted(directory)}.{binding.target}"

    def _imported(self, module: SourceModule, binding: Binding, name: str) -> Reference:
        base, dotted = self.import_base(module, binding)
        if base is not None:
            found = self.module_member(base, name)
            if found is not None:
                return found
        return model.External(f"{dotted}.{name}")

    def module_member(self, module: SourceModule, name: str) -> Reference | None:
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

    def _starred(self, module: SourceModule, name: str, last: Binding | None = None) -> Reference | None:
        """The entity that a star brings under a name. Behind the ``last`` other binding of it only a module of the tree
        does so for certain."""
        unknown = None
        for star in reversed(module.stars):
            if last is not None and (star.conditional or place_of(star) < place_of(last)):
                continue
            base, dotted = self.import_base(module, star)
            found = None if base is None else self._taken_from(base, name)
            if found is not None:
                return found
            if base is None and last is None:
                unknown = more_certain(unknown, model.External(f"{dotted}.{name}"))
        return None if name in _BUILTINS else unknown

    def _taken_from(self, base: SourceModule, name: str) -> Reference | None:
        """The entity that a star takes from a module under a name."""
        exported = base.exported()
        if exported is not None:
            return self.module_member(base, name) if name in exported else None
        return None if name.startswith("_") else self._lookup(base, name)

    # ------------------------------------------------------------------------------------------------- entities

    def entity(self, module: SourceModule, expression: syntax.Expression, enclosing: str = "") -> model.Entity | None:
        """The entity that a name or a dotted access means; a generic's arguments are passed over. ``enclosing`` is the
        qualified name of the class in whose body the expression stands."""
        found = self.reference(module, expression, enclosing)
        return None if found is None else self._built(found)

    def reference(self, module: SourceModule, expression: syntax.Expression, enclosing: str = "") -> Reference | None:
        """Like :meth:`entity`, but a class is only referred to."""
        while isinstance(expression, syntax.Subscript):
            expression = expression.value
        if isinstance(expression, syntax.Name):
            imported = module.imported_in_body(enclosing, expression.name) if enclosing else None
            if imported is not None:
                return self._bound(module, expression.name, imported)
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

    def _member(self, holder: Reference, name: str) -> Reference | None:
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

    def _class_member(self, holder: model.Type, name: str) -> Reference | None:
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
        """The entity that a dotted name means, as seen from the file under check."""
        known = self._located.get(dotted)
        if known is None:
            with self.recorded() as recorder:
                known = self._locate(dotted), frozenset(recorder)
            # An answer from within a cycle is only good there.
            if not self.resolving and not self.types.busy:
                self._located[dotted] = known
        self._recorders[-1].update(known[1])
        return known[0]

    def derive(self, dotted: str, origin: str, derive: Callable[[model.Type], model.Type]) -> None:
        """Let a name stand for what is made of another type: a generic class with arguments."""
        self._derived[dotted] = (origin, derive)

    def _locate(self, dotted: str) -> model.Entity:
        if dotted in self._derived:
            origin, derive = self._derived[dotted]
            found = self._locate(origin)
            return derive(found) if isinstance(found, model.Type) else found
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
