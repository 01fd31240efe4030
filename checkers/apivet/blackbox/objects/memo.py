"""Results that several questions ask for, worked out once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

_Result = TypeVar("_Result")


class Memo(dict[tuple[Any, ...], Any]):
    """Results of functions for an object that stays as it is: each result under the function and its arguments."""

    __slots__ = ()

    def of(self, function: Callable[..., _Result], *given: Any) -> _Result:
        """The result of a function, which is called the first time only."""
        key = function, *given
        found: Any = self.get(key, self)
        if found is self:
            found = self[key] = function(*given)
        result: _Result = found
        return result
