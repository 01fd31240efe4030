"""A process that has the project's code run, and runs none of it itself.

It reads work from its standard input, and writes what came of it to a file descriptor. Where processes can be copied
safely (Linux), each piece of work is done in a child, which has the project as freshly imported; whatever that leaves
behind is ended before the next piece begins. Elsewhere this process does one piece of work and is then replaced.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import sys
from collections.abc import Callable
from typing import Any, BinaryIO, Final

from msgspec.structs import replace

from apivet.blackbox.protocol.descendants import adopt_orphans, end_descendants
from apivet.blackbox.protocol.heartbeat import Heartbeat
from apivet.blackbox.protocol.messages import (
    UNREPORTED,
    Examined,
    Imports,
    Replay,
    Retrace,
    RunSetting,
    line_of,
    read_line,
    receive,
    unpacked,
)
from apivet.blackbox.protocol.models import Assignment
from apivet.blackbox.protocol.scratch import Scratch
from apivet.blackbox.rig.rig_factory import RigFactory
from apivet.blackbox.worker.children import AbandonedError, done_in_child, private, write_whole
from apivet.blackbox.worker.importing import Importer
from apivet.blackbox.worker.integrity import Integrity
from apivet.blackbox.worker.outside import OutsideWatch
from apivet.blackbox.worker.redirection import Redirection

#: After how many new objects circles are looked for; how many times before older objects are looked at again, twice.
_COLLECTIONS: Final = (200_000, 20, 50)
#: Bytes that a process may reserve besides those that it may write to.
_RESERVED: Final = 3 << 30


def main(arguments: list[str]) -> int:
    """Work until there is nothing more to do. The arguments are two file descriptors: where results go to, and memory
    for what is being tried."""
    results = int(arguments[0])
    heartbeat = Heartbeat(int(arguments[1]))
    os.close(int(arguments[1]))
    source = os.fdopen(os.dup(0), "rb")
    # A hook that reads its input gets the end of it, and not our assignments.
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    setting: RunSetting = receive(source)
    sys.path[:0] = [root for root in setting.roots if root not in sys.path]
    sys.dont_write_bytecode = True
    _warm_up()
    _limit_memory(setting.limits.memory)
    scratch = Scratch(setting.tree, setting.scratch) if setting.tree is not None else None
    if scratch is not None:
        scratch.enter()
        sys.meta_path.insert(0, Redirection(scratch))
        setting = replace(setting, roots=tuple(map(scratch.here, setting.roots)))
    try:
        if not setting.forks:
            return _do_one(setting, heartbeat, scratch, source, results)
        _Attendant(setting, heartbeat, scratch, source, results).work()
    except (AbandonedError, BrokenPipeError):
        pass
    finally:
        if setting.forks:
            end_descendants()
        if scratch is not None:
            scratch.close()
    return 0


def _warm_up() -> None:
    """Load what will be needed while there is nothing else to do. From then on, some hundred thousands of small trees
    come and go: nearly all go as soon as nobody holds them, so that it is enough to look for circles now and then, and
    never among what was loaded."""
    import apivet.blackbox.worker.examining  # noqa: F401

    gc.freeze()
    gc.set_threshold(*_COLLECTIONS)


def _limit_memory(size: int) -> None:
    """Let this process, and all that it starts, write to no more than so many bytes each. What they only reserve, for
    libraries and threads, may be more."""
    with contextlib.suppress(ImportError, ValueError, OSError, OverflowError):
        import resource

        for limit, most in ((resource.RLIMIT_DATA, size), (resource.RLIMIT_AS, size + _RESERVED)):
            _, hard = resource.getrlimit(limit)
            resource.setrlimit(limit, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class _Attendant:
    """Gives each piece of work to a process of its own."""

    def __init__(
        self, setting: RunSetting, heartbeat: Heartbeat, scratch: Scratch | None, source: BinaryIO, results: int
    ) -> None:
        adopt_orphans()
        private.update((source.fileno(), results))
        self._source = source
        self._results = results
        self._scratch = scratch
        self._try = _Trying(setting, heartbeat, scratch)
        self._importer = Importer(setting, self._try, self._try.ours, source.fileno(), self._say)
        self._examined: Examined | None = None

    def work(self) -> None:
        """Until there is nothing more to do. Raises :class:`AbandonedError`."""
        while True:
            message = receive(self._source)
            if message is None:
                return
            if isinstance(message, Imports):
                self._import(message)
            else:
                self._do(message)

    def _import(self, imports: Imports) -> None:
        scratch = self._scratch
        if scratch is None:
            self._importer.add(imports)
            return
        modules = tuple((name, scratch.here(source)) for name, source in imports.modules)
        self._importer.add(replace(imports, modules=modules))
        if self._importer.is_ready:
            scratch.keep()
        else:
            scratch.restore()

    def _do(self, work: bytes) -> None:
        self._examined = None
        if self._importer.is_ready:
            status = self._importer.have_done(work, self._hear)
        else:
            status = done_in_child(
                lambda results: self._try(work, results, None, _no_notes), self._hear, self._source.fileno()
            )
            end_descendants()
        change = self._scratch.restore() if self._scratch is not None else ""
        examined: Examined | None = self._examined
        if examined is None:
            self._say("ended", status)
        else:
            self._say("examined", replace(examined, notes=(*examined.notes, change)) if change else examined)

    def _hear(self, line: bytes) -> None:
        """Take in what a child says. Of what its code has written there, nothing is more than an answer of its own."""
        try:
            kind, value = read_line(_in_original(line, self._scratch))
        except Exception:
            return
        if kind == "begun":
            self._say("begun", value)
        elif kind == "examined":
            self._examined = value

    def _say(self, kind: str, value: object) -> None:
        write_whole(self._results, line_of(kind, value))


def _in_copy(work: Any, scratch: Scratch) -> Any:
    """A piece of work as it lies in the copy. A saved case stays where it is."""
    if isinstance(work, (Replay, Retrace)) and work.assignment is not None:
        return replace(work, assignment=scratch.relocated(work.assignment))
    return scratch.relocated(work) if isinstance(work, Assignment) else work


def _in_original(line: bytes, scratch: Scratch | None) -> bytes:
    """A message in which paths of the copy are those of the project."""
    if scratch is None:
        return line
    copy, root = (json.dumps(path)[1:-1].encode() for path in (scratch.copy, scratch.root))
    return line.replace(copy, root)


class _Trying:
    """Does a piece of work in this process, which is there for nothing else."""

    def __init__(self, setting: RunSetting, heartbeat: Heartbeat, scratch: Scratch | None) -> None:
        self._setting = setting
        self._scratch = scratch
        self._heartbeat = heartbeat
        self.ours = Integrity()

    def __call__(
        self, work: bytes, results: int, rigs: RigFactory | None, notes: Callable[[Any], tuple[str, ...]]
    ) -> None:
        """Write down what came of it. ``notes`` are of the time when its modules were imported."""
        from apivet.blackbox.worker.examining import Examiner

        process = os.getpid()

        def begin(first: str) -> None:
            write_whole(results, line_of("begun", first))

        examiner = Examiner(self._setting, rigs or RigFactory(self._setting), self._heartbeat, self.ours, begin)
        unpacked_work = unpacked(work)
        if self._scratch is not None:
            unpacked_work = _in_copy(unpacked_work, self._scratch)
        self.ours.listen()
        outside = OutsideWatch((self._scratch.directory,)) if self._scratch is not None else None
        examined = examiner.examine(unpacked_work)
        if os.getpid() != process:
            os._exit(0)  # a fork of the code's making, that was let run on
        change = outside.note() if outside is not None else ""
        examined = replace(examined, notes=(*notes(unpacked_work), *examined.notes, *([change] if change else ())))
        try:
            write_whole(results, _in_original(line_of("examined", examined), self._scratch))
        except OSError:
            os._exit(UNREPORTED)


def _no_notes(work: Any) -> tuple[str, ...]:
    return ()


def _do_one(setting: RunSetting, heartbeat: Heartbeat, scratch: Scratch | None, source: BinaryIO, results: int) -> int:
    """The first piece of work, in this very process: elsewhere it is not safe to go on in a copy of one."""
    while True:
        message = receive(source)
        if message is None:
            return 0
        if not isinstance(message, Imports):

            def changes(work: Any) -> tuple[str, ...]:
                change = scratch.restore() if scratch is not None else ""
                return (change,) if change else ()

            _Trying(setting, heartbeat, scratch)(message, results, None, changes)
            return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
