"""Decorators that leave what a call does as it is, and where they come from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from apivet.python.source.bindings import Binding

#: Decorators that leave what a call does as it is. Those that change how a function is reached (``property``,
#: ``staticmethod``) are here too: they are told by ``binding`` and ``is_property``.
MARKS: Final = frozenset(
    (
        "abstractmethod",
        "abstractproperty",
        "cache",
        "cached_property",
        "classmethod",
        "deleter",
        "deprecated",
        "final",
        "getter",
        "lru_cache",
        "no_type_check",
        "override",
        "property",
        "setter",
        "staticmethod",
        "type_check_only",
        "wraps",
    )
)
#: Modules and packages that have them.
MARKING: Final = frozenset(
    ("abc", "builtins", "contextlib", "enum", "functools", "types", "typing", "typing_extensions", "warnings")
    + ("cached_property", "deprecated", "django", "overrides", "werkzeug")
)
ACCESSORS: Final = frozenset(("getter", "setter", "deleter"))


def own_functions(symbols: Mapping[str, Sequence[Binding]]) -> frozenset[str]:
    """The names of a module's functions, and of what has the name of a mark without coming from where marks are."""
    return frozenset(
        name
        for name, bound in symbols.items()
        if any(item.kind == "function" or (name in MARKS and _is_no_mark(item)) for item in bound)
    )


def marking_modules(symbols: Mapping[str, Sequence[Binding]]) -> frozenset[str]:
    """The names under which a module knows those that have marks."""
    return frozenset(
        name
        for name, bound in symbols.items()
        if any(item.kind == "module" and item.target.partition(".")[0] in MARKING for item in bound)
    )


def _is_no_mark(binding: Binding) -> bool:
    if binding.kind == "member":
        return bool(binding.level) or binding.target.partition(".")[0] not in MARKING
    return binding.kind in ("class", "value")
