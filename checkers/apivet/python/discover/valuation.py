"""Values of expressions, as far as the source says them plainly: classes, texts, versions, and runs of these."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator
from typing import Final

from msgspec import Struct

from apivet.program import model, syntax
from apivet.python.discover.coordinates import of_coordinates
from apivet.python.discover.meanings import (
    UNSEEN,
    ClassValue,
    CodeValue,
    Coordinates,
    Environment,
    MethodValue,
    ObjectValue,
    RunValue,
    TableValue,
    TextValue,
    TreeModule,
    UnseenValue,
    Value,
    doubted,
    merged,
    table_of,
    unseen_from,
)
from apivet.python.names.resolver import Resolver

#: An expression is nested no deeper than this, else it is unseen.
_NESTING: Final = 60


class CallArguments(Struct, frozen=True):
    """The arguments of a call. ``more`` are values of which any number may follow, for any parameter."""

    positional: tuple[Value, ...]
    named: dict[str, Value]
    more: tuple[Value, ...] = ()

    @property
    def all(self) -> list[Value]:
        """Every value that is handed over."""
        return [*self.positional, *self.named.values(), *self.more]

    @property
    def key(self) -> Hashable:
        """A key that is equal for equal arguments."""
        return (self.positional, tuple(sorted(self.named.items(), key=lambda item: item[0])), self.more)


class CallSite(Struct, frozen=True):
    """The place of a call."""

    call: syntax.Call
    module: str


class Valuation(ABC):
    """Evaluates expressions. What happens in a call, and who wants to know of it, is left to who follows the code."""

    def __init__(self, resolver: Resolver) -> None:
        self.resolver = resolver
        self.home: Environment | None = None
        self._globals: set[tuple[str, str]] = set()
        self._nesting = 0

    # ------------------------------------------------------------------------------------------------- for others

    @abstractmethod
    def apply(self, code: CodeValue, given: CallArguments, site: CallSite | None = None) -> Value:
        """Follow a function of the tree, which is called here."""

    @abstractmethod
    def step(self) -> bool:
        """Count a step; whether there are any left."""

    @abstractmethod
    def call(self, node: syntax.Call, names: Environment) -> Value:
        """The value of a call."""

    @abstractmethod
    def bind(self, target: syntax.Expression, value: Value, names: Environment) -> None:
        """Assign."""

    @abstractmethod
    def alone(self, code: CodeValue) -> None:
        """Follow a function that is called by nobody knows whom."""

    # ------------------------------------------------------------------------------------------------ expressions

    def value(self, node: syntax.Expression, names: Environment) -> Value:
        """The value of an expression. Calls inside of it are reported on the way."""
        if self._nesting > _NESTING or not self.step():
            return UNSEEN
        self._nesting += 1
        try:
            return self._value(node, names)
        finally:
            self._nesting -= 1

    def _value(self, node: syntax.Expression, names: Environment) -> Value:
        if isinstance(node, syntax.Literal):
            return TextValue(node.value) if isinstance(node.value, str) else UNSEEN
        if isinstance(node, syntax.Name):
            return self._name(node, names)
        if isinstance(node, syntax.Attribute):
            return self._attribute(node, names)
        if isinstance(node, syntax.Entity):
            return self.entity_value(self.resolver.locate(node.dotted))
        if isinstance(node, syntax.Call):
            return self.call(node, names)
        if isinstance(node, syntax.Sequence):
            return RunValue(tuple(self._spread(node.items, names)))
        if isinstance(node, syntax.Mapping):
            return self._mapping(node, names)
        if isinstance(node, syntax.Subscript):
            return self._subscript(node, names)
        if isinstance(node, syntax.Lambda):
            code = CodeValue(node.function, names)
            self.alone(code)
            return code
        return self._computed(node, names)

    def _computed(self, node: syntax.Expression, names: Environment) -> Value:
        if isinstance(node, syntax.Formatted):
            return _joined([self.value(part, names) for part in node.parts])
        if isinstance(node, syntax.Binary):
            return _combined(node.operator, self.value(node.left, names), self.value(node.right, names))
        if isinstance(node, syntax.Conditional):
            self.value(node.test, names)
            known = self.truth(node.test, names)
            sides = [side for answer, side in ((True, node.then), (False, node.otherwise)) if known in (None, answer)]
            chosen = [self.value(side, names) for side in sides]
            return merged(chosen[0], chosen[-1])
        if isinstance(node, syntax.Boolean):
            return unseen_from([self.value(operand, names) for operand in node.operands])
        if isinstance(node, syntax.Comprehension):
            return self._comprehension(node, names)
        if isinstance(node, (syntax.Await, syntax.Starred)):
            return self.value(node.value, names)
        if isinstance(node, syntax.Walrus):
            value = self.value(node.value, names)
            names.names[node.name] = value
            return value
        if isinstance(node, (syntax.Opaque, syntax.Comparison, syntax.Unary)):
            return unseen_from([self.value(part, names) for part in _operands(node)])
        return UNSEEN

    def _spread(self, items: tuple[syntax.Expression, ...], names: Environment) -> Iterator[Value]:
        for item in items:
            if isinstance(item, syntax.Starred):
                yield from self.items(self.value(item.value, names))
            else:
                yield self.value(item, names)

    def items(self, value: Value) -> tuple[Value, ...]:
        """The values from iterating over a value; one that is unseen may stand for any number."""
        if isinstance(value, RunValue):
            return value.items
        if isinstance(value, TableValue):
            return tuple(key for key, _ in value.entries)
        if isinstance(value, UnseenValue):
            return (value,)
        return (unseen_from([value]),)

    # ------------------------------------------------------------------------------------------------------ names

    def _name(self, node: syntax.Name, names: Environment) -> Value:
        found = names.find(node.name)
        if found is not None:
            return found
        module = self.resolver.module(names.module)
        entity = None if module is None else self.resolver.entity(module, node, names.enclosing)
        return UNSEEN if entity is None else self.entity_value(entity)

    def _attribute(self, node: syntax.Attribute, names: Environment) -> Value:
        holder = self.value(node.value, names)
        return self.member(holder, node.name)

    def member(self, holder: Value, name: str) -> Value:
        """``holder.name``."""
        if isinstance(holder, Coordinates):
            return of_coordinates(holder, name)
        if isinstance(holder, ObjectValue) and name in holder.attributes:
            return holder.attributes[name]
        entity: model.Entity | None = None
        if isinstance(holder, TreeModule):
            entity = self.resolver.member(model.Module(holder.dotted), name)
        elif isinstance(holder, ClassValue):
            if name in ("__name__", "__qualname__"):
                return TextValue(holder.name)
            entity = self._class_member(holder.dotted, name)
        elif isinstance(holder, ObjectValue) and holder.type:
            entity = self._class_member(holder.type, name)
        if isinstance(entity, syntax.Function):
            bound = (holder,) if isinstance(holder, (ObjectValue, ClassValue)) and entity.binding != "none" else ()
            if isinstance(holder, ClassValue) and entity.binding == "instance":
                bound = ()
            code = CodeValue(entity, Environment(entity.module), bound)
            return self.apply(code, CallArguments((), {})) if entity.is_property and bound else code
        if entity is None or isinstance(entity, model.External):
            return MethodValue(holder, name)
        return self.entity_value(entity)

    def _class_member(self, dotted: str, name: str) -> model.Entity | None:
        type_ = self.resolver.type(dotted)
        return None if type_ is None else self.resolver.member(type_, name)

    def entity_value(self, entity: model.Entity) -> Value:
        """The value of a module's entity."""
        if isinstance(entity, model.Type):
            return ClassValue(entity.dotted, entity.name)
        if isinstance(entity, syntax.Function):
            return CodeValue(entity, Environment(entity.module))
        if isinstance(entity, model.Module):
            return TreeModule(entity.dotted)
        return self._global(entity) if isinstance(entity, model.Global) else UNSEEN

    def _global(self, variable: model.Global) -> Value:
        """A variable of a module, as its one assignment says; what may be added to it elsewhere is unseen."""
        key = (variable.module, variable.name)
        module = self.resolver.module(variable.module)
        if module is None or key in self._globals:
            return UnseenValue((variable.module,))
        if self.home is not None and self.home.module == variable.module and variable.name in self.home.names:
            return self.home.names[variable.name]
        if variable.value is None:
            return UnseenValue((variable.module,))
        enclosing, _, name = variable.name.rpartition(".")
        self._globals.add(key)
        try:
            value = self.value(variable.value, Environment(variable.module, enclosing=enclosing))
        finally:
            self._globals.discard(key)
        if isinstance(value, ObjectValue):
            value.identity = f"{variable.module}.{variable.name}"
            for attribute, known in value.attributes.items():
                if isinstance(known, (RunValue, TableValue)):
                    value.attributes[attribute] = unseen_from([known, TreeModule(variable.module)])
        elif isinstance(value, (RunValue, TableValue)) and _is_changed(module.data, name):
            kept = doubted(value) if _loses(module.data, name) else value
            return RunValue((*self.items(kept), UnseenValue((variable.module,))))
        return value

    # ------------------------------------------------------------------------------------------------- containers

    def _mapping(self, node: syntax.Mapping, names: Environment) -> Value:
        entries: list[tuple[Value, Value]] = []
        for key, value in node.entries:
            meant = self.value(value, names)
            if key is not None:
                entries.append((self.value(key, names), meant))
            elif isinstance(meant, TableValue):
                entries.extend(meant.entries)
            else:
                entries.append((UNSEEN, unseen_from([meant])))
        return table_of(entries)

    def _subscript(self, node: syntax.Subscript, names: Environment) -> Value:
        holder = self.value(node.value, names)
        if isinstance(holder, ClassValue):
            return holder
        index = self.value(node.index, names)
        if isinstance(holder, TableValue):
            found = [value for key, value in holder.entries if key == index and not isinstance(key, UnseenValue)]
            return found[-1] if found else unseen_from([holder])
        place = node.index.value if isinstance(node.index, syntax.Literal) else None
        if isinstance(holder, RunValue) and isinstance(place, int) and -len(holder.items) <= place < len(holder.items):
            if not any(isinstance(item, UnseenValue) for item in holder.items):
                return holder.items[place]
        return unseen_from([holder])

    def _comprehension(self, node: syntax.Comprehension, names: Environment) -> Value:
        inner = Environment(names.module, {}, names, names.enclosing)
        found: list[Value] = []
        entries: list[tuple[Value, Value]] = []

        def run(clauses: tuple[syntax.Clause, ...], is_sure: bool) -> None:
            if clauses:
                for item in self.items(self.value(clauses[0].iterable, inner)):
                    self.bind(clauses[0].target, item, inner)
                    answers = [self.truth(each, inner) for each in clauses[0].conditions]
                    if False not in answers:
                        run(clauses[1:], is_sure and None not in answers)
                return
            element = self.value(node.element, inner)
            element = element if is_sure else unseen_from([element])
            if node.key is not None:
                entries.append((self.value(node.key, inner) if is_sure else UNSEEN, element))
            else:
                found.append(element)

        run(node.clauses, True)
        return table_of(entries) if node.kind == "dict" else RunValue(tuple(found))

    # ----------------------------------------------------------------------------------------------- conditions

    def truth(self, test: syntax.Expression, names: Environment) -> bool | None:
        """The answer to a condition that is written out, or that asks which class or text it is."""
        if isinstance(test, syntax.Literal):
            return bool(test.value)
        if isinstance(test, syntax.Unary) and test.operator == "not":
            inner = self.truth(test.operand, names)
            return None if inner is None else not inner
        if isinstance(test, syntax.Boolean):
            answers = [self.truth(operand, names) for operand in test.operands]
            settling = test.operator == "or"
            return settling if settling in answers else None if None in answers else not settling
        if isinstance(test, syntax.Comparison):
            return _compared(test.operator, self.value(test.left, names), self.value(test.right, names))
        if isinstance(test, syntax.Call) and isinstance(test.callee, syntax.Attribute) and len(test.arguments) == 1:
            return _asked(
                test.callee.name, self.value(test.callee.value, names), self.value(test.arguments[0].value, names)
            )
        return None


def _compared(operator: str, left: Value, right: Value) -> bool | None:
    """The answer to a comparison of classes or of texts."""
    is_not = operator in ("is not", "!=", "not in")
    if operator in ("is", "==", "is not", "!="):
        return (left == right) is not is_not if _is_told(left) and type(left) is type(right) else None
    held = right.items if isinstance(right, RunValue) else None
    if isinstance(right, TableValue):
        held = tuple(key for key, _ in right.entries)
    if operator in ("in", "not in") and held is not None and _is_told(left):
        return (left in held) is not is_not if all(map(_is_told, held)) else None
    return None


def _asked(name: str, text: Value, part: Value) -> bool | None:
    """The answer of a text to how it begins or ends."""
    if name in ("startswith", "endswith") and isinstance(text, TextValue) and isinstance(part, TextValue):
        return bool(getattr(text.text, name)(part.text))
    return None


def _is_told(value: Value) -> bool:
    return isinstance(value, (ClassValue, TextValue))


def _operands(node: syntax.Opaque | syntax.Comparison | syntax.Unary) -> tuple[syntax.Expression, ...]:
    if isinstance(node, syntax.Opaque):
        return node.parts
    return (node.operand,) if isinstance(node, syntax.Unary) else (node.left, node.right)


def _joined(parts: list[Value]) -> Value:
    texts = [part.text for part in parts if isinstance(part, TextValue)]
    return TextValue("".join(texts)) if len(texts) == len(parts) else unseen_from(parts)


def _combined(operator: str, left: Value, right: Value) -> Value:
    if operator == "+" and isinstance(left, TextValue) and isinstance(right, TextValue):
        return TextValue(left.text + right.text)
    if operator in ("+", "|") and isinstance(left, RunValue) and isinstance(right, RunValue):
        return RunValue((*left.items, *right.items))
    if operator in ("+", "|") and any(isinstance(side, RunValue) for side in (left, right)):
        sides = [side.items if isinstance(side, RunValue) else (unseen_from([side]),) for side in (left, right)]
        return RunValue((*sides[0], *sides[1]))
    if operator == "|" and isinstance(left, TableValue) and isinstance(right, TableValue):
        return table_of((*left.entries, *right.entries))
    return unseen_from([left, right])


def _is_changed(data: bytes, name: str) -> bool:
    """Whether a module changes a container of its own, be it in a function."""
    word = re.escape(name.encode())
    adding = rb"(?:\.(?:append|appendleft|extend|insert|add|update|setdefault)\b|\[[^\]\n]*\][ \t]*=|[ \t]*[+|]=)"
    return _loses(data, name) or re.search(rb"\b" + word + adding, data) is not None


def _loses(data: bytes, name: str) -> bool:
    """Whether a module takes something out of a container of its own."""
    word = re.escape(name.encode())
    taking = rb"\b" + word + rb"(?:\.(?:remove|discard|pop|popitem|clear)\b|[ \t]*[-&^]=)|\bdel[ \t]+" + word + rb"\["
    return re.search(taking, data) is not None
