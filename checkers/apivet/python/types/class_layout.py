"""Memory layout of a class's instances: slots or a dict, and whether they can be changed."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from apivet.program import model
from apivet.python.annotations.canonical import canonical
from apivet.python.annotations.forms import ENUMS, PYDANTIC, Declaration
from apivet.python.source.class_bodies import function_nodes, statements_of
from apivet.python.source.nodes import last_name, values_by_name

#: Classes outside the tree whose instances have no dict.
_WITHOUT_DICT: Final = frozenset(
    ("object", "Generic", "Protocol", "ABC", "Struct", "TypedDict", "NamedTuple", "namedtuple", "str", "int", "float")
    + ("bytes", "complex", "bool", "dict", "list", "tuple", "set", "frozenset", "datetime", "date", "time", "timedelta")
)
#: Classes outside the tree that bring neither fields nor a layout that the form of declaration does not tell already,
#: and the packages that they are in: elsewhere, a class of that name may be anything.
_BRING_NOTHING: Final = (
    frozenset(("object", "Generic", "Protocol", "ABC", "Struct", "TypedDict", "NamedTuple", "namedtuple"))
    | ENUMS
    | PYDANTIC
)
_PACKAGES: Final = frozenset(
    ("", "builtins", "typing", "abc", "enum", "collections", "msgspec", "pydantic", "pydantic_settings", "sqlmodel")
)
#: Classes outside the tree whose instances have a dict.
_WITH_DICT: Final = ENUMS | PYDANTIC | {"Exception", "BaseException", "ValueError", "TypeError", "RuntimeError"}
_WEAK: Final = "__weakref__"
_DICT: Final = "__dict__"


class Memory(Struct, frozen=True):
    """The part of a :class:`~apivet.program.model.Type` that says how its instances lie in memory."""

    slotted: bool
    maybe_slotted: bool
    slots: tuple[tuple[str, ...], ...]
    frozen: bool


def memory_of(
    declaration: Declaration, node: ast.ClassDef, fields: Sequence[model.Field], bases: Sequence[model.Entity | None]
) -> Memory:
    """The layout of a class, from that of its direct bases and what it adds."""
    above = [base for base in bases if isinstance(base, model.Type)]
    # Two bases that both have slots have no layout in common: at most one of these is not empty.
    inherited = max((base.slots for base in above), key=len, default=())
    added = _added(declaration, node, fields, inherited)
    frozen = declaration.has("frozen") or declaration.form == "namedtuple"
    dicts = {_has_dict(base) for base in bases}
    if added is None or _DICT in added or True in dicts:
        return Memory(False, False, (), frozen)
    if None in dicts:
        return Memory(False, True, (), frozen)
    if declaration.form in ("typeddict", "namedtuple"):
        return Memory(True, False, (), frozen)
    return Memory(True, False, (*inherited, added) if added else inherited, frozen)


def outside_bases_of(bases: Sequence[model.Entity | None], node: ast.ClassDef) -> tuple[str, ...]:
    """The bases outside the tree that may bring fields or a layout of their own, over whatever steps. One that can't be
    made out goes by its text."""
    found: dict[str, None] = {}
    for base, written in zip(bases, node.bases):
        if isinstance(base, model.Type):
            found.update(dict.fromkeys(base.outside_bases))
        elif isinstance(base, model.External):
            name = canonical(base.dotted)
            if not _brings_nothing(name):
                found[name] = None
        else:
            found[f"{ast.unparse(written)}.?"] = None
    return tuple(found)


def _brings_nothing(name: str) -> bool:
    package, _, last = name.rpartition(".")
    return last in _BRING_NOTHING and package.partition(".")[0] in _PACKAGES


def _has_dict(base: model.Entity | None) -> bool | None:
    """Whether a base gives its instances a dict; ``None`` where that can't be told."""
    if isinstance(base, model.Type):
        return None if base.maybe_slotted else not base.slotted
    package, _, last = (canonical(base.dotted) if isinstance(base, model.External) else "?.").rpartition(".")
    if last in _WITHOUT_DICT | _WITH_DICT:
        known = package.partition(".")[0] in _PACKAGES | {"datetime"}
        return last in _WITH_DICT if known else None
    return None


def _added(
    declaration: Declaration,
    node: ast.ClassDef,
    fields: Sequence[model.Field],
    inherited: tuple[tuple[str, ...], ...],
) -> tuple[str, ...] | None:
    """The slots that the class itself adds; ``None`` where it adds a dict."""
    if declaration.form == "typeddict":
        return ()
    if declaration.form == "namedtuple" and any(last_name(base) == "NamedTuple" for base in node.bases):
        if not any(isinstance(base, ast.Call) for base in node.bases):
            return ()
    if declaration.form == "msgspec" and declaration.has("dict"):
        return None
    value = next(_slots_in(statements_of(node.body)), None)
    if value is None and not (declaration.form == "msgspec" or (declaration.is_own and declaration.has("slots"))):
        return None
    taken = {name for group in inherited for name in group}
    own = tuple(field.name for field in fields if field.name not in taken)
    if declaration.form == "msgspec":
        # It is the only one that puts them in order by name.
        return tuple(sorted(own))
    if declaration.is_own and declaration.has("slots"):
        if declaration.form == "dataclass":
            return (*own, _WEAK) if declaration.has("weakref_slot") and _WEAK not in taken else own
        if declaration.form == "attrs":
            return _of_attrs(declaration, node, own, taken)
    return None if value is None else _written(value, own)


def _of_attrs(declaration: Declaration, node: ast.ClassDef, own: tuple[str, ...], taken: set[str]) -> tuple[str, ...]:
    weak = declaration.options.get("weakref_slot", True) and _WEAK not in taken and _WEAK not in own
    cached = [
        item.name
        for item in function_nodes(node.body)
        if any(last_name(decorator) == "cached_property" for decorator in item.decorator_list)
    ]
    return (*own, *((_WEAK,) if weak else ()), *cached)


def _written(value: ast.expr, own: tuple[str, ...]) -> tuple[str, ...]:
    """Names in ``__slots__`` of the body. Where it is computed, the fields are taken for the result."""
    if isinstance(value, ast.Call) and last_name(value) in ("tuple", "list", "set", "frozenset") and value.args:
        value = value.args[0]
    if isinstance(value, ast.Constant):
        return (value.value,) if isinstance(value.value, str) else own
    items: Sequence[ast.expr | None]
    if isinstance(value, (ast.Tuple, ast.List, ast.Set)):
        items = value.elts
    elif isinstance(value, ast.Dict):
        items = value.keys
    elif isinstance(value, ast.Call) and not value.args:
        items = ()
    else:
        return own
    names = [item.value for item in items if isinstance(item, ast.Constant) and isinstance(item.value, str)]
    return tuple(names) if len(names) == len(items) else own


def _slots_in(statements: Iterable[ast.stmt]) -> Iterator[ast.expr]:
    every = (each for statement in statements for each in values_by_name(statement))
    return (value for name, value in every if name == "__slots__")
