"""Functions that are given a class, and whether it is that class which they give back."""

from __future__ import annotations

import ast
from collections.abc import Collection
from typing import Final

from msgspec import Struct, field

from apivet.program import model, syntax
from apivet.program.walking import statements
from apivet.python.names.resolver import Resolver
from apivet.python.source.module import SourceModule

#: Functions that hand on what they are given are followed that many calls deep.
_CALLS: Final = 4


def gives_back(resolver: Resolver, module: SourceModule, node: ast.expr, enclosing: str = "") -> bool:
    """Whether a decorator, or what a class is handed to, gives that class back: a function of the tree, one that it
    makes, or anything from a library, which is believed. What can't be found may give anything."""
    return _Given(resolver, module, _CALLS, enclosing).is_by(module.loaded(node))


class _Given(Struct):
    """Expressions of a module that stand for functions, and whether these give back the class that they are given."""

    resolver: Resolver
    module: SourceModule
    depth: int
    enclosing: str = ""

    def is_by(self, node: syntax.Expression) -> bool:
        """Whether what an expression gives does so."""
        if isinstance(node, syntax.Lambda):
            return self.is_function(node.function, _first(node.function))
        if isinstance(node, syntax.Call):
            return self._is_made(node)
        meant = self.resolver.entity(self.module, node, self.enclosing)
        if isinstance(meant, syntax.Function):
            return self.is_function(meant, _first(meant))
        if isinstance(meant, model.Global):
            module = self.resolver.module(meant.module)
            return module is not None and meant.value is not None and self._within(module).is_by(meant.value)
        method = self._method(node)
        return (method is not None and self.is_function(method, _first(method))) or self._is_of_library(node)

    def _is_made(self, call: syntax.Call) -> bool:
        """Whether a call gives a function that does so: one of a library, of what is handed to it perhaps."""
        if self._is_of_library(call.callee):
            handed = [each.value for each in call.arguments]
            functions = [each for each in handed if self._function(each) is not None]
            given = len(handed) - 1, [each.name for each in call.arguments if each.name]
            return all(self._is_completed(each, *given) for each in functions)
        function = self._function(call.callee) or self._method(call.callee)
        if function is None:
            return False
        # A parameter that is not given here may be the class in another call: ``def named(cls=None, *, name="")``.
        first = [each for each in _positional(function)[:1] if isinstance(each.default, syntax.Literal)]
        return self.is_function(function, {each.name for each in first if not call.arguments or call.arguments[0].name})

    def _is_completed(self, node: syntax.Expression, number: int, names: Collection[str]) -> bool:
        """Whether a function does so to which a library hands these arguments first."""
        function = self._function(node)
        left = [each.name for each in _positional(function)[number - len(names) :]] if function is not None else []
        return function is not None and self.is_function(function, {each for each in left[:1] if each not in names})

    def _function(self, node: syntax.Expression) -> syntax.Function | None:
        if isinstance(node, syntax.Lambda):
            return node.function
        meant = self.resolver.entity(self.module, node, self.enclosing)
        return meant if isinstance(meant, syntax.Function) else None

    def _method(self, node: syntax.Expression) -> syntax.Function | None:
        """The method of an object that a variable holds."""
        type_ = self._holder(node)
        holders = self.resolver.ancestry(type_) if isinstance(type_, model.Type) else ()
        name = node.name if isinstance(node, syntax.Attribute) else ""
        return next((each.methods[name] for each in holders if name in each.methods), None)

    def _is_of_library(self, node: syntax.Expression) -> bool:
        meant = self.resolver.entity(self.module, node, self.enclosing)
        return isinstance(meant, model.External) or isinstance(self._holder(node), model.External)

    def _holder(self, node: syntax.Expression) -> model.Entity | None:
        """The class of the object of which an expression gives an attribute."""
        held = self.resolver.entity(self.module, node.value) if isinstance(node, syntax.Attribute) else None
        module = self.resolver.module(held.module) if isinstance(held, model.Global) else None
        if module is None or not isinstance(held, model.Global) or not isinstance(held.value, syntax.Call):
            return None
        return self.resolver.entity(module, held.value.callee)

    def _within(self, module: SourceModule) -> _Given:
        return _Given(self.resolver, module, self.depth - 1)

    def is_function(self, function: syntax.Function, classes: Collection[str]) -> bool:
        """Whether a function gives back what these of its parameters are given."""
        module = self.resolver.module(function.module)
        if module is None or self.depth <= 0 or function.is_async or function.is_generator:
            return False
        return _Receiver(self._within(module), function, set(classes)).gives_back()


def _positional(function: syntax.Function) -> tuple[syntax.Parameter, ...]:
    """The parameters that a call fills in order, without what a method is bound to."""
    given = [each for each in function.parameters if each.kind == "positional"]
    return tuple(given[function.binding != "none" :])


def _first(function: syntax.Function) -> set[str]:
    return {each.name for each in _positional(function)[:1]}


class _Receiver(Struct):
    """The body of a function that is given a class, or that makes one that is."""

    given: _Given
    function: syntax.Function
    #: Names of parameters that stand for the class.
    classes: set[str]
    values: dict[str, list[syntax.Expression]] = field(default_factory=dict)
    makes: dict[str, syntax.Function] = field(default_factory=dict)

    def gives_back(self) -> bool:
        """Whether each value that the function returns is what it was given, or a function that does so."""
        returned: list[syntax.Expression | None] = []
        for node in statements(self.function.body):
            if isinstance(node, syntax.Return):
                returned.append(node.value)
            elif isinstance(node, syntax.Define):
                self.makes[node.function.name] = node.function
            elif isinstance(node, syntax.Assign):
                for target in node.targets:
                    if isinstance(target, syntax.Name):
                        self.values.setdefault(target.name, []).append(node.value)
        return bool(returned) and all(value is not None and self._is_given(value) for value in returned)

    def _is_given(self, value: syntax.Expression) -> bool:
        if isinstance(value, syntax.Conditional):
            return self._is_given(value.then) and self._is_given(value.otherwise)
        if isinstance(value, syntax.Lambda):
            return self.given.is_by(value)
        if isinstance(value, syntax.Call):
            return self._is_given_by(value)
        if not isinstance(value, syntax.Name):
            return False
        if value.name in self.makes:
            return self.given.is_function(self.makes[value.name], _first(self.makes[value.name]))
        assigned = self.values.pop(value.name, [])  # what refers to itself is not asked again
        return (value.name in self.classes or bool(assigned)) and all(map(self._is_given, assigned))

    def _is_given_by(self, call: syntax.Call) -> bool:
        """Whether a call gives what it is handed, which is what the function was given, or the function itself."""
        meant: object = self.given.resolver.entity(self.given.module, call.callee)
        if isinstance(call.callee, syntax.Name) and call.callee.name in self.makes:
            meant = self.makes[call.callee.name]
        handed = [each for each in call.arguments if not each.spread and self._is_given(each.value)]
        if isinstance(meant, syntax.Function):
            names = [each.name for each in _positional(meant)]
            taken = {name for name, each in zip(names, call.arguments) if each in handed and not each.name}
            return self.given.is_function(meant, taken | {each.name for each in handed if each.name})
        named = [each.value.name for each in call.arguments if isinstance(each.value, syntax.Name)]
        return isinstance(meant, model.External) and (bool(handed) or self.function.name in named)
