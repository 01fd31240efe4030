"""Declarations of classes: by a decorator, a project's own included, else as their bases are."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final, Union

from apivet.program import model, syntax
from apivet.python.annotations.forms import ATTRS, CHECKING, DECORATED, UNREAD, Declaration, form_of_base
from apivet.python.names.resolver import Resolver
from apivet.python.source.class_bodies import statements_of
from apivet.python.source.module import ClassReference, ClassSource, SourceModule
from apivet.python.source.nodes import every_node, values_by_name
from apivet.python.source.walking import callee_name, positional, walk
from apivet.python.types.checks import TEXT_SWITCHES
from apivet.python.types.options import Options

_PLAIN: Final = Declaration("plain")
#: A project's own decorators may be made out of each other, a few steps deep.
_DEPTH: Final = 5
_BUILTIN_BASES: Final = frozenset(
    ("str", "int", "float", "bytes", "complex", "dict", "list", "tuple", "set", "frozenset", "datetime", "date")
    + ("timedelta", "Decimal", "UUID", "UserDict", "UserList", "UserString", "OrderedDict", "defaultdict")
)
#: The class that a base refers to; ``None`` where that can't be told.
Parent = Union[model.Entity, ClassReference, None]

#: Switches of a decorator that hold for what derives from the class without one.
_INHERITED: Final = frozenset((CHECKING, UNREAD, "frozen", "validate_assignment", "validate_default", *TEXT_SWITCHES))


class TypeDeclarations:
    """Finds out how classes are declared, and remembers it with their modules."""

    def __init__(self, resolver: Resolver) -> None:
        self.resolver = resolver
        self.options = Options(resolver)
        #: Classes that are being worked out, so that cycles of bases end.
        self._active: set[tuple[str, str]] = set()

    @property
    def busy(self) -> bool:
        """Whether something is being worked out."""
        return bool(self._active)

    def of(self, reference: ClassReference) -> Declaration:
        """The declaration of a class."""
        for above in self.unvisited(reference, "form"):
            self._of(above)
        return self._of(reference)

    def _of(self, reference: ClassReference) -> Declaration:
        module = self.resolver.load(reference.path)
        source = None if module is None else module.class_of(reference)
        key = ("form", reference.dotted)
        if module is None or source is None or key in self._active:
            self.resolver.cut_cycle()
            return _PLAIN
        self._active.add(key)
        try:
            return self.resolver.remember(module, ("form", id(source.node)), lambda: self._declared(module, source))
        finally:
            self._active.discard(key)

    def unvisited(self, reference: ClassReference, key: str) -> list[ClassReference]:
        """The bases of a class, over all steps, about which nothing is remembered under ``key``: furthest first, so
        that who asks about them in this order never goes down more than one step."""
        found: dict[ClassReference, None] = {}
        pending = [reference]
        while pending:
            module = self.resolver.load(pending[-1].path)
            source = None if module is None else module.class_of(pending.pop())
            if module is None or source is None:
                continue
            for parent in self.parents(module, source):
                if isinstance(parent, ClassReference) and parent not in found and parent != reference:
                    above = self.resolver.load(parent.path)
                    node = None if above is None else above.class_of(parent)
                    if above is not None and node is not None and (key, id(node.node)) not in above.memory:
                        found[parent] = None
                        pending.append(parent)
        return list(reversed(found))

    def parents(self, module: SourceModule, source: ClassSource) -> tuple[Parent, ...]:
        """The classes that the direct bases refer to."""
        return self.resolver.remember(
            module, ("parents", id(source.node)), lambda: tuple(self._parents(module, source))
        )

    def _parents(self, module: SourceModule, source: ClassSource) -> list[Parent]:
        enclosing = source.qualified.rpartition(".")[0]
        found: list[Parent] = []
        for base in source.node.bases:
            written = base.func if isinstance(base, ast.Call) else base
            found.append(self.resolver.reference(module, module.loaded(written), enclosing))
        return found

    def _declared(self, module: SourceModule, source: ClassSource) -> Declaration:
        decorated = self._decorated(module, source)
        if decorated is not None:
            if decorated.form == "attrs" and self._derives_from_frozen(module, source):
                return Declaration("attrs", {**decorated.options, "frozen": True})
            return decorated
        keywords = self._keywords(module, source)
        inherited: Declaration | None = None
        switches: dict[str, bool] = {}
        for parent in self.parents(module, source):
            if isinstance(parent, model.External):
                form = form_of_base(parent.dotted)
                found = None if form is None else Declaration(form)
            elif isinstance(parent, ClassReference):
                above = self._of(parent)
                found = None if above.form in ("plain", "protocol") else _as_base(above)
                if found is None:
                    switches.update(self._mixed_in(parent))
            else:
                found = None
            if found is not None:
                inherited = inherited or found
                if found.form == inherited.form:
                    switches.update(found.options)
        if inherited is None:
            return _PLAIN
        if inherited.form == "pydantic":
            switches.update(self._pydantic(module, source))
        return Declaration(inherited.form, {**switches, **keywords}, inherited.is_own)

    def _derives_from_frozen(self, module: SourceModule, source: ClassSource) -> bool:
        """With attrs, what derives from a frozen class is frozen, whatever its own decorator says."""
        above = [self._of(parent) for parent in self.parents(module, source) if isinstance(parent, ClassReference)]
        return any(parent.form == "attrs" and parent.has("frozen") for parent in above)

    def _keywords(self, module: SourceModule, source: ClassSource) -> dict[str, bool]:
        """``class C(Struct, frozen=True)``."""
        given = [syntax.Argument(module.lower(item.value), item.arg) for item in source.node.keywords if item.arg]
        for base in source.node.bases:
            if isinstance(base, ast.Call):
                given += [syntax.Argument(module.lower(item.value), item.arg) for item in base.keywords if item.arg]
        return self.options.of_arguments(module, given) if given else {}

    def _pydantic(self, module: SourceModule, source: ClassSource) -> dict[str, bool]:
        """The configuration in the body of a model."""
        found: dict[str, bool] = {}
        for node in source.node.body:
            if isinstance(node, ast.ClassDef) and node.name == "Config":
                found.update(self._nested(module, source.qualified, node))
        if "allow_mutation" in found:
            found["frozen"] = not found["allow_mutation"] or found.get("frozen", False)
        for name, value in _assignments(source.node.body):
            if name == "model_config":
                found.update(self.options.of_mapping(module, module.lower(value), source.qualified))
        if any(_changes_configuration(node) for node in statements_of(source.node.body)):
            found[UNREAD] = True
        return found

    def _mixed_in(self, parent: ClassReference) -> dict[str, bool]:
        """The configuration in a class that is no model itself."""
        module = self.resolver.load(parent.path)
        source = None if module is None else module.class_of(parent)
        return {} if module is None or source is None else self._pydantic(module, source)

    def _nested(self, module: SourceModule, enclosing: str, node: ast.ClassDef, depth: int = 0) -> dict[str, bool]:
        """The configuration in a class of its own, with what that derives from."""
        found: dict[str, bool] = {}
        for base in reversed(node.bases if depth < _DEPTH else ()):
            entity = self.resolver.reference(module, module.lower(base), enclosing)
            holder = self.resolver.load(entity.path) if isinstance(entity, ClassReference) else None
            above = None if holder is None or not isinstance(entity, ClassReference) else holder.class_of(entity)
            if holder is not None and above is not None:
                found.update(self._nested(holder, above.qualified.rpartition(".")[0], above.node, depth + 1))
        for name, value in _assignments(node.body):
            switch = self.options.option(module, name, module.lower(value), {}, enclosing)
            if switch is not None:
                found[name] = switch
        return found

    # ------------------------------------------------------------------------------------------------ decorators

    def _decorated(self, module: SourceModule, source: ClassSource) -> Declaration | None:
        enclosing = source.qualified.rpartition(".")[0]
        for decorator in source.node.decorator_list:
            found = self.decorator(module, module.lower(decorator), enclosing)
            if found is not None:
                return found
        return None

    def decorator(
        self,
        module: SourceModule,
        node: syntax.Expression,
        enclosing: str = "",
        names: Mapping[str, bool] | None = None,
        depth: int = 0,
    ) -> Declaration | None:
        """The declaration that a decorator makes of a class. ``names`` are variables with a known value there."""
        given: dict[str, bool] = {}
        while isinstance(node, syntax.Call):
            given = {**self._arguments(module, node, enclosing, names), **given}
            if callee_name(node) == "partial" and node.arguments:
                node = node.arguments[0].value
            else:
                node = node.callee
        if depth > _DEPTH or not isinstance(node, (syntax.Name, syntax.Attribute)):
            return None
        entity = self.resolver.reference(module, node, enclosing)
        if isinstance(entity, model.External):
            if entity.dotted in ATTRS:
                return Declaration("attrs", {**ATTRS[entity.dotted], **given})
            if entity.dotted.rpartition(".")[2] != "dataclass":
                return None
            return Declaration("dataclass", {**given, CHECKING: entity.dotted.startswith("pydantic.")})
        inner = None
        if isinstance(entity, syntax.Function):
            return self._own_decorator(entity, given, depth)
        if isinstance(entity, model.Global) and isinstance(entity.value, syntax.Call):
            # ``api_type = dataclass(slots=True)`` or ``partial(dataclass, slots=True)``
            inner = self.resolver.module(entity.module)
        if inner is None or not isinstance(entity, model.Global) or entity.value is None:
            return None
        made = self.decorator(inner, entity.value, "", None, depth + 1)
        return None if made is None else Declaration(made.form, {**made.options, **given})

    def _arguments(
        self, module: SourceModule, node: syntax.Call, enclosing: str, names: Mapping[str, bool] | None
    ) -> dict[str, bool]:
        """The switches that a decorator is given, those in pydantic's ``config`` among them."""
        found = self.options.of_arguments(module, node.arguments, names, enclosing)
        for argument in node.arguments:
            if argument.name == "config":
                found.update(self.options.of_mapping(module, argument.value, enclosing))
        return found

    def _own_decorator(self, function: syntax.Function, given: dict[str, bool], depth: int) -> Declaration | None:
        """A project's own decorator that is one for data classes: built on one, or marked so."""
        module = self.resolver.module(function.module)
        if module is None:
            return None
        names = {
            parameter.name: parameter.default.value
            for parameter in function.parameters
            if isinstance(parameter.default, syntax.Literal) and isinstance(parameter.default.value, bool)
        }
        names.update({name: value for name, value in given.items() if name in names})
        passed_on = {} if not any(item.kind == "**" for item in function.parameters) else given
        for node in walk(function.body):
            if isinstance(node, syntax.Call) and (isinstance(node.callee, syntax.Call) or positional(node)):
                made = self.decorator(module, node, "", names, depth + 2)
                if made is not None:
                    return Declaration(made.form, {**made.options, **passed_on})
        for decorator in function.decorators:
            if isinstance(decorator, syntax.Call) and callee_name(decorator) == "dataclass_transform":
                marks = self.options.of_arguments(module, decorator.arguments)
                defaults = {name[: -len("_default")]: on for name, on in marks.items() if name.endswith("_default")}
                return Declaration("dataclass", {**defaults, **names, **given})
        return None

    # -------------------------------------------------------------------------------------------------- builtins

    def builtin_base_of(self, reference: ClassReference) -> str:
        """``str`` for a class that derives from ``str`` (and so on), else nothing."""
        for above in self.unvisited(reference, "builtin"):
            self._builtin_base(above)
        return self._builtin_base(reference)

    def _builtin_base(self, reference: ClassReference) -> str:
        module = self.resolver.load(reference.path)
        source = None if module is None else module.class_of(reference)
        key = ("builtin", reference.dotted)
        if module is None or source is None or key in self._active:
            self.resolver.cut_cycle()
            return ""
        self._active.add(key)
        try:
            return self.resolver.remember(
                module, ("builtin", id(source.node)), lambda: self._find_builtin(module, source)
            )
        finally:
            self._active.discard(key)

    def _find_builtin(self, module: SourceModule, source: ClassSource) -> str:
        if self._of(module.reference(source)).form in ("namedtuple", "typeddict"):
            return ""
        for parent in self.parents(module, source):
            name = ""
            if isinstance(parent, model.External):
                name = parent.dotted.rpartition(".")[2]
            elif isinstance(parent, ClassReference):
                name = self._builtin_base(parent)
            if name in _BUILTIN_BASES:
                return name
        return ""


def _as_base(declaration: Declaration) -> Declaration:
    """The part of a base's declaration that a class inherits."""
    if declaration.form in DECORATED:
        kept = {name: on for name, on in declaration.options.items() if name in _INHERITED}
        return Declaration(declaration.form, kept, is_own=False)
    kept = {name: on for name, on in declaration.options.items() if name not in ("kw_only", "total")}
    return Declaration(declaration.form, kept)


def _changes_configuration(statement: ast.stmt) -> bool:
    """``model_config["validate_assignment"] = True``, ``model_config.update(...)``, ``model_config |= ...``."""
    if isinstance(statement, ast.Assign):
        written: list[ast.AST] = [target for target in statement.targets if not isinstance(target, ast.Name)]
    else:
        written = [statement] if isinstance(statement, (ast.AugAssign, ast.Expr)) else []
    return any(
        isinstance(each, ast.Name) and each.id == "model_config" for held in written for each in every_node(held)
    )


def _assignments(body: list[ast.stmt]) -> list[tuple[str, ast.expr]]:
    """The names that a class body assigns to, with the values."""
    return [each for statement in statements_of(body) for each in values_by_name(statement)]
