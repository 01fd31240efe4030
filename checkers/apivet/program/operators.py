"""Operators of expressions: what they do to plain values, and what they are turned round or denied."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

_Tests = Mapping[str, Callable[[Any, Any], bool]]

ORDERS: Final[_Tests] = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
COMPARISONS: Final[_Tests] = {**ORDERS, "==": operator.eq, "!=": operator.ne}
#: Operators that are worked out where both values are plain.
FOLDED: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "|": operator.or_,
    "&": operator.and_,
    "^": operator.xor,
    **ORDERS,
}
#: Operators whose results are true or false, as the interpreter notes them.
TELLING: Final = (*ORDERS, "in", "is")
#: ``a < b`` is ``b > a``.
TURNED: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
DENIED: Final = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!="}
#: Operators by the names of functions that do the same.
NAMED: Final = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "truediv": "/",
    "floordiv": "//",
    "mod": "%",
    "pow": "**",
    "concat": "+",
    "and_": "&",
    "or_": "|",
    "xor": "^",
    "lshift": "<<",
    "rshift": ">>",
    "is_": "is",
    "is_not": "is not",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
    "contains": "in",
    "neg": "-",
    "pos": "+",
    "invert": "~",
    "inv": "~",
    "not_": "not",
}
