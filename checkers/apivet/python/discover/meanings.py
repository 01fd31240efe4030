"""Values of expressions while code that deals with types is followed: classes, names, versions, and runs of these."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Final, Union

from msgspec import Struct, field

from apivet.program import syntax


class ClassValue(Struct, frozen=True):
    """A class of the tree."""

    dotted: str
    name: str


class TextValue(Struct, frozen=True):
    """A text."""

    text: str


class RunValue(Struct, frozen=True):
    """A list, tuple or set. An item that is unseen may stand for any number of items."""

    items: tuple[Value, ...]


class TableValue(Struct, frozen=True):
    """A dict."""

    entries: tuple[tuple[Value, Value], ...]


class Coordinates(Struct, frozen=True):
    """A group and version, with or without a kind; ``None`` where one is not known."""

    group: str | None
    version: str | None
    kind: str | None = None


class CodeValue(Struct, frozen=True, eq=False):
    """A function, with the names around it, and what its first parameters are bound to."""

    function: syntax.Function
    around: Environment
    bound: tuple[Value, ...] = ()


class ObjectValue(Struct, eq=False):
    """An object that is made at one place of the source, which ``identity`` names (nothing where a caller hands it
    in). ``type`` is its class, where that is in the tree; ``attributes`` are those that are known so far."""

    identity: str
    type: str
    attributes: dict[str, Value] = field(default_factory=dict)


class TreeModule(Struct, frozen=True):
    """A module of the tree."""

    dotted: str


class MethodValue(Struct, frozen=True, eq=False):
    """``receiver.name`` where nothing says what that is, with the arguments that it has got already."""

    receiver: Value
    name: str
    bound: tuple[Value, ...] = ()


class UnseenValue(Struct, frozen=True):
    """An unknown value. ``about`` are the modules and classes that it is made from; ``open`` says that it
    depends on what a caller hands in."""

    about: tuple[str, ...] = ()
    open: bool = False


Value = Union[
    ClassValue,
    TextValue,
    RunValue,
    TableValue,
    Coordinates,
    CodeValue,
    ObjectValue,
    TreeModule,
    MethodValue,
    UnseenValue,
]
UNSEEN: Final = UnseenValue()
HANDED_IN: Final = UnseenValue(open=True)


class Environment(Struct, eq=False):
    """The names that a function, or a module's own code, has bound so far; ``outer`` are those around it."""

    module: str
    names: dict[str, Value] = field(default_factory=dict)
    outer: Environment | None = None
    enclosing: str = ""

    def find(self, name: str) -> Value | None:
        """The value of a name here or further out; ``None`` for names of the module."""
        current: Environment | None = self
        while current is not None:
            if name in current.names:
                return current.names[name]
            current = current.outer
        return None

    def inner(self, module: str) -> Environment:
        """The names of a function that is defined here."""
        return Environment(module, {}, self, self.enclosing)


def parts(value: Value) -> list[Value]:
    """A value as the values that are in it: the items of a run, those of runs inside of it, else itself."""
    if isinstance(value, RunValue):
        return [inner for item in value.items for inner in parts(item)]
    return [value]


def unseen_from(values: list[Value]) -> UnseenValue:
    """The unknown value that is made from these."""
    about: dict[str, None] = {}
    is_open = False
    pending = list(values)
    while pending:
        value = pending.pop(0)
        if isinstance(value, (ClassValue, TreeModule)):
            about[value.dotted] = None
        elif isinstance(value, ObjectValue):
            is_open = is_open or not value.identity
        elif isinstance(value, MethodValue):
            pending[:0] = [value.receiver, *value.bound]
        elif isinstance(value, RunValue):
            pending[:0] = value.items
        elif isinstance(value, TableValue):
            pending[:0] = [part for entry in value.entries for part in entry]
        elif isinstance(value, UnseenValue):
            about.update(dict.fromkeys(value.about))
            is_open = is_open or value.open
    return UnseenValue(tuple(about), is_open)


def table_of(entries: Iterable[tuple[Value, Value]]) -> TableValue:
    """The dict that gets these entries one by one: of two under one key the last is there."""
    held: dict[Hashable, tuple[Value, Value]] = {}
    for number, (key, value) in enumerate(entries):
        held[key if _is_told(key) else number] = (key, value)
    return TableValue(tuple(held.values()))


def _is_told(key: Value) -> bool:
    """Whether a key is written out, so that it equals another one or does not."""
    if isinstance(key, RunValue):
        return all(map(_is_told, key.items))
    if isinstance(key, Coordinates):
        return None not in (key.group, key.version)
    return isinstance(key, (TextValue, ClassValue))


def doubted(value: RunValue | TableValue) -> RunValue | TableValue:
    """A container of which any part may be gone."""
    if isinstance(value, RunValue):
        return RunValue(tuple(unseen_from([item]) for item in value.items))
    return TableValue(tuple((UNSEEN, unseen_from([*entry])) for entry in value.entries))


def merged(one: Value, other: Value) -> Value:
    """A value that is one of two."""
    if one == other:
        return one
    if isinstance(one, RunValue) and isinstance(other, RunValue):
        added = tuple(item for item in other.items if item not in one.items)
        return RunValue((*one.items, *added))
    return unseen_from([one, other])
