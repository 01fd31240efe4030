"""Turning feature gates on and off under the code that asks for them.

Nobody has to register how: the functions and methods that answer for gates are found by their names (vocabulary) in the
project's modules, and whoever holds one gets one that answers as the experiment wants. A question about a gate that no
field is tagged with and that nobody registered goes to the real one.
"""

from __future__ import annotations

import enum
import functools
import inspect
import sys
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any


class Switches:
    """The gates' states, and which of them were asked for."""

    def __init__(self, names: frozenset[str], is_own: Callable[[str], bool]) -> None:
        self._names = names
        self.known: frozenset[str] = frozenset()
        self._is_own = is_own
        self._replaced: dict[int, Any] = {}
        self._originals: list[Any] = []
        self._modules_seen = 0
        self._states: Mapping[str, bool] | None = None
        self.asked: set[str] = set()

    @contextmanager
    def set(self, states: Mapping[str, bool]) -> Iterator[None]:
        """Let these gates be on or off, and every other known one be off."""
        self._install()
        before, self._states = self._states, states
        try:
            yield
        finally:
            self._states = before

    def _answer(self, original: Callable[..., Any], arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        if self._states is not None:
            gate = self._gate((*arguments, *keywords.values()))
            if gate is not None:
                self.asked.add(gate)
                return self._states.get(gate, False)
        return original(*arguments, **keywords)

    def _gate(self, values: tuple[Any, ...]) -> str | None:
        """The known gate that a call asks for: a string, an enum member that is one, or an object named like one."""
        for value in values:
            for text in (value, getattr(value, "value", None), getattr(value, "name", None)):
                if isinstance(text, enum.Enum):
                    text = text.value
                if isinstance(text, str) and text in self.known:
                    return text
        return None

    # ----------------------------------------------------------------------------------------------- installation

    def _install(self) -> None:
        """Take the place of the gate functions in all modules that were loaded since."""
        if len(sys.modules) == self._modules_seen or not self.known:
            return
        modules = [module for name, module in list(sys.modules.items()) if self._is_own(name) and module is not None]
        for module in modules:
            for holder in (module, *_classes(module)):
                self._take_over(holder)
        for module in modules:
            self._put_in(module)
        self._modules_seen = len(sys.modules)

    def _take_over(self, holder: Any) -> None:
        for name in self._names:
            own = vars(holder).get(name)
            function = own.__func__ if isinstance(own, (staticmethod, classmethod)) else own
            if not isinstance(function, types.FunctionType) or id(function) in self._replaced:
                continue
            if getattr(function, "__apivet_switch__", False):
                continue
            replacement = self._replacement(function)
            self._originals.append(function)  # kept alive, as it is known by its identity
            self._replaced[id(function)] = replacement
            wrapped = type(own)(replacement) if isinstance(own, (staticmethod, classmethod)) else replacement
            setattr(holder, name, wrapped)

    def _replacement(self, function: types.FunctionType) -> Callable[..., Any]:
        @functools.wraps(function)
        def switch(*arguments: Any, **keywords: Any) -> Any:
            answer = self._answer(function, arguments, keywords)
            return _awaited(answer) if inspect.iscoroutinefunction(function) and isinstance(answer, bool) else answer

        switch.__apivet_switch__ = True  # type: ignore[attr-defined]
        return switch

    def _put_in(self, module: types.ModuleType) -> None:
        """A name that was imported, or bound to an instance, before."""
        for name, value in list(vars(module).items()):
            if isinstance(value, types.FunctionType) and id(value) in self._replaced:
                setattr(module, name, self._replaced[id(value)])
            elif isinstance(value, types.MethodType) and id(value.__func__) in self._replaced:
                setattr(module, name, types.MethodType(self._replaced[id(value.__func__)], value.__self__))


def _classes(module: types.ModuleType) -> Iterator[type]:
    for value in list(vars(module).values()):
        if isinstance(value, type) and value.__module__ == module.__name__:
            yield value


async def _awaited(answer: bool) -> bool:
    return answer
