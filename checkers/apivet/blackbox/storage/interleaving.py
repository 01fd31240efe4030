"""A call that is stopped between two lines of the project's code while another writer's call runs through."""

from __future__ import annotations

import queue
import sys
import threading
from collections.abc import Callable
from types import FrameType, ModuleType, TracebackType
from typing import Any, Final

from apivet.blackbox.storage.stepping import Line, call_watched, is_own

#: Seconds that the stopped call waits for the other one, which may be waiting for it in turn.
_PATIENCE: Final = 0.05
#: Seconds after which a call that waits for nobody hangs.
_HANGS: Final = 20.0

#: Modules in C that compute, and talk to nobody.
_COMPUTING: Final = frozenset(
    ("builtins", "math", "itertools", "operator", "_operator", "functools", "_functools", "collections", "_collections")
    + ("_abc", "_asyncio", "_contextvars", "_json", "_struct", "_sre", "re", "_thread", "_weakref", "_random", "time")
    + ("_hashlib", "zlib", "datetime", "decimal", "uuid", "_uuid", "sys", "gc", "binascii", "_pickle", "types", "enum")
)


class OtherWriter:
    """A thread of its own, in which everything is called that the other writer does."""

    def __init__(self) -> None:
        self._calls: queue.Queue[Callable[[], object] | None] = queue.Queue()
        self._idle = threading.Event()
        self._idle.set()
        self._thread = threading.Thread(target=self._work, daemon=True)

    def __enter__(self) -> OtherWriter:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._calls.put(None)
        self._thread.join(_HANGS)

    def start(self, call: Callable[[], object]) -> None:
        """Begin a call, which raises nothing."""
        self._idle.clear()
        self._calls.put(call)

    def wait(self, seconds: float = _HANGS) -> bool:
        """Whether the call comes to its end in time."""
        return self._idle.wait(seconds)

    def _work(self) -> None:
        while (call := self._calls.get()) is not None:
            try:
                call()
            finally:
                self._idle.set()


def lines_with_calls_outside(call: Callable[[], object]) -> list[Line]:
    """The lines of the project's code from which a call talks to something outside of Python (a database, a file, a
    socket), each once, in the order in which it first comes to them."""
    found: dict[Line, None] = {}

    def seen(frame: FrameType, event: str, function: Any) -> None:
        if event == "c_call" and _module_of(function) not in _COMPUTING:
            caller: FrameType | None = frame
            while caller is not None and not is_own(caller.f_code):
                caller = caller.f_back
            if caller is not None:
                found.setdefault((caller.f_code.co_filename, caller.f_lineno))

    before = sys.getprofile()
    sys.setprofile(seen)
    try:
        call()
    finally:
        sys.setprofile(before)
    return list(found)


def _module_of(function: Any) -> str:
    """The module of a built-in function, or of the type that it is a method of."""
    owner = getattr(function, "__self__", None)
    if owner is None or isinstance(owner, ModuleType):
        return str(getattr(function, "__module__", ""))
    return (owner if isinstance(owner, type) else type(owner)).__module__


def run_interrupted(call: Callable[[], object], line: Line, other: OtherWriter, theirs: Callable[[], object]) -> None:
    """Make a call, and another writer's call before it comes to a line for the first time. Where that waits for ours
    to end, it goes on behind it."""
    waiting = [line]

    def seen(here: Line) -> None:
        if waiting and here == line:
            waiting.clear()
            other.start(theirs)
            other.wait(_PATIENCE)

    call_watched(call, seen)
    if not other.wait():
        raise TimeoutError(f"the other writer's call does not come to an end within {_HANGS:g} seconds")
