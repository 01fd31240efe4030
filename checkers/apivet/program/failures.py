"""Failures of operations: a closed set, which each front end spells in its language."""

from __future__ import annotations

import enum
from typing import Final


class FailureKind(str, enum.Enum):
    """A failure that ends a path, unless a handler takes it: see
    :meth:`apivet.program.model.Program.is_exception`."""

    WRONG_KIND = "a value of a kind that can't be used so"
    WRONG_VALUE = "a value that can't be used so"
    MISSING_FIELD = "no such field"
    MISSING_KEY = "no such key"
    MISSING_ELEMENT = "no such key or position"
    UNBOUND = "a variable without a value"
    NO_MORE = "no further element"
    UNTRUE = "an assertion that does not hold"
    NO_NUMBER = "a number that there is not"
    TOO_LARGE = "a number that is too large"
    LEFT = "the end of the process"
    IN_BETWEEN = "something that comes in between two statements"


#: The failures that something can end in, by kind or by the name of an exception.
Failures = tuple[str, ...]
#: Nobody knows which.
ANY: Final[Failures] = ()
