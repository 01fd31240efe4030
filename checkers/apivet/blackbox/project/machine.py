"""The machine that code runs on: the time, the names of host and user, numbers of processes, and what is drawn by it.

While a hook runs, all of it is as it was chosen, as the answers of contexts are (:mod:`.bystanders`), and stays as it
is, so that a run can be made again: of its own, time goes on in whole milliseconds. Functions that tell of it are
replaced before the project is imported, which may take them by name. Libraries of Python go by the true ones.
"""

from __future__ import annotations

import ctypes
import datetime
import functools
import gc
import getpass
import os
import platform
import random
import socket
import sys
import time
from collections.abc import Callable
from typing import Any, Final

from apivet.blackbox.project.bystanders import ANSWERS

#: The names under which answers stand for the time (in seconds since 1970), for names, and for numbers.
TIME: Final = "@time"
NAME: Final = "@name"
NUMBER: Final = "@number"
#: The name for what is drawn, which is told by a number and by no answer.
DRAWN: Final = "@drawn"

#: The first moment that is tried, as times that are told by texts are.
LONG_AGO: Final = datetime.datetime(2000, 1, 1, tzinfo=datetime.timezone.utc)
_NAMES: Final = ((socket, "gethostname"), (socket, "getfqdn"), (platform, "node"), (getpass, "getuser"))
_NUMBERS: Final = ("getpid", "getppid", "getuid", "geteuid", "getgid", "getegid", "cpu_count")
#: Functions that send a signal to the process, or to the group, of a number.
_SIGNALLING: Final = ("kill", "killpg")
#: As they are before others stand in for them.
_true_process, _true_kill = os.getpid, os.kill
#: Functions of ``time`` that take a moment last, which is the present where it is left out.
_FORMATS: Final = {"localtime": 0, "gmtime": 0, "ctime": 0, "asctime": 0, "strftime": 1}
#: Libraries that draw for those who call them.
_DRAWING: Final = frozenset(("random", "secrets", "uuid"))
_TOO: Final = frozenset(("apivet", "hypothesis"))
_MILLISECOND: Final = 10**6
_SECOND: Final = 10**9
_DAY: Final = 24 * 60 * 60


class HostMachine:
    """The machine that hooks see; ``heard`` has the names of what they have asked of it."""

    def __init__(self) -> None:
        self.heard: dict[str, None] = {}
        self._runs = self._is_replaced = False
        self._number = 0
        self._present = time.time_ns()
        self._counter: Callable[[], int] = time.monotonic_ns
        self._ticks = self._counter()
        #: The counter when the run asked first.
        self._begin: int | None = None
        self._draws: Any = None

    def begin(self, number: int) -> None:
        """Let the project's code ask from now on; what is drawn is told by this number."""
        self._runs, self._number, self._begin, self._draws = True, number, None, None

    def end(self) -> None:
        """Tell the truth again."""
        self._runs = False

    @property
    def today(self) -> dict[str, float]:
        """The answers of a machine on which this day has just begun."""
        seconds = self._present // _SECOND
        return {TIME: float(seconds - seconds % _DAY)}

    def replace(self) -> None:
        """Put the functions of the machine in the place of the true ones, once."""
        if self._is_replaced:
            return
        self._is_replaced = True
        for name, shown in (("time", self._now), ("monotonic", self._since), ("perf_counter", self._since)):
            self._put(time, name, TIME, lambda true, shown=shown: shown() / _SECOND)
            self._put(time, f"{name}_ns", TIME, lambda true, shown=shown: shown())
        for name, place in _FORMATS.items():
            self._put(time, name, TIME, functools.partial(self._formatted, place))
        for name in _NUMBERS:
            self._put(os, name, NUMBER, lambda true: ANSWERS.now.get(NUMBER, true()))
        for name in _SIGNALLING:
            self._put(os, name, NUMBER, _signalled)
        for module, name in _NAMES:
            self._put(module, name, NAME, lambda true, *given: ANSWERS.now.get(NAME) or true(*given))
        self._put(os, "urandom", DRAWN, self._drawn)
        self._put(random, "_urandom", DRAWN, self._drawn)
        self._put_into_moments()

    # --------------------------------------------------------------------------------------------------- what it says

    def _now(self) -> int:
        """The time, in nanoseconds."""
        if self._begin is None:
            self._begin = self._counter()
        passed = self._counter() - self._begin
        return self._chosen() + passed - passed % _MILLISECOND

    def _since(self) -> int:
        """The time since the machine was started."""
        return self._ticks + self._now() - self._chosen() + abs(self._chosen() - self._present)

    def _chosen(self) -> int:
        seconds = ANSWERS.now.get(TIME)
        return self._present if seconds is None else round(seconds * _SECOND)

    def _formatted(self, place: int, true: Callable[..., Any], *given: Any) -> Any:
        if len(given) > place and given[place] is not None:
            return true(*given)
        seconds = self._now() / _SECOND
        moment = seconds if place == 0 and true.__name__ != "asctime" else time.localtime(seconds)
        return true(*given[:place], moment)

    def _drawn(self, true: Callable[..., Any], size: int) -> bytes:
        if self._draws is None:
            self._draws = random.Random(self._number)
        drawn: bytes = self._draws.randbytes(size)
        return drawn

    # ---------------------------------------------------------------------------------------------- where it says that

    def is_asked(self, what: str, caller: str) -> bool:
        """Whether code of the project asks, which is then heard."""
        library = caller.partition(".")[0]
        is_own = library not in sys.stdlib_module_names and library not in _TOO
        if not self._runs or not (is_own or (what == DRAWN and library in _DRAWING)):
            return False
        self.heard[what] = None
        return True

    def _put(self, module: Any, name: str, what: str, say: Callable[..., Any]) -> None:
        true = getattr(module, name, None)
        if true is not None:
            setattr(module, name, _StandIn(self, what, true, say))

    def _put_into_moments(self) -> None:
        """Have moments tell of the time, too. Their class is closed: whoever has it by name has the very class."""
        members: Any = gc.get_referents(vars(datetime.datetime))[0]
        now, utcnow = (vars(datetime.datetime)[name] for name in ("now", "utcnow"))

        def chosen_now(cls: Any, tz: Any = None) -> Any:
            if not self.is_asked(TIME, _caller(2)):
                return now.__get__(None, cls)(tz)
            return cls.fromtimestamp(self._now() / _SECOND, tz)

        def chosen_utcnow(cls: Any) -> Any:
            if not self.is_asked(TIME, _caller(2)):
                return utcnow.__get__(None, cls)()
            return cls.fromtimestamp(self._now() / _SECOND, datetime.timezone.utc).replace(tzinfo=None)

        members.update(now=classmethod(chosen_now), utcnow=classmethod(chosen_utcnow))
        ctypes.pythonapi.PyType_Modified(ctypes.py_object(datetime.datetime))


def _signalled(true: Callable[..., Any], number: int, *signal: Any) -> Any:
    """Send a signal: a process that was told another number than its own means itself, and nobody else who has that."""
    chosen = ANSWERS.now.get(NUMBER)
    return _true_kill(_true_process(), *signal) if chosen is not None and number == chosen else true(number, *signal)


class _StandIn:
    """A function that tells of the machine. As the true ones, it is no method of a class that holds it."""

    def __init__(self, machine: HostMachine, what: str, true: Callable[..., Any], say: Callable[..., Any]) -> None:
        functools.update_wrapper(self, true)
        self._machine, self._what, self._true, self._say = machine, what, true, say

    def __call__(self, *given: Any) -> Any:
        if self._machine.is_asked(self._what, _caller(2)):
            return self._say(self._true, *given)
        return self._true(*given)


def _caller(depth: int) -> str:
    """The module of the code that asks."""
    return str(sys._getframe(depth).f_globals.get("__name__", ""))


MACHINE: Final = HostMachine()
