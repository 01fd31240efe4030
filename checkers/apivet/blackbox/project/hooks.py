"""Calling a live strategy's hooks as a framework would."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import functools
import inspect
import numbers
import os
import random
import types
import typing
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, Final

from msgspec import Struct

from apivet.blackbox.objects.access import ABSENT, read, write
from apivet.blackbox.objects.copying import HOLDERS_OF_NAMES
from apivet.blackbox.objects.wording import one_line
from apivet.blackbox.project.bystanders import Bystander, with_answers
from apivet.blackbox.project.machine import MACHINE
from apivet.blackbox.project.side_effects import restore_builtins

CONTEXT_NAMES: Final = frozenset(("ctx", "context", "request", "request_context", "req", "info"))
#: As it is now, whatever a hook makes of the module; without a look at what it is given, which takes half the time.
_random: Final[Any] = random.seed.__self__  # type: ignore[attr-defined]
_seed: Final = super(random.Random, _random).seed
#: Two words of the generator, where they lie in memory: after its position, and a word that is the same for all seeds.
#: To seed takes longer than most hooks do, and they stay as they are until something is drawn: then all are made anew.
_words: Final = ctypes.c_uint64.from_address(id(_random) + object.__basicsize__ + 2 * ctypes.sizeof(ctypes.c_uint32))
#: The true one, which is asked for after each run.
_process: Final = os.getpid
_OLD_NAMES: Final = ("old", "existing", "current")
_BY_PLACE: Final = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
#: The roles of what a hook is given, in their order.
_ROLES: Final = {"obj": 0, "old": 1, "context": 2}
#: Types that no object of an API type has, with words for them.
_NO_OBJECTS: Final = (
    (types.GeneratorType, "a generator"),
    (types.AsyncGeneratorType, "an async generator"),
    (Iterator, "an iterator"),
    ((types.FunctionType, types.MethodType, types.BuiltinFunctionType, functools.partial), "a function"),
    (type, "a class"),
    (numbers.Number, "a number"),
    ((str, bytes, bytearray), "a text"),
    ((list, tuple, set, frozenset), "a collection"),
    (Bystander, "what a stand-in for its context answers"),
)


class CannotRunError(Exception):
    """A strategy that can't be exercised, and why."""


class WrongAnswerError(CannotRunError):
    """A statement of the project about its strategies that can't be right; the message says why."""


class NoObjectError(Exception):
    """A result of a hook that can't be stored; the message says why."""


class Stored(Struct, frozen=True):
    """The object that a hook leaves to be stored, or why it refused to have anything stored."""

    object: Any
    refusal: BaseException | None = None


def called_without_objects(function: Callable[..., Any], factories: Any) -> Any:
    """The result of a function without objects, given a context such as hooks are: a flag, or the reset fields."""
    arguments, keywords = HookArguments(function, 0, factories).given(None, None)
    return function(*arguments, **keywords)


#: The number of all runs in which chance decides nothing, as far as is known.
FIRST_DRAW: Final = 1


class Randomness:
    """The source of random numbers: the same in every run, until another ``number`` is its seed."""

    def __init__(self) -> None:
        self.number = FIRST_DRAW
        #: The number that was the last seed, and the words that it made.
        self._seeded: tuple[int, int] | None = None

    def begin(self) -> None:
        """Have the numbers begin anew."""
        if self._seeded != (self.number, _words.value):
            _seed(self.number)
            self._seeded = self.number, _words.value
        _random.gauss_next = None

    @contextlib.contextmanager
    def drawn(self, number: int) -> Iterator[None]:
        """Have another number here."""
        before, self.number = self.number, number
        try:
            yield
        finally:
            self.number = before


RANDOMNESS: Final = Randomness()


class Loop:
    """One event loop for all hooks of a strategy, made where one of them is waited for: that takes longer than most
    hooks do."""

    def __init__(self) -> None:
        self._own: asyncio.AbstractEventLoop | None = None

    def result_of(self, waiting: Coroutine[Any, Any, Any]) -> Any:
        """The result of a coroutine, as it is when that ends: a task that nobody awaits comes too late to change it."""
        if self._own is None:
            self._own = asyncio.new_event_loop()
        loop = self._own

        async def then_stop() -> Any:
            try:
                return await waiting
            finally:
                loop.stop()

        task = loop.create_task(then_stop())
        loop.run_forever()
        return task.result()

    def close(self) -> None:
        """Give back what it holds."""
        if self._own is not None:
            self._own.run_until_complete(self._own.shutdown_default_executor())
            self._own.close()
            self._own = None


class Hook:
    """A bound hook with its parameters sorted out."""

    def __init__(self, function: Callable[..., Any], objects: int, factories: Any, loop: Loop) -> None:
        self._function = function
        self._process = _process()
        self._loop = loop
        self._arguments = HookArguments(function, objects, factories)

    def call(self, obj: Any, old: Any = None) -> Stored:
        """Run the hook once. An exception means that nothing is stored."""
        RANDOMNESS.begin()
        arguments, keywords = self._arguments.given(obj, old)
        MACHINE.begin(RANDOMNESS.number)
        try:
            result = _with_our_builtins(self._function, arguments, keywords)
            if result is not None and inspect.isawaitable(result):
                result = self._loop.result_of(_finished_with_our_builtins(result))
            stored = stored_of(result, obj)
        except MemoryError:
            raise  # it would be the same for all that follow
        except BaseException as refusal:  # an interrupt is the hook's own as well: nobody else sends one here
            return Stored(None, refusal)
        finally:
            MACHINE.end()
            if _process() != self._process:
                os._exit(0)  # a fork of the hook's making has no experiments to do
        return Stored(stored)


def _with_our_builtins(function: Callable[..., Any], arguments: list[Any], keywords: dict[str, Any]) -> Any:
    """Call a function, and put back the built-in ones that it replaced: our own code goes by them next."""
    try:
        return function(*arguments, **keywords)
    finally:
        restore_builtins()


async def _finished_with_our_builtins(result: Any) -> Any:
    try:
        return await finished(result)
    finally:
        restore_builtins()


def stored_of(result: Any, obj: Any) -> Any:
    """The stored object after a hook that was given an object and returned something. Raises :class:`NoObjectError` for
    a result that plainly is no object."""
    if result is None:
        return obj
    if isinstance(result, type(obj)):
        return result
    for kind, words in _NO_OBJECTS:
        if isinstance(result, kind) and not hasattr(type(result), "_fields"):  # a named tuple may be an object
            nothing = ", so that nothing of it runs" if words.endswith("generator") else ", and no object"
            raise NoObjectError(f"the hook returns {words}{nothing}")
    return result


class HookArguments:
    """The arguments of a hook (contract section 2: by position, but ``old`` by name). ``objects`` is how many of
    the arguments are objects: the caller's, or the stored one too."""

    def __init__(self, function: Callable[..., Any], objects: int, factories: Any) -> None:
        self._factories = factories
        roles = _roles(function, objects)
        self._by_place = [_ROLES[role] for each, role in roles if each.kind is not each.KEYWORD_ONLY]
        self._by_name = [(each.name, _ROLES[role]) for each, role in roles if each.kind is each.KEYWORD_ONLY]
        self._context_type = _context_type(function, roles)
        self._takes_context = any(role == "context" for _, role in roles)
        self._context: Any = None

    def given(self, obj: Any, old: Any) -> tuple[list[Any], dict[str, Any]]:
        """The arguments in their places, and those that can only be given by name."""
        context = self._made_context()  # fails here and now, where the project's own way to make one does
        given = obj, old, _answering(context) if self._takes_context else None
        return [given[role] for role in self._by_place], {name: given[role] for name, role in self._by_name}

    def _made_context(self) -> Any:
        """One context for all calls: what depends on the time of day is no experiment's matter."""
        if self._context is None:
            self._context = self._new_context()
        return self._context

    def _new_context(self) -> Any:
        own = getattr(self._factories, "make_context", None)
        if own is not None:
            try:
                return own()
            except (Exception, SystemExit) as error:
                where = "[tool.apivet.blackbox] factories: make_context()"
                raise CannotRunError(f"{where} raises {one_line(error)}") from None
        if isinstance(self._context_type, type) and self._context_type.__module__ != "builtins":
            with contextlib.suppress(Exception):
                return self._context_type()
        return Bystander()


def _answering(context: Any) -> Any:
    return context if isinstance(context, Bystander) else with_answers(context)


async def finished(result: Any) -> Any:
    """Await a result."""
    return await result


def _parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    """A callable's parameters: those of an object that is called, also where it is a descriptor besides."""
    try:
        signature = inspect.signature(function)
    except ValueError:
        given = function if isinstance(function, functools.partial) else functools.partial(function)
        call = type(given.func).__call__
        if not inspect.isfunction(call):
            raise
        signature = inspect.signature(functools.partial(call, given.func, *given.args, **given.keywords))
    return list(signature.parameters.values())


def _roles(function: Callable[..., Any], objects: int) -> list[tuple[inspect.Parameter, str]]:
    """The parameters that are given something, each with what it stands for: those that need it and, where these are
    fewer than there are objects, the optional ones, or ``*args`` as often as it takes."""
    parameters = _parameters(function)
    by_place = [each for each in parameters if each.kind in _BY_PLACE and each.default is each.empty]
    by_name = [each for each in parameters if each.kind is each.KEYWORD_ONLY and each.default is each.empty]
    if len(by_place) + len(by_name) < objects:
        by_place = [each for each in parameters if each.kind in _BY_PLACE]
        collecting = [each for each in parameters if each.kind is each.VAR_POSITIONAL]
        contexts = sum(each.name in CONTEXT_NAMES for each in by_place[:1])
        by_place += collecting * (objects + contexts - len(by_place) - len(by_name))
    if len(by_place) + len(by_name) < objects:
        by_name = [each for each in parameters if each.kind is each.KEYWORD_ONLY]
    if len(by_place) >= objects and not any(each.name.startswith(_OLD_NAMES) for each in by_name):
        roles = _in_order([each.name for each in by_place], objects) + ["context"] * len(by_name)
    else:
        roles = _in_order([each.name for each in (*by_place, *by_name)], objects)
    return list(zip((*by_place, *by_name), roles))


def _in_order(names: list[str], objects: int) -> list[str]:
    """The roles of parameters with these names, in order."""
    before = max(0, len(names) - objects)
    if before and names[0] not in CONTEXT_NAMES and names[-1] in CONTEXT_NAMES:
        roles = ["obj", "old"][:objects] + ["context"] * before
    else:
        roles = ["context"] * before + ["obj", "old"][: len(names) - before]
    named_old = [index for index, name in enumerate(names) if name.startswith(_OLD_NAMES) and roles[index] != "context"]
    if objects == 2 and len(named_old) == 1 and roles[named_old[0]] == "obj":
        roles = [{"obj": "old", "old": "obj"}.get(role, role) for role in roles]
    return roles


def _context_type(function: Callable[..., Any], roles: list[tuple[inspect.Parameter, str]]) -> Any:
    context = next((parameter.name for parameter, role in roles if role == "context"), None)
    if context is None:
        return None
    with contextlib.suppress(Exception):
        return typing.get_type_hints(function).get(context)
    return None


def guarantee_generation(obj: Any, old: Any, path: tuple[str, ...]) -> Any:
    """Do as the framework before an update: the caller's generation is the stored one, and metadata was sent, as the
    object has a name. A hook may have stored an object without metadata before."""
    name, before = path[0], read(old, path[0])
    if len(path) == 1:
        return write(obj, name, before)
    holder = read(obj, name)
    if holder is None or before is None or holder is ABSENT or before is ABSENT:
        return obj
    changed = guarantee_generation(holder, before, path[1:])
    tells_what_was_sent = any(hasattr(obj, each) for each in HOLDERS_OF_NAMES)
    return write(obj, name, changed) if tells_what_was_sent or changed is not holder else obj
