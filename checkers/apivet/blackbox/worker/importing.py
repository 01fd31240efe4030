"""A process that has imported the project, and does nothing but be copied: each copy does one piece of work.

A module that can't be imported without harm to the others is left out: each piece of work that needs it imports it in
its own process, as it may start a thread, end its process, or replace what is not its own. Where such a module is at
the bottom of everything, all pieces of work import the project anew.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO, Final

from apivet.blackbox.project.imports import is_found_as
from apivet.blackbox.project.side_effects import (
    SET_UP,
    change_of,
    differences,
    forget_modules,
    look_at_modules,
    process_state,
)
from apivet.blackbox.protocol.descendants import adopt_orphans, end_descendants
from apivet.blackbox.protocol.messages import Imports, RunSetting, line_of, read_line, receive, send, send_packed
from apivet.blackbox.protocol.models import Assignment
from apivet.blackbox.rig.rig_factory import RigFactory
from apivet.blackbox.worker.children import PipeLines, done_in_child, forked, private, readable, write_whole
from apivet.blackbox.worker.integrity import Integrity
from apivet.blackbox.worker.memory import forget_lookups, take_up_gaps

#: Attempts to import everything but what did harm before.
_ROUNDS: Final = 4
#: Seconds after which the import of a single module does not come to an end.
_PATIENCE: Final = 30.0
#: Beginnings of lines that a child has written, and not its parent.
_OF_CHILD: Final = b"c"
_OWN: Final = b"p"
#: The harm that a module does to itself alone.
_RAISES: Final = "raises"

#: Does a piece of work in this process: the packed work, where to write what came of it, what to do it with, and notes
#: on it.
Try = Callable[[bytes, int, "RigFactory | None", "Callable[[Any], tuple[str, ...]]"], None]


class Importer:
    """Starts the process that imports, anew where it comes to harm."""

    def __init__(
        self, setting: RunSetting, try_: Try, ours: Integrity, waiting: int, say: Callable[[str, object], None]
    ) -> None:
        self._setting = setting
        self._try = try_
        self._ours = ours
        self._waiting = waiting
        self._say = say
        self._modules: dict[str, str] = {}
        self._has_gates = False
        self._left_out: dict[str, str] = {}
        self._is_slow = False
        self._process: _Process | None = None

    @property
    def is_ready(self) -> bool:
        """Whether there is a process to copy."""
        return self._process is not None

    def add(self, imports: Imports) -> None:
        """Import these modules, too. Raises :class:`~apivet.blackbox.worker.children.AbandonedError`."""
        self._modules.update(imports.modules)
        self._has_gates |= imports.has_gates
        new = imports.modules
        for _ in range(_ROUNDS):
            if self._process is None:
                self._process = _Process(self._start, self._waiting)
                new = tuple(item for item in self._modules.items() if item[0] not in self._left_out)
            harm = self._process.imported(Imports(new, self._has_gates), self._say)
            if not harm:
                return
            self._tell_what_is_slow(harm)
            self._left_out.update(harm)
            self._end()

    def _tell_what_is_slow(self, harm: Mapping[str, str]) -> None:
        """Say it of the first module that is left out, unless it can't be imported anyway."""
        for name, why in harm.items():
            if not self._is_slow and not why.startswith(_RAISES):
                self._is_slow = True
                cause = f"{name} {why} when it is imported"
                self._say("slow", f"{cause}, so that each strategy that needs it imports it anew: slower")

    def _start(self, orders: int, answers: int) -> None:
        _Importing(self._setting, self._try, self._ours, answers).serve(os.fdopen(orders, "rb"))

    def have_done(self, work: bytes, hear: Callable[[bytes], None]) -> int:
        """Have a piece of work done in a copy. Returns its exit status. Raises
        :class:`~apivet.blackbox.worker.children.AbandonedError`."""
        assert self._process is not None
        status = self._process.have_done(work, hear)
        if self._process.is_over:  # its child has ended it
            self._end()
            self.add(Imports())
        return status

    def _end(self) -> None:
        if self._process is not None:
            self._process.close()
        self._process = None
        end_descendants()


class _Process:
    """The process that imports, from outside."""

    def __init__(self, start: Callable[[int, int], None], waiting: int) -> None:
        self._waiting = waiting
        theirs, orders = os.pipe()
        answers, their_answers = os.pipe()
        private.update((orders, answers))
        self._number = forked(lambda: start(theirs, their_answers))
        os.close(theirs)
        os.close(their_answers)
        self._orders = os.fdopen(orders, "wb")
        self._lines = PipeLines(answers)
        self._unread: list[bytes] = []
        self.is_over = False

    def close(self) -> None:
        """Let it end."""
        private.difference_update((self._orders.fileno(), self._lines.descriptor))
        with contextlib.suppress(BrokenPipeError):
            self._orders.close()
        os.close(self._lines.descriptor)

    def imported(self, imports: Imports, say: Callable[[str, object], None]) -> dict[str, str]:
        """Have modules imported. Returns those that do harm, each with what it does."""
        current = next((name for name, _ in imports.modules), "")
        harm: dict[str, str] = {}
        with contextlib.suppress(BrokenPipeError):
            send(self._orders, imports)
        while True:
            line = self._next(_PATIENCE)
            if line is None:
                does = "does not come to an end" if not self.is_over else "ends its process"
                return {current: does}
            kind, value = read_line(line[1:])
            if kind == "importing":
                current = str(value)
                say(kind, value)
            elif kind == "harm":
                harm[current] = str(value)
            elif kind == "imported":
                return harm

    def have_done(self, work: bytes, hear: Callable[[bytes], None]) -> int:
        """Have a piece of work done in a copy. Returns its exit status."""
        with contextlib.suppress(BrokenPipeError):
            send_packed(self._orders, False, work)
        while True:
            line = self._next(None)
            if line is None:
                return self._status()
            if line[:1] == _OF_CHILD:
                hear(line[1:])
            else:
                return int(read_line(line[1:])[1])

    def _next(self, seconds: float | None) -> bytes | None:
        """The next line; ``None`` where there is none within that time, or none any more."""
        end = None if seconds is None else time.monotonic() + seconds
        while not self._unread:
            if self._lines.is_over:
                self.is_over = True
                return None
            if end is not None and time.monotonic() > end:
                return None
            readable([self._lines.descriptor], self._waiting)
            self._unread += filter(None, self._lines.read())
        return self._unread.pop(0)

    def _status(self) -> int:
        return os.waitstatus_to_exitcode(os.waitpid(self._number, 0)[1])


class _Importing:
    """The process that imports, from inside."""

    def __init__(self, setting: RunSetting, try_: Try, ours: Integrity, answers: int) -> None:
        adopt_orphans()
        private.add(answers)
        self._try = try_
        self._rigs = RigFactory(setting)
        self._ours = ours
        self._ours.listen()
        self._answers = answers
        self._notes: dict[str, tuple[str, ...]] = {}
        self._forks = 0
        os.register_at_fork(after_in_parent=self._count_fork)

    def _count_fork(self) -> None:
        self._forks += 1

    def serve(self, orders: BinaryIO) -> None:
        """Import what is to be imported, and be copied, until there is nothing more to do."""
        private.add(orders.fileno())
        while True:
            message = receive(orders)
            if message is None:
                return
            if isinstance(message, Imports):
                self._import(message)
            else:
                self._say(_OWN, line_of("ended", self._do(message)))

    def _do(self, work: bytes) -> int:
        def in_child(results: int) -> None:
            self._try(work, results, self._rigs, self._notes_on)

        status = done_in_child(in_child, lambda line: self._say(_OF_CHILD, line))
        end_descendants()
        return status

    def _notes_on(self, work: Any) -> tuple[str, ...]:
        return self._notes.get(work.module, ()) if isinstance(work, Assignment) else ()

    def _import(self, imports: Imports) -> None:
        forget_modules()
        for name, source in imports.modules:
            self._say(_OWN, line_of("importing", name))
            harm = self._harm(name, source)
            if harm:
                self._say(_OWN, line_of("harm", harm))
                if not harm.startswith(_RAISES):
                    break  # nothing that comes after it is as freshly imported
        self._rigs.prepare((name for name, _ in imports.modules), has_gates=imports.has_gates)
        gc.collect()
        look_at_modules()
        gc.freeze()
        forget_lookups()
        take_up_gaps()
        self._say(_OWN, line_of("imported", ""))

    def _harm(self, name: str, source: str) -> str:
        """Import a module. Returns what harm it does to others, if any."""
        if not is_found_as(name, source):
            return ""  # another module of this name comes first: the work that is about this one sees to it
        before, forks, process = process_state(), self._forks, os.getpid()
        raised = ""
        try:
            importlib.import_module(name)
        except BaseException as error:
            raised = f"{_RAISES} {type(error).__name__}"
        changed = differences(before)  # and what we go by ourselves is put back before we do
        if os.getpid() != process:
            os._exit(0)  # a fork of the module's making
        if self._forks > forks:
            return "forks"
        if _threads() > 1:
            return "starts a thread"
        harmful = [*(change for change in changed if change not in SET_UP), *self._ours.replaced()]
        if harmful:
            return f"changes {harmful[0]}"
        if raised:
            return raised
        if changed:
            self._notes[name] = tuple(map(change_of, changed))
        return ""

    def _say(self, whose: bytes, line: bytes) -> None:
        write_whole(self._answers, whose + line.strip(b"\n") + b"\n")


def _threads() -> int:
    try:
        return len(os.listdir("/proc/self/task"))
    except OSError:
        return threading.active_count()
