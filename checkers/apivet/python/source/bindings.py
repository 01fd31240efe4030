"""A name of a module's scope, and the statement that binds it."""

from __future__ import annotations

import ast
import functools
import importlib
from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct

from apivet.program import model

#: Modules that types are taken from with a star. To import them does nothing else.
_STANDARD: Final = frozenset(("typing", "dataclasses", "enum", "datetime", "collections", "collections.abc", "decimal"))


class Binding(Struct, eq=False):
    """One thing that a name of the module's scope is bound to.

    ``conditional``: it stands under an ``if``, ``try`` or loop. ``fallback``: it stands where the program only comes
    when the preferred binding fails (``except ImportError``, the other side of ``TYPE_CHECKING``). ``unreached``: no
    program comes there that runs (``TYPE_CHECKING``, another version of Python).
    """

    kind: Literal["class", "function", "module", "member", "value"]
    node: ast.AST
    conditional: bool
    fallback: bool
    target: str = ""
    level: int = 0
    member: str = ""
    value: ast.expr | None = None
    unreached: bool = False


def imported_by(
    node: ast.Import | ast.ImportFrom, conditional: bool = False, fallback: bool = False
) -> Iterator[tuple[str, Binding]]:
    """The names that an import binds, a star among them."""
    for alias in node.names:
        if isinstance(node, ast.ImportFrom):
            given = (node.module or "", node.level, alias.name)
            yield alias.asname or alias.name, Binding("member", node, conditional, fallback, *given)
        else:
            name = alias.asname or alias.name.partition(".")[0]
            yield name, Binding("module", node, conditional, fallback, alias.name if alias.asname else name)


def place_of(binding: Binding) -> tuple[int, int]:
    """The line and the column at which the statement stands."""
    return getattr(binding.node, "lineno", 0), getattr(binding.node, "col_offset", 0)


def reachable(bindings: list[Binding]) -> tuple[list[Binding], list[Binding]]:
    """The bindings that a name may have at the end of a module, and those of them that are no mere fallback."""
    possible = []
    for binding in reversed(bindings):
        possible.append(binding)
        if not binding.conditional:
            break
    possible.reverse()
    return possible, [binding for binding in possible if not binding.fallback] or possible


def when_run(bindings: list[Binding]) -> list[Binding]:
    """The bindings that a name may have at the end of a module in a program that runs: a fallback counts there as
    much as the preferred one, for a reader of types it does not."""
    return reachable([binding for binding in bindings if not binding.unreached])[0]


#: Names that these modules have since Python 3.11 to 3.14, whichever runs the check.
_NEWER: Final = {
    "typing": (
        *("Self", "Never", "LiteralString", "Required", "NotRequired", "ReadOnly", "Unpack", "TypeVarTuple", "TypeIs"),
        *(
            "TypeAliasType",
            "NoDefault",
            "override",
            "dataclass_transform",
            "assert_never",
            "assert_type",
            "reveal_type",
        ),
        *("get_overloads", "clear_overloads", "get_protocol_members", "is_protocol", "evaluate_forward_ref"),
    ),
    "enum": (
        *("StrEnum", "ReprEnum", "EnumType", "EnumCheck", "EnumDict", "FlagBoundary", "CONFORM", "CONTINUOUS"),
        *("EJECT", "KEEP", "NAMED_FLAGS", "STRICT", "UNIQUE", "global_enum", "global_enum_repr", "global_flag_repr"),
        *("global_str", "member", "nonmember", "property", "verify", "pickle_by_enum_name", "pickle_by_global_name"),
    ),
    "datetime": ("UTC",),
}


@functools.cache
def _names_of_standard(module: str) -> frozenset[str] | None:
    """The names that a star brings from a module of the standard library; ``None`` where that is not known."""
    if module not in _STANDARD:
        return None
    live = importlib.import_module(module)
    names = getattr(live, "__all__", None) or [name for name in dir(live) if not name.startswith("_")]
    return frozenset((*names, *_NEWER.get(module, ())))


def more_certain(found: model.External | None, other: model.External) -> model.External | None:
    """Of what two stars may bring from outside the tree, the one of the later star; but what the standard library has
    is no other library's that may have such a name as well, and what it has not is not its own."""
    module, _, name = other.dotted.rpartition(".")
    names = _names_of_standard(module)
    if names is None:
        return found or other
    is_sure = found is not None and _names_of_standard(found.dotted.rpartition(".")[0]) is not None
    return other if name in names and not is_sure else found
