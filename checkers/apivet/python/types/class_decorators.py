"""Class decorators and metaclasses that may change how objects of the class lie in memory, in ways that the source does
not tell."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Final

from apivet.program import model, syntax
from apivet.program.constants import spelled_constant
from apivet.program.operations import Operation
from apivet.python import library
from apivet.python.annotations.canonical import canonical
from apivet.python.annotations.forms import ATTRS
from apivet.python.names.resolver import Resolver
from apivet.python.source.module import ClassReference, ClassSource, SourceModule
from apivet.python.source.nodes import every_node
from apivet.python.source.stores import names_set
from apivet.python.source.walking import positional, walk
from apivet.python.types.declarations import TypeDeclarations

_KNOWN: Final = frozenset(ATTRS) | {"dataclasses.dataclass", "pydantic.dataclasses.dataclass"}
#: Decorators outside the tree that give the class back, and touch no field of it.
_HARMLESS: Final = frozenset(
    ("typing.final", "typing.runtime_checkable", "typing.dataclass_transform", "typing.deprecated", "enum.unique")
    + ("warnings.deprecated", "functools.total_ordering", "enum.verify", "abc.update_abstractmethods")
)
#: Metaclasses that leave fields and slots as they are written, or as the form of declaration has them.
_METACLASSES: Final = frozenset(("type", "abc.ABCMeta", "enum.EnumMeta", "enum.EnumType"))
#: Where a class keeps what its objects look like.
_TELLING: Final = frozenset(("__annotations__", "__slots__", "__bases__", "__class__", "__dict__"))
#: The switches of a declaration that decide about memory.
_SWITCHES: Final = frozenset(("slots", "frozen", "weakref_slot", "kw_only", "auto_attribs", "dict", "these"))
#: The method that a class has run on those that derive from it.
_STARTED: Final = "__init_subclass__"
#: Functions are looked into that many calls deep.
_DEPTH: Final = 6


class ClassDecorators:
    """Says of which decorators of a class it can't be told what they do."""

    def __init__(self, resolver: Resolver, declarations: TypeDeclarations) -> None:
        self.resolver = resolver
        self.declarations = declarations

    def unread(self, module: SourceModule, source: ClassSource) -> tuple[str, ...]:
        """These decorators, in order, and the metaclass; what has the same text does the same."""
        enclosing = source.qualified.rpartition(".")[0]
        decorators = [module.lower(node) for node in source.node.decorator_list]
        found: list[str] = []
        settled = True  # unless a decorator further up makes fields of what the class annotates
        for node in decorators:
            if not self._is_read(module, node, enclosing, settled):
                found.append(f"@{self.spelled(module, node, enclosing)}")
            settled = settled and self.declarations.decorator(module, node, enclosing) is None
        for keyword in source.node.keywords:
            if keyword.arg == "metaclass":
                name = self.spelled(module, module.lower(keyword.value), enclosing)
                found += [f"the metaclass {name}"] if name not in _METACLASSES else []
        return tuple(found)

    def beside(self, module: SourceModule, source: ClassSource, above: Iterable[model.Type]) -> Iterator[str]:
        """The other code that may change the class as it is made: its own body where that writes among its names, and
        what the nearest base has run on the classes that derive from it."""
        if module.may_write_class_bodies and any(map(_writes_telling, source.node.body)):
            yield f"the body of {source.dotted}"
        started = next((base.methods[_STARTED] for base in above if _STARTED in base.methods), None)
        if started is not None and not self.leaves_alone(started):
            yield started.dotted

    def _is_read(self, module: SourceModule, node: syntax.Expression, enclosing: str, settled: bool) -> bool:
        arguments: list[syntax.Argument] = []
        called = isinstance(node, syntax.Call)
        while isinstance(node, syntax.Call):
            arguments += node.arguments
            node = node.callee
        if not isinstance(node, (syntax.Name, syntax.Attribute)):
            return False
        entity = self.resolver.reference(module, node, enclosing) or self._method(module, node, enclosing)
        if isinstance(entity, model.External):
            name = canonical(entity.dotted)
            return name in _HARMLESS or (name in _KNOWN and self._are_switches_read(module, arguments, enclosing))
        if isinstance(entity, syntax.Function):
            return self.leaves_alone(entity, settled, called=called) and self._are_switches_read(
                module, arguments, enclosing
            )
        if isinstance(entity, model.Global) and entity.value is not None:
            # ``api_type = dataclass(slots=True)``, or ``partial(dataclass, slots=True)``.
            inner = self.resolver.module(entity.module)
            value = entity.value
            if isinstance(value, syntax.Call) and positional(value) and self.is_partial(inner, value):
                value = syntax.Call(value.location, value.arguments[0].value, value.arguments[1:])
            return inner is not None and isinstance(value, syntax.Call) and self._is_read(inner, value, "", settled)
        return False

    def is_partial(self, module: SourceModule | None, call: syntax.Call) -> bool:
        """Whether a call is one of ``functools.partial``."""
        meant = None if module is None else self.resolver.reference(module, call.callee)
        return isinstance(meant, model.External) and meant.dotted == "functools.partial"

    def _method(
        self, module: SourceModule, node: syntax.Name | syntax.Attribute, enclosing: str
    ) -> model.Entity | ClassReference | None:
        """The method of an object that a module makes: ``scheme = Scheme()``, ``@scheme.register``."""
        holder = self.resolver.reference(module, node.value, enclosing) if isinstance(node, syntax.Attribute) else None
        if not isinstance(holder, model.Global) or not isinstance(holder.value, syntax.Call):
            return None
        home = self.resolver.module(holder.module)
        made = None if home is None else self.resolver.reference(home, holder.value.callee)
        type_ = self.resolver.type(made.dotted) if isinstance(made, ClassReference) else None
        return None if type_ is None else self.resolver.member(type_, node.name)

    def _are_switches_read(self, module: SourceModule, arguments: list[syntax.Argument], enclosing: str) -> bool:
        """Whether the source says how every switch that matters is set."""
        options = self.declarations.options
        return all(
            options.switch(module, item.value, {}, enclosing) is not None
            for item in arguments
            if item.name in _SWITCHES
        )

    # ------------------------------------------------------------------------------------- functions of the tree

    def leaves_alone(
        self, function: syntax.Function, settled: bool = False, depth: int = 0, *, called: bool = False
    ) -> bool:
        """Whether a function gives the class back as it was, or as a known declaration makes it: as a decorator, or,
        where it is ``called`` first, as what makes one."""
        module = self.resolver.module(function.module)
        if module is None or depth > _DEPTH:
            return False
        return _Body(self, module, function, settled, depth, called).leaves_alone()

    def spelled(self, module: SourceModule, node: syntax.Expression, enclosing: str) -> str:
        """An expression in one spelling, whatever names were imported under. What can't be spelled out is like nothing
        else."""
        if isinstance(node, syntax.Call):
            arguments = (
                f"{item.spread}{f'{item.name}=' if item.name else ''}{self.spelled(module, item.value, enclosing)}"
                for item in node.arguments
            )
            return f"{self.spelled(module, node.callee, enclosing)}({', '.join(arguments)})"
        if isinstance(node, syntax.Literal):
            return spelled_constant(node.value)
        if isinstance(node, syntax.Sequence):
            return f"{node.kind}({', '.join(self.spelled(module, item, enclosing) for item in node.items)})"
        if isinstance(node, syntax.Binary):
            sides = (self.spelled(module, side, enclosing) for side in (node.left, node.right))
            return f" {node.operator} ".join(f"({side})" for side in sides)
        entity = self.resolver.reference(module, node, enclosing)
        if isinstance(entity, model.External) and "." in entity.dotted:
            return canonical(entity.dotted)
        if isinstance(entity, (ClassReference, syntax.Function)):
            return entity.dotted
        if isinstance(entity, model.Global):
            return f"{entity.module}.{entity.name}"
        if isinstance(node, syntax.Attribute):
            return f"{self.spelled(module, node.value, enclosing)}.{node.name}"
        return f"{module.dotted}:{node.name if isinstance(node, syntax.Name) else node.location.line}"


class _Body:
    """The body of a decorator, or of a function that makes one."""

    def __init__(
        self,
        decorators: ClassDecorators,
        module: SourceModule,
        function: syntax.Function,
        settled: bool,
        depth: int,
        called: bool,
    ) -> None:
        self.decorators = decorators
        self.module = module
        self.function = function
        self.depth = depth
        self.nodes = list(walk(function.body))
        inner = [node.function for node in self.nodes if isinstance(node, (syntax.Define, syntax.Lambda))]
        #: The decorators that it makes, by name.
        self.makes = {item.name: item for item in inner}
        #: Names that stand for the class.
        self.classes = {name for item in inner for name in _first_parameter(item)}
        if not called or self._takes_a_class_too():
            self.classes.update(_first_parameter(function))
        self.classes |= {
            target.name
            for node in self.nodes
            if isinstance(node, syntax.Assign) and self._gives_back(node.value)
            for target in node.targets
            if isinstance(target, syntax.Name)
        }
        declared = [node.location.line for node in self.nodes if self._declares(node)]
        #: The first line after which what a class annotates makes no difference any more.
        self.settled_from = (0 if settled else 1 << 30) if not declared else min(declared)

    def _takes_a_class_too(self) -> bool:
        """``def api_type(cls=None, *, frozen=False)``."""
        first = next((item for item in self.function.parameters if item.name in _first_parameter(self.function)), None)
        return first is not None and isinstance(first.default, syntax.Literal) and first.default.value is None

    def leaves_alone(self) -> bool:
        if self.function.is_generator or self.function.is_async:
            return False
        return all(self._is_harmless(node) for node in self.nodes)

    def _is_harmless(self, node: object) -> bool:
        if isinstance(node, syntax.Return) and node.value is not None:
            return self._gives_back(node.value)
        if isinstance(node, syntax.Assign):
            bound = {item.name for item in node.targets if isinstance(item, syntax.Name)}
            return not bound & self.classes or self._gives_back(node.value)
        if isinstance(node, syntax.Attribute) and node.name in _TELLING:
            return not self._is_class(node.value) or node.location.line > self.settled_from
        if isinstance(node, syntax.Call) and any(self._is_class(item.value) for item in node.arguments):
            return self._gives_back(node) or node.location.line > self.settled_from or self._only_looks(node)
        return True

    def _is_class(self, node: object) -> bool:
        return isinstance(node, syntax.Name) and node.name in self.classes

    def _declares(self, node: object) -> bool:
        """``dataclass(cls)`` and ``dataclass(slots=True)(cls)``."""
        if not isinstance(node, syntax.Call) or not any(self._is_class(item.value) for item in node.arguments):
            return False
        return self.decorators.declarations.decorator(self.module, node) is not None

    def _gives_back(self, node: syntax.Expression) -> bool:
        """Whether a value is the class, or a decorator that is looked at besides."""
        if isinstance(node, syntax.Name):
            return node.name in self.classes or node.name in self.makes
        if isinstance(node, syntax.Conditional):
            return self._gives_back(node.then) and self._gives_back(node.otherwise)
        if isinstance(node, syntax.Lambda):
            return True
        if isinstance(node, syntax.Literal):
            return node.value is None
        if not isinstance(node, syntax.Call):
            return False
        if isinstance(node.callee, syntax.Name) and node.callee.name in self.makes:
            return True
        if self.decorators.declarations.decorator(self.module, node) is not None:
            return all(map(self._gives_back, positional(node))) and self._is_declaration_read(node)
        meant = self.decorators.resolver.reference(self.module, node.callee)
        if isinstance(meant, syntax.Function):
            return meant.dotted == self.function.dotted or self.decorators.leaves_alone(meant, False, self.depth + 1)
        if self.decorators.is_partial(self.module, node):
            return bool(positional(node)) and self._names_itself(positional(node)[0])
        return False

    def _is_declaration_read(self, node: syntax.Call) -> bool:
        """Whether what a declaring call leads to is known through and through. Switches may be the decorator's own
        parameters, whose values are known where it is used."""
        callee = node.callee
        while isinstance(callee, syntax.Call):
            callee = callee.callee
        meant = self.decorators.resolver.reference(self.module, callee)
        if isinstance(meant, model.External):
            return canonical(meant.dotted) in _KNOWN
        return not isinstance(meant, syntax.Function) or self.decorators.leaves_alone(meant, False, self.depth + 1)

    def _names_itself(self, node: syntax.Expression) -> bool:
        return isinstance(node, syntax.Name) and (node.name in self.makes or node.name == self.function.name)

    def _only_looks(self, call: syntax.Call) -> bool:
        """Whether a call that is given the class leaves its fields alone."""
        meant = self.decorators.resolver.reference(self.module, call.callee)
        if isinstance(meant, syntax.Function):
            return self.decorators.leaves_alone(meant, False, self.depth + 1)
        if isinstance(meant, model.External):
            operation = library.function_operation(meant.dotted)
            if operation in (Operation.SET_FIELD, Operation.STORE_FIELD):
                name = positional(call)[1] if len(positional(call)) > 1 else None
                return isinstance(name, syntax.Literal) and name.value not in _TELLING
            return operation not in (None, Operation.RUN_SOURCE, Operation.LEAD, Operation.REACH)
        return isinstance(call.callee, syntax.Attribute) and library.method_operation(call.callee.name) is not None


def _first_parameter(function: syntax.Function) -> Iterator[str]:
    """The parameter that stands for the class: a method's comes after ``self``, unless the class itself is asked."""
    names = [item.name for item in function.parameters if item.kind == "positional"]
    is_bound = function.binding != "none" and function.name != _STARTED
    yield from names[1 if is_bound else 0 :][:1]


def _writes_telling(statement: ast.stmt) -> bool:
    """Whether a statement of a class body may write names of that body which say what objects look like."""
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return False
    if any(isinstance(node, ast.Name) and node.id == "__annotations__" for node in every_node(statement)):
        return True
    return any(True for _ in names_set(statement))
