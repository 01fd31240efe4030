"""Values of calls, as far as the source says them plainly, and their report to the tracer.

Functions and classes of the tree are followed by the reader that follows the code; of the language's own, those are
known that make runs of types out of others.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Final

from apivet.program import model, syntax
from apivet.python.discover.coordinates import is_coordinates, made_coordinates
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
    UnseenValue,
    Value,
    doubted,
    table_of,
    unseen_from,
)
from apivet.python.discover.valuation import CallArguments, CallSite, Valuation
from apivet.python.source.walking import callee_name

_ADDING: Final = frozenset(("append", "appendleft", "extend", "insert", "add", "update", "setdefault"))
_TAKING: Final = frozenset(("remove", "discard", "pop", "popitem", "clear"))
_COPYING: Final = frozenset(("list", "tuple", "set", "frozenset", "sorted", "reversed", "iter", "dict", "copy"))


class Calling(Valuation):
    """Evaluates calls."""

    # ------------------------------------------------------------------------------------------------- for others

    @abstractmethod
    def make(self, type_: model.Type, given: CallArguments, identity: str) -> ObjectValue:
        """Make an object of a class of the tree."""

    @abstractmethod
    def rebind(self, target: syntax.Expression, value: Value, names: Environment) -> None:
        """Let a name or an attribute stand for what it has become."""

    @abstractmethod
    def noticed(self, name: str, receiver: Value | None, given: CallArguments, site: CallSite) -> bool:
        """A call was met; whether there is no need to follow it."""

    @abstractmethod
    def unfollowed(self, name: str, given: CallArguments, site: CallSite) -> None:
        """A call was met of something that can't be followed."""

    # ------------------------------------------------------------------------------------------------------ calls

    def call(self, node: syntax.Call, names: Environment) -> Value:
        """The value of a call. It is reported on the way."""
        given = self._given(node, names)
        callee = node.callee
        while isinstance(callee, syntax.Subscript):
            if isinstance(self.value(callee.value, names), (RunValue, TableValue)):
                break  # an element is called, and nothing generic
            callee = callee.value
        if isinstance(callee, syntax.Name) and names.find(callee.name) is None:
            built_in = self._built_in(callee.name, given, names)
            if built_in is not None:
                return built_in
        return self.made(node, callee, given, names)

    def made(self, node: syntax.Call, callee: syntax.Expression, given: CallArguments, names: Environment) -> Value:
        """The value of calling something with these arguments."""
        name = callee_name(node) or (callee.name if isinstance(callee, (syntax.Name, syntax.Attribute)) else "")
        function = self.value(callee, names)
        method = _as_method(function)
        if method is not None:
            # The object may be of a class that is in the tree: its method is met before it is followed.
            whole = CallArguments((*method.bound, *given.positional), given.named, given.more)
            if self.noticed(method.name, method.receiver, whole, CallSite(node, names.module)):
                return method.receiver
            given = whole if method is function else given
        if isinstance(function, CodeValue):
            if self.noticed(name, None, given, CallSite(node, names.module)):
                return UNSEEN
            return self.apply(function, given, CallSite(node, names.module))
        if isinstance(function, ClassValue):
            return self._instance(function, given, node)
        if isinstance(function, MethodValue):
            return self._method(function, callee, given, names, node)
        if is_coordinates(name):
            return made_coordinates(name, list(given.positional), given.named)
        known = self._outside(name, given)
        if known is not None:
            return known
        if name[:1].isupper():
            return ObjectValue(_identity(node), "")
        site = CallSite(node, names.module)
        if not self.noticed(name, None, given, site):
            self.unfollowed(name, given, site)
        return unseen_from(given.all)

    def _instance(self, class_: ClassValue, given: CallArguments, node: syntax.Call) -> Value:
        type_ = self.resolver.type(class_.dotted)
        if is_coordinates(class_.name):
            order = [field.name for field in type_.fields] if type_ is not None else []
            return made_coordinates(class_.name, list(given.positional), given.named, order)
        if type_ is None:
            return ObjectValue(_identity(node), class_.dotted)
        return self.make(type_, given, _identity(node))

    def _given(self, node: syntax.Call, names: Environment) -> CallArguments:
        positional: list[Value] = []
        named: dict[str, Value] = {}
        more: list[Value] = []
        for argument in node.arguments:
            value = self.value(argument.value, names)
            if argument.spread == "*":
                positional.extend(self.items(value))
            elif argument.spread == "**":
                if isinstance(value, TableValue):
                    named.update({key.text: one for key, one in value.entries if isinstance(key, TextValue)})
                else:
                    more.append(unseen_from([value]))
            elif argument.name is not None:
                named[argument.name] = value
            else:
                positional.append(value)
        return CallArguments(tuple(positional), named, tuple(more))

    def _built_in(self, name: str, given: CallArguments, names: Environment) -> Value | None:
        """The value of calling one of a few functions of the language."""
        first = given.positional[0] if given.positional else UNSEEN
        if name in _COPYING and given.positional:
            if name == "dict":
                return table_of(self._added("update", given))
            if isinstance(first, TableValue) and name == "copy":
                return first
            return RunValue(self.items(first)) if isinstance(first, (RunValue, TableValue)) else unseen_from([first])
        if name in ("list", "tuple", "set"):
            return RunValue(())
        if name == "dict":
            return TableValue(tuple((TextValue(key), value) for key, value in given.named.items()))
        if name in ("str", "cast") and given.positional:
            return given.positional[-1]
        if name == "type" and len(given.positional) == 1:
            if isinstance(first, ObjectValue) and first.type:
                return ClassValue(first.type, first.type.rpartition(".")[2])
            return unseen_from([first])
        if name == "getattr" and len(given.positional) > 1 and isinstance(given.positional[1], TextValue):
            return self.member(first, given.positional[1].text)
        if name in ("zip", "enumerate"):
            return self._rows(name, given)
        return None

    def _rows(self, name: str, given: CallArguments) -> Value:
        columns = [self.items(value) for value in given.positional]
        if name == "enumerate":
            return RunValue(tuple(RunValue((UNSEEN, item)) for item in (columns or [()])[0]))
        return RunValue(tuple(RunValue(row) for row in zip(*columns)))

    def _method(
        self,
        method: MethodValue,
        callee: syntax.Expression,
        given: CallArguments,
        names: Environment,
        node: syntax.Call,
    ) -> Value:
        """A method of something that is no object of the tree."""
        receiver = method.receiver
        if isinstance(receiver, Coordinates) and method.name in ("with_kind", "with_version", "with_group"):
            text = given.all[0] if given.all else UNSEEN
            word = text.text if isinstance(text, TextValue) else None
            if method.name == "with_kind":
                return Coordinates(receiver.group, receiver.version, word)
            return UNSEEN
        if is_coordinates(method.name):
            return made_coordinates(method.name, list(given.positional), given.named)
        if isinstance(receiver, (ClassValue, MethodValue)) and method.name in ("parse", "from_string"):
            name = receiver.name
            return made_coordinates(name, list(given.positional), given.named) if is_coordinates(name) else UNSEEN
        if isinstance(receiver, TableValue) and method.name in ("items", "values", "keys", "get", "copy"):
            return _of_table(receiver, method.name, given)
        if isinstance(receiver, (RunValue, TableValue)) and method.name in (_ADDING | _TAKING):
            changed = self._grown if method.name in _ADDING else shrunk
            if isinstance(callee, syntax.Attribute):
                self.rebind(callee.value, changed(receiver, method.name, given), names)
            return UNSEEN if method.name in _ADDING else unseen_from([receiver])
        if isinstance(receiver, TextValue) and method.name in ("lower", "upper", "strip", "title", "capitalize"):
            return TextValue(getattr(receiver.text, method.name)())
        known = self._outside(method.name, given)
        if known is not None:
            return known
        self.unfollowed(method.name, given, CallSite(node, names.module))
        return unseen_from([receiver, *given.all])

    def _outside(self, name: str, given: CallArguments) -> Value | None:
        """The value of calling one of a few functions of the standard library."""
        if name == "partial" and given.positional:
            return _partial(given.positional[0], given)
        if name == "chain":
            return RunValue(tuple(item for value in given.positional for item in self.items(value)))
        if name == "from_iterable":
            runs = [run for value in given.positional for run in self.items(value)]
            return RunValue(tuple(item for run in runs for item in self.items(run)))
        return None

    def _grown(self, receiver: RunValue | TableValue, name: str, given: CallArguments) -> Value:
        if isinstance(receiver, TableValue):
            added = list(self._added(name, given))
            return table_of((*added, *receiver.entries) if name == "setdefault" else (*receiver.entries, *added))
        if name in ("extend", "update"):
            return RunValue((*receiver.items, *(item for value in given.positional for item in self.items(value))))
        return RunValue((*receiver.items, *given.positional[-1:]))

    def _added(self, name: str, given: CallArguments) -> Iterator[tuple[Value, Value]]:
        """The entries that a dict gets."""
        if name == "setdefault":
            yield (given.positional[0], given.positional[1]) if len(given.positional) == 2 else (UNSEEN, UNSEEN)
            return
        for value in given.positional:
            rows = self.items(value) if not isinstance(value, TableValue) else ()
            for row in rows:
                items = row.items if isinstance(row, RunValue) else ()
                yield (items[0], items[1]) if len(items) == 2 else (UNSEEN, unseen_from([row]))
            yield from value.entries if isinstance(value, TableValue) else ()
        yield from ((TextValue(key), value) for key, value in given.named.items())
        yield from ((UNSEEN, value) for value in given.more)


def shrunk(receiver: RunValue | TableValue, name: str, given: CallArguments) -> Value:
    """A container from which something was taken: nobody knows what, unless that is said."""
    if name == "clear":
        return RunValue(()) if isinstance(receiver, RunValue) else TableValue(())
    gone = (
        given.positional[0] if given.positional and isinstance(given.positional[0], (ClassValue, TextValue)) else None
    )
    held = receiver.items if isinstance(receiver, RunValue) else tuple(key for key, _ in receiver.entries)
    if gone is not None and (name != "pop" or isinstance(receiver, TableValue)) and held.count(gone) == 1:
        if not any(isinstance(each, UnseenValue) for each in held):
            return _without(receiver, gone)
    return doubted(receiver)


def _without(receiver: RunValue | TableValue, gone: Value) -> Value:
    if isinstance(receiver, RunValue):
        return RunValue(tuple(item for item in receiver.items if item != gone))
    return TableValue(tuple(entry for entry in receiver.entries if entry[0] != gone))


def _as_method(function: Value) -> MethodValue | None:
    """The method of an object, whatever it is called by."""
    if isinstance(function, CodeValue) and function.bound and function.function.binding != "none":
        return MethodValue(function.bound[0], function.function.name, function.bound[1:])
    return function if isinstance(function, MethodValue) else None


def _partial(function: Value, given: CallArguments) -> Value:
    rest = given.positional[1:]
    if isinstance(function, CodeValue):
        return CodeValue(function.function, function.around, (*function.bound, *rest))
    if isinstance(function, MethodValue):
        return MethodValue(function.receiver, function.name, (*function.bound, *rest))
    return unseen_from([function, *rest])


def _of_table(table: TableValue, name: str, given: CallArguments) -> Value:
    if name == "copy":
        return table
    if name == "get":
        found = [value for key, value in table.entries if given.positional and key == given.positional[0]]
        return found[-1] if found else unseen_from([table])
    if name == "items":
        return RunValue(tuple(RunValue(entry) for entry in table.entries))
    return RunValue(tuple(entry[1 if name == "values" else 0] for entry in table.entries))


def _identity(node: syntax.Node) -> str:
    return f"{node.location.path}:{node.location.line}:{node.location.column}"
