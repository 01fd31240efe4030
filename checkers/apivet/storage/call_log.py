"""A subject that is overheard: which of its calls is under way, and which of them raised."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, cast

from apivet.storage.subject import StorageUnderTest


class CallLog:
    """The log of calls between a check and a subject. ``hear`` is told of each call that begins, and of the one around
    it when that ends; an empty text is none."""

    def __init__(self, subject: StorageUnderTest, hear: Callable[[str], object]) -> None:
        #: The subject, as the check is to be given it.
        self.subject = cast(StorageUnderTest, _Overheard(subject, self))
        self._hear = hear
        self._under_way: list[str] = []
        self._raised: tuple[BaseException, str] | None = None

    def place_of(self, error: BaseException) -> str:
        """In which call an exception was raised, as the end of a phrase; empty where it was in none."""
        if self._raised is None or self._raised[0] is not error:
            return ""
        return f" in {self._raised[1]}"

    def overheard(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        """The same call."""

        @functools.wraps(call, assigned=(), updated=())
        def heard(*args: Any, **kwargs: Any) -> Any:
            self._under_way.append(name)
            self._hear(name)
            try:
                result = call(*args, **kwargs)
            except BaseException as error:
                if self._raised is None or self._raised[0] is not error:
                    self._raised = (error, name)
                raise
            finally:
                self._under_way.pop()
                self._hear(self._under_way[-1] if self._under_way else "")
            return self.overheard("poll", result) if name == "watch" and callable(result) else result

        return heard


class _Overheard:
    def __init__(self, subject: StorageUnderTest, log: CallLog) -> None:
        self.__subject = subject
        self.__conversation = log

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.__subject, name)
        if not callable(value) or isinstance(value, type):
            return value
        return self.__conversation.overheard(name, value)
