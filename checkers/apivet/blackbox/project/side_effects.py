"""Side effects of the project's code on the process: looked at before and after, and put back as far as
our own work needs it."""

from __future__ import annotations

import builtins
import contextlib
import copy
import dataclasses
import functools
import gc
import importlib
import inspect
import json
import locale
import mmap
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from itertools import repeat
from operator import is_
from types import ModuleType
from typing import Any, Final

#: There are platforms without.
_resource: Any = None
with contextlib.suppress(ImportError):
    _resource = importlib.import_module("resource")

#: The modules whose names we go by ourselves while the project's code runs in the same process.
_SHARED: Final = (builtins, copy, dataclasses, functools, inspect, json, os, random, time)
STARTS_PROCESSES: Final = "its code starts other processes"
#: State that a project may set up for all its code when it is imported.
SET_UP: Final = frozenset(
    ("the environment", "the module search path", "the locale", "the recursion limit", "the signal handlers")
    + ("the garbage collector", "the switch interval")
)
#: Names that the interpreter sets by itself.
_OWN_AFFAIRS: Final = frozenset(
    ("_", "__loader__", "__spec__", "last_exc", "last_type", "last_value", "last_traceback")
)

#: As they are before any of the project's code is run, and the names of those that were put back since.
_BUILTINS: Final = {name: value for name, value in vars(builtins).items() if name not in _OWN_AFFAIRS}
#: All that was there then; what is the very same is equal without being asked.
_ALL_VALUES: Final = list(vars(builtins).values())
_restored: Final[dict[str, None]] = {}

ProcessState = dict[str, Any]

#: The state of the process when somebody looked ahead.
_known: Final[ProcessState] = {}
_MODULES: Final = "the loaded modules"
_CHILDREN: Final = "children"


def _copied(name: str) -> str:
    return name.encode("utf-8", "surrogatepass").decode("utf-8", "surrogatepass")


def look_at_modules() -> None:
    """Remember the state of the process, for all copies of it: until they run something, all is as it is here. Names of
    modules are copies, too, which lie beside each other: whoever looks at the modules' own has a page of memory copied
    for nearly each of them."""
    forget_modules()
    _known.update(process_state())
    _known[_MODULES] = frozenset(_copied(name) for name in sys.modules)


def forget_modules() -> None:
    """Look at them again the next time."""
    _known.clear()


def process_state() -> ProcessState:
    """The present state of the process, by its names in sentences."""
    if _known and len(_known[_MODULES]) == len(sys.modules):
        return {**_known, _CHILDREN: _children()}
    found: ProcessState = {name: look() for name, look in _LOOKS.items()}
    found.update((module.__name__, dict(vars(module))) for module in _SHARED)
    found[_MODULES] = frozenset(sys.modules)
    found[_CHILDREN] = _children()
    return found


def differences(before: ProcessState) -> list[str]:
    """Names of the state that has changed. Of that, functions that we go by ourselves are put back."""
    restore_builtins(thoroughly=True)
    found = [*_restored, *(name for module in _SHARED for name in _put_back(module, before[module.__name__]))]
    _restored.clear()
    found += [name for name, look in _LOOKS.items() if look() != before[name]]
    if any(_is_needed(name) for name in before[_MODULES].difference(sys.modules)):
        found.append(_MODULES)
    return found


def changes(before: ProcessState) -> list[str]:
    """Sentences on the state that has changed; it is put back where that is possible."""
    found = differences(before)
    if found:
        os.environ.clear()
        os.environ.update(before["the environment"])
        with contextlib.suppress(OSError):
            os.chdir(before["the working directory"])
        sys.path[:] = before["the module search path"]
    notes = list(map(change_of, found))
    if _children() != before[_CHILDREN]:
        notes.append(STARTS_PROCESSES)
    return notes


def change_of(name: str) -> str:
    """The sentence that something is no longer as it was."""
    return f"its code changes {name}"


def restore_builtins(*, thoroughly: bool = False) -> None:
    """Put back the built-in functions that the project's code has replaced: our own goes by them next. Those that say
    that they equal the true ones are found where it is done ``thoroughly``."""
    now = vars(builtins)
    if not thoroughly and [*now.values()] == _ALL_VALUES:
        return  # as nearly always: it is asked after each run
    for name, value in _BUILTINS.items():
        if now.get(name) is not value:
            _restored[f"{builtins.__name__}.{name}"] = None
            now[name] = value


def _put_back(module: ModuleType, before: dict[str, Any]) -> list[str]:
    """The names of a module that mean something else now. What is added to one does no harm."""
    now = vars(module)
    if all(map(is_, map(now.get, before, repeat(_put_back)), before.values())):
        return []
    found = []
    for name, value in before.items():
        other = now.get(name, _put_back)
        if other is not value and name not in _OWN_AFFAIRS and not _is_as_good(other, value):
            found.append(f"{module.__name__}.{name}")
            now[name] = value
    return found


def _is_as_good(one: object, other: object) -> bool:
    """Whether two constants are the same: modules work out some of theirs anew (``time.tzset``)."""
    return type(one) is type(other) and isinstance(one, (tuple, str, int, float)) and one == other


def _is_needed(name: str) -> bool:
    top = name.partition(".")[0]
    return top == "apivet" or top in sys.stdlib_module_names


def _working_directory() -> str:
    try:
        return os.getcwd()
    except OSError:
        return ""  # it was removed


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _limits() -> list[tuple[int, int]]:
    return [_resource.getrlimit(number) for number in _LIMITS] if _resource is not None else []


def _signal_handlers() -> list[Any]:
    return [signal.getsignal(number) for number in _SIGNALS]


def _alarm() -> bool:
    return hasattr(signal, "getitimer") and signal.getitimer(signal.ITIMER_REAL)[0] > 0


def _streams() -> list[tuple[int, bool]]:
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return [(id(stream), bool(getattr(stream, "closed", True))) for stream in streams]


#: The signals that programs handle; to ask for all of them takes longer than all the rest.
_HANDLED: Final = (
    "ABRT",
    "ALRM",
    "CHLD",
    "HUP",
    "INT",
    "PIPE",
    "PROF",
    "QUIT",
    "SEGV",
    "TERM",
    "USR1",
    "USR2",
    "VTALRM",
)
_SIGNALS: Final = [getattr(signal, f"SIG{name}") for name in _HANDLED if hasattr(signal, f"SIG{name}")]
_LIMITS: Final = [getattr(_resource, name) for name in dir(_resource) if name.startswith("RLIMIT_")]
_LOOKS: Final[dict[str, Callable[[], Any]]] = {
    "the environment": lambda: dict(os.environ),
    "the working directory": _working_directory,
    "the module search path": lambda: list(sys.path),
    "the recursion limit": sys.getrecursionlimit,
    "the number of threads": threading.active_count,
    "the signal handlers": _signal_handlers,
    "the alarm clock": _alarm,
    "the limits of its process": _limits,
    "the file mode mask": _umask,
    "the locale": lambda: locale.setlocale(locale.LC_ALL),
    "the standard streams": _streams,
    "the trace function": sys.gettrace,
    "the profile function": sys.getprofile,
    "the switch interval": sys.getswitchinterval,
    "the garbage collector": gc.isenabled,
}


# --------------------------------------------------------------------------------------------------------- memory

#: Bytes by which a process may grow until somebody looks for circles.
_GROWTH: Final = 1 << 27
#: As they are now, whatever a hook makes of them.
_open, _read, _close, _collect = os.open, os.read, os.close, gc.collect


class MemoryWatch:
    """The memory of this process. Circles are looked for where many objects have come, which says nothing of their
    size: a hook may leave few that are large (an exception holds the frame that it is held by)."""

    def __init__(self) -> None:
        #: The size from which it has grown too much, and a peak before which it never was as large.
        self._most = self._peak = peak_of_memory() + _GROWTH

    def look(self) -> None:
        """Look for circles where the process has grown by much since that was done."""
        if peak_of_memory() > self._peak and _size() > self._most:
            _collect()
            self._most = _size() + _GROWTH


def peak_of_memory() -> int:
    """Bytes of memory that were in use at most: it is asked sooner than how many are now."""
    return int(_resource.getrusage(_resource.RUSAGE_SELF).ru_maxrss) << 10 if _resource is not None else 0


def _size() -> int:
    """Bytes of memory that are in use; 0 where the system does not tell."""
    with contextlib.suppress(OSError):
        descriptor = _open("/proc/self/statm", os.O_RDONLY)
        try:
            return int(_read(descriptor, 100).split()[1]) * mmap.PAGESIZE
        finally:
            _close(descriptor)
    return 0


# ------------------------------------------------------------------------------------------------------ processes


#: Pages taken by ended processes that we started.
_ours = 0


@contextlib.contextmanager
def our_own_processes() -> Iterator[None]:
    """Count processes that are started and end within as ours, and not as the project's."""
    global _ours
    before = _taken()
    try:
        yield
    finally:
        _ours += _taken() - before


def _taken() -> int:
    """The pages that all processes took which this one started and which have ended."""
    return int(_resource.getrusage(_resource.RUSAGE_CHILDREN).ru_minflt) if _resource is not None else 0


def _children() -> tuple[int, bool]:
    """Pages taken by ended processes that the project's code started, and whether there are others."""
    ended = _taken() - _ours
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except (OSError, AttributeError):
        return ended, False
    return ended, True
