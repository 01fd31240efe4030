"""Functions of the language and its library that can be called with samples of their arguments."""

from __future__ import annotations

import builtins
import json
from collections import Counter, OrderedDict, deque
from collections.abc import Mapping
from dataclasses import asdict, astuple, fields
from typing import Any, Final

from apivet.program.library import TriedFunction

#: Functions that take values of any kind, or fail on some values of their own kinds, which is told where they are
#: called.
_OF_ANYTHING: Final = (
    *("bool", "callable", "chr", "complex", "float", "id", "int", "isinstance", "issubclass", "ord", "repr", "str"),
    "type",
)
_OF_KINDS: Final = (
    *("abs", "all", "any", "bin", "bytes", "dict", "divmod", "enumerate", "filter", "frozenset", "hash", "hex", "iter"),
    *("list", "map", "memoryview", "next", "oct", "pow", "range", "round", "set", "slice", "sum", "tuple", "vars"),
    "zip",
)
_OF_NO_ITERATORS: Final = ("len", "reversed")
_ORDERING: Final = ("sorted", "min", "max")


def _chosen(*values: Any, **_: object) -> object:
    """The elements that are compared by what a function gives for them."""
    return list(values[0]) if len(values) == 1 else values


def _above(*given: Any) -> object:
    return super(*given) if given else None


def _replaced(value: Any, **_: object) -> object:
    return asdict(value)


_TRIED: Final[Mapping[str, TriedFunction]] = {
    **{f"builtins.{name}": TriedFunction(getattr(builtins, name), takes_anything=True) for name in _OF_ANYTHING},
    **{f"builtins.{name}": TriedFunction(getattr(builtins, name)) for name in _OF_KINDS},
    **{f"builtins.{name}": TriedFunction(getattr(builtins, name), takes_iterators=False) for name in _OF_NO_ITERATORS},
    **{f"builtins.{name}": TriedFunction(getattr(builtins, name), _chosen) for name in _ORDERING},
    **{f"collections.{each.__name__}": TriedFunction(each) for each in (Counter, OrderedDict, deque)},
    **{f"dataclasses.{each.__name__}": TriedFunction(each) for each in (asdict, astuple, fields)},
    "builtins.dict.fromkeys": TriedFunction(dict.fromkeys),
    "builtins.super": TriedFunction(_above),
    "dataclasses.replace": TriedFunction(_replaced),
    "json.dumps": TriedFunction(json.dumps),
}


def tried_function(dotted: str) -> TriedFunction | None:
    """The function of that dotted name, to be called with samples; ``None`` of any other."""
    return _TRIED.get(dotted)
