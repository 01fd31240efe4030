"""Turning feature gates on and off under the code that asks for them.

Nobody has to register how: the functions and methods that answer for gates are found by their names (vocabulary) where
the project's modules hold them, and answer as the experiment wants. A question about a gate that no field is tagged
with and that nobody registered goes to the real one. Where a project says itself how a gate is set (``set_gate`` in the
module of its factories), nothing is answered in its place; it is heard whether the gate functions answer so.
"""

from __future__ import annotations

import enum
import functools
import inspect
import sys
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from apivet.blackbox.objects.access import attributes_of, is_a, is_class, read
from apivet.blackbox.objects.wording import one_line
from apivet.blackbox.project.hooks import CannotRunError
from apivet.blackbox.project.interception import intercept

_CACHED: Final = type(functools.lru_cache(lambda: None))


class Switches:
    """The gates' states, and which of them were asked for."""

    def __init__(self, names: frozenset[str], is_own: Callable[[str], bool]) -> None:
        self._names = names
        self._is_own = is_own
        self._setter: Callable[[str, bool], object] | None = None
        self._applied: dict[str, bool] = {}
        self._states: Mapping[str, bool] | None = None
        self._modules_seen = 0
        #: Number of names that each module had when it was looked at.
        self._sizes: dict[str, int] = {}
        self._callables: dict[int, Any] = {}
        self._caches: dict[int, Any] = {}
        self._cached_states: Mapping[str, bool] | None = None
        self.known: frozenset[str] = frozenset()
        #: The gates that the strategy may have asked for while something of it ran. With a setter all are: nobody hears
        #: what is asked then.
        self.asked: set[str] = set()
        #: Gates among these that it asked for since they were last cleared.
        self.asked_lately: set[str] = set()
        #: Names that gate functions were asked for meanwhile and that no gate has, as far as is known.
        self.unknown: set[str] = set()
        #: By gate, the states that were set while it was asked for, each with the answers, and what gave the last one.
        self._heard: dict[str, dict[tuple[bool, bool], str]] = {}
        #: Gates that were asked for before, while the strategy was made: its hooks may go by the answer of then.
        self.asked_before: set[str] = set()

    def begin(self, known: frozenset[str], setter: Any) -> None:
        """Start anew for one strategy, of which nothing was asked yet; a project that sets its gates itself has them
        all off. Raises :class:`CannotRunError`."""
        if setter is not None and not callable(setter):
            what = type(setter).__name__
            raise CannotRunError(f"[tool.apivet.blackbox] factories: set_gate is no function, but a {what}")
        self.known, self._setter = known, setter
        self.asked = set(known) if setter is not None else set()
        self.asked_before = set()
        self.unknown = set()
        self._applied = {}
        self._heard = {}
        self._install()
        if setter is not None:
            self._apply({})

    @property
    def hears(self) -> bool:
        """Whether it is known which gates are asked for."""
        return self._setter is None

    @property
    def hears_each(self) -> bool:
        """Whether every question is heard, so that gates that a run asked nothing of make no difference to it: what
        sets gates itself, and caches of answers, answer unheard."""
        return self.hears and not self._caches

    @contextmanager
    def set(self, states: Mapping[str, bool]) -> Iterator[None]:
        """Let these gates be on or off, and every other known one be off. Raises :class:`CannotRunError`."""
        before = self._states
        self.turn(states)
        try:
            yield
        finally:
            self.turn_back(before)

    def turn(self, states: Mapping[str, bool]) -> Mapping[str, bool] | None:
        """The same from now on, until they are turned back to what this returns."""
        before = self._states
        self._install()
        if self._setter is not None:
            self._states = None  # what the setter asks for itself is no answer to a hook
            self._apply(states)
        self._states = states
        self._forget_answers(states)
        return before

    def turn_back(self, before: Mapping[str, bool] | None) -> None:
        """Let the gates be as they were."""
        self._states = None
        if self._setter is not None and before is not None:
            self._apply(before)
        self._states = before

    def is_on(self, gate: str) -> bool:
        """The state that a gate has now, for what stands in for the project's own framework."""
        if self._states is not None:
            self._note((gate,))
        return self._states is not None and self._states.get(gate, False)

    def _note(self, gates: Iterable[str]) -> None:
        self.asked.update(gates)
        self.asked_lately.update(gates)

    def never_asked(self, gates: Iterable[str]) -> dict[str, str]:
        """Gates among these that nothing asked for while the strategy ran or, where the project sets them itself, that
        answered the same whatever was set: no run says anything about them. Each with what is known of the reason."""
        if not self.hears:
            stuck = {gate: self._stuck(gate) for gate in dict.fromkeys(gates)}
            return {gate: reason for gate, reason in stuck.items() if reason}
        silent = [gate for gate in dict.fromkeys(gates) if gate not in self.asked]
        return {gate: self._silence(gate) for gate in silent}

    def _stuck(self, gate: str) -> str:
        """The reason why a gate counts as stuck: it did not once answer what was set; empty of any other."""
        heard = self._heard.get(gate, {})
        for state in (True, False):
            name = heard.get((state, not state))
            if name is not None and (state, state) not in heard:
                return f"set_gate has no effect on {gate}: {name} still answers {not state}"
        return ""

    def _silence(self, gate: str) -> str:
        if gate in self.asked_before:
            return (
                f"{gate} is asked for when the strategy is made, and not while its hooks run: what it is then decides"
                " ever after"
            )
        holder = self._holder(gate)
        known = f" ({holder} has a value for it)" if holder else ""
        return (
            f"no gate function is asked for {gate} while the hooks run: if they go by something else{known}, name the"
            " function that answers for it in [tool.apivet.vocabulary] gate-functions, or let set_gate in the module of"
            " [tool.apivet.blackbox] factories set it"
        )

    def _holder(self, gate: str) -> str:
        """A table of states among the globals, which no call stands before."""
        for module in self._own_modules():
            for name, value in sorted(vars(module).items()):
                if is_a(value, Mapping) and isinstance(value.get(gate), bool):
                    return f"{module.__name__}.{name}"
        return ""

    # ---------------------------------------------------------------------------------------- the project's own way

    def _apply(self, states: Mapping[str, bool]) -> None:
        assert self._setter is not None
        for gate in sorted({*self.known, *states}):
            state = states.get(gate, False)
            if self._applied.get(gate) is state:
                continue
            try:
                self._setter(gate, state)
            except (Exception, SystemExit) as error:
                self._applied.pop(gate, None)
                where = f"[tool.apivet.blackbox] factories: set_gate({gate!r}, {state})"
                raise CannotRunError(f"{where} raises {one_line(error)}") from None
            self._applied[gate] = state

    # -------------------------------------------------------------------------------------------------- the answers

    def _answer(self, original: Callable[..., Any], arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        gates = self._gates((*arguments, *keywords.values()) if keywords else arguments)
        if self._setter is not None:
            return self._overheard(original, arguments, keywords, gates)
        if self._states is None:
            self.asked_before.update(gates)
        elif gates and self._is_gate_check(original, arguments):
            self._note(gates)
            answer = all(map(self._states.get, gates))
            return _awaited(answer) if _is_awaited(original) else answer
        elif not gates:
            self.unknown.update(text for text in (*arguments, *keywords.values()) if type(text) is str)
        return original(*arguments, **keywords)

    def _overheard(
        self, original: Callable[..., Any], arguments: tuple[Any, ...], keywords: dict[str, Any], gates: Sequence[str]
    ) -> Any:
        """The project's own answer, which is noted."""
        states, answer = self._states, original(*arguments, **keywords)
        if states is None or len(gates) != 1 or not self._is_gate_check(original, arguments):
            return answer

        def note(answer: Any) -> Any:
            if isinstance(answer, bool):
                known = self._heard.setdefault(gates[0], {})
                known[states.get(gates[0], False), answer] = original.__name__
            return answer

        return _noted(answer, note) if _is_awaited(original) else note(answer)

    def _is_gate_check(self, original: Callable[..., Any], arguments: tuple[Any, ...]) -> bool:
        """Of a class whose objects can be called, only those that a gate function's name is bound to are one."""
        return original.__name__ != "__call__" or bool(arguments and id(arguments[0]) in self._callables)

    def _gates(self, values: tuple[Any, ...]) -> tuple[str, ...]:
        """The known gates that a call asks for: strings, enum members that are one, or an object named like one."""
        if len(values) == 1 and type(values[0]) is str:  # as nearly always
            return values if values[0] in self.known else ()
        texts = [value for value in values if is_a(value, str) and not is_a(value, enum.Enum)]
        named = [text for text in texts if text in self.known]
        if named:
            return tuple(named)
        found = (self._gate_of(value) for value in values if type(value) is not str)
        return tuple(gate for gate in found if gate is not None)

    def _gate_of(self, value: Any) -> str | None:
        for attribute in ("value", "name"):
            text: Any = read(value, attribute)
            if is_a(text, enum.Enum):
                text = text.value
            if is_a(text, str) and text in self.known:
                return str(text)
        texts = {text for text in attributes_of(value).values() if is_a(text, str) and text in self.known}
        return texts.pop() if len(texts) == 1 else None

    def _forget_answers(self, states: Mapping[str, bool]) -> None:
        """Clear the caches of questions where the states have changed: they hold answers for the states of then."""
        if self._caches and (self._cached_states is None or dict(self._cached_states) != dict(states)):
            for cached in self._caches.values():
                cached.cache_clear()
        self._cached_states = states

    # ------------------------------------------------------------------------------------------------- installation

    def _install(self) -> None:
        """Listen to the gate functions of all modules that were loaded since, where there is a gate to ask for."""
        if len(sys.modules) != self._modules_seen and self.known:
            self.listen()

    def listen(self) -> None:
        """Find the gate functions of all modules that were loaded since."""
        for module in self._own_modules():
            size = len(vars(module))
            if self._sizes.get(module.__name__) == size:
                self._listen_in(module)  # somebody may have put another function in the place of one
                continue
            self._sizes[module.__name__] = size
            for holder in (module, *_classes(module)):
                self._listen_in(holder)
                self._note_caches(holder)
            for value in list(vars(module).values()):
                self._listen_outside(value)
        self._modules_seen = len(sys.modules)

    def _own_modules(self) -> list[types.ModuleType]:
        found = (sys.modules.get(name) for name in sorted(sys.modules) if self._is_own(name))
        return [module for module in found if isinstance(module, types.ModuleType)]

    def _listen_outside(self, value: Any) -> None:
        """Listen to the members of a module: an object with gate functions, or a module with them, of a library too."""
        if is_a(value, types.ModuleType):
            if not _is_standard(value.__name__):
                self._listen_in(value)
                for each in list(vars(value).values()):
                    self._listen_in_class(type(each))
            return
        if type(value) is types.MethodType and value.__name__ in self._names:
            self._listen_to(value)
        self._listen_in_class(value if is_class(value) else type(value))

    def _listen_in_class(self, class_: type) -> None:
        for base in type.mro(class_) if class_ is not type else ():
            if not _is_standard(base.__module__):
                self._listen_in(base)

    def _listen_in(self, holder: Any) -> None:
        for name in self._names:
            member = vars(holder).get(name)
            if member is not None:
                self._listen_to(member)

    def _listen_to(self, member: Any) -> None:
        if is_a(member, (staticmethod, classmethod, types.MethodType)):
            member = member.__func__
        while is_a(member, _CACHED):
            self._caches[id(member)] = member
            member = member.__wrapped__
        if is_a(member, functools.partial):
            self._listen_to(member.func)
        elif is_a(member, types.FunctionType):
            if not _is_standard(member.__module__):
                intercept(member, self._answer)
        elif not is_class(member):
            call = inspect.getattr_static(type(member), "__call__", None)
            if is_a(call, types.FunctionType) and not _is_standard(call.__module__):
                self._callables[id(member)] = member
                intercept(call, self._answer)

    def _note_caches(self, holder: Any) -> None:
        """Note cached functions that ask for a gate."""
        for value in list(vars(holder).values()):
            member = value.__func__ if is_a(value, (staticmethod, classmethod)) else value
            if is_a(member, _CACHED):
                code = getattr(inspect.unwrap(member), "__code__", None)
                if code is not None and self._names & {*code.co_names}:
                    self._caches[id(member)] = member


def _classes(holder: Any) -> Iterator[type]:
    """The classes that a module declares, with those inside of them."""
    module = holder.__name__ if is_a(holder, types.ModuleType) else holder.__module__
    inside = "" if is_a(holder, types.ModuleType) else f"{holder.__qualname__}."
    for value in list(vars(holder).values()):
        if is_class(value) and value.__module__ == module and value.__qualname__.startswith(inside):
            yield value
            yield from _classes(value)


def _is_standard(module: str | None) -> bool:
    top = (module or "").partition(".")[0]
    return top in sys.stdlib_module_names or top in ("builtins", "apivet")


async def _noted(answer: Any, note: Callable[[Any], Any]) -> Any:
    return note(await answer)


#: Asked of the same few functions thousands of times.
_is_awaited: Final = functools.cache(inspect.iscoroutinefunction)


async def _awaited(answer: bool) -> bool:
    return answer
