"""Kinds of failures that functions and methods of the library can end in: a handler takes only its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from apivet.program.failures import ANY, FailureKind, Failures

_KIND, _VALUE, _FIELD = FailureKind.WRONG_KIND, FailureKind.WRONG_VALUE, FailureKind.MISSING_FIELD
_KEY, _ELEMENT, _NO_NUMBER = FailureKind.MISSING_KEY, FailureKind.MISSING_ELEMENT, FailureKind.NO_NUMBER

#: Failures of looking something up in a container of which nothing is known.
OF_LOOKUPS: Final[Failures] = (_KIND, _KEY, _ELEMENT)
#: Failures of making a number of something: of a text, and of anything.
OF_TEXTS: Final[Failures] = (_VALUE,)
OF_NUMBERS: Final[Failures] = (_KIND, _VALUE, _NO_NUMBER)

_BY_FUNCTION: Final[Mapping[str, Failures]] = {
    **dict.fromkeys(
        ("len", "sum", "sorted", "hash", "list", "max", "min", "tuple", "set", "frozenset", "reversed"), (_KIND,)
    ),
    **dict.fromkeys(("bool", "str", "repr", "isinstance", "id", "type", "callable", "print"), (_KIND,)),
    **dict.fromkeys(("all", "any", "filter", "hasattr", "iter", "map", "vars"), (_KIND,)),
    **dict.fromkeys(("dict", "chr", "ord", "enumerate", "zip", "bytes", "range"), (_KIND, _VALUE)),
    **dict.fromkeys(("int", "float", "complex", "abs", "round", "divmod", "pow"), OF_NUMBERS),
}
#: Methods of texts and containers that refuse nothing but arguments of a wrong kind.
_OF_KINDS: Final = (
    ("add", "append", "capitalize", "casefold", "clear", "copy", "count", "difference", "discard", "endswith", "extend")
    + ("find", "get", "insert", "isalnum", "isalpha", "isdecimal", "isdigit", "islower", "isnumeric", "isspace")
    + ("isupper", "items", "join", "keys", "lower", "lstrip", "removeprefix", "removesuffix", "replace", "reverse")
    + ("rfind", "rstrip", "setdefault", "sort", "splitlines", "startswith", "strip", "swapcase", "title", "union")
    + ("upper", "values", "zfill")
)
_BY_METHOD: Final[Mapping[str, Failures]] = {
    **dict.fromkeys(_OF_KINDS, (_KIND,)),
    **dict.fromkeys(
        ("decode", "encode", "index", "partition", "rindex", "rpartition", "rsplit", "split"), (_KIND, _VALUE)
    ),
    "remove": (_KIND, _KEY, _VALUE),
    "update": (_KIND, _VALUE),
    "pop": OF_LOOKUPS,
    "popitem": (_KEY,),
}


def of_function(dotted: str) -> Failures:
    """The failures that a function of the library can end in."""
    module, _, name = dotted.partition(".")
    return _BY_FUNCTION.get(name, ANY) if module == "builtins" else ANY


def of_method(name: str) -> Failures:
    """The failures that a method of a text, a number or a container can end in."""
    return _BY_METHOD.get(name, ANY)
