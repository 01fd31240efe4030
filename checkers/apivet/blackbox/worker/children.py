"""One thing done in a process that is there for it alone."""

from __future__ import annotations

import contextlib
import os
import select
import sys
import traceback
from collections.abc import Callable
from typing import Final

from apivet.blackbox.protocol.descendants import end_with_parent

#: Seconds after which is looked whether a child has ended, where the system does not tell.
_BEAT: Final = 0.01
#: Seconds after which is looked whether somebody still waits for the outcome.
_LONG_BEAT: Final = 1.0
#: File descriptors that are nobody's business but this process's: children close them.
private: Final[set[int]] = set()


class AbandonedError(Exception):
    """Nobody waits for the outcome any more."""


class PipeLines:
    """The lines that come out of a pipe, as soon as they are whole."""

    def __init__(self, descriptor: int) -> None:
        os.set_blocking(descriptor, False)
        self.descriptor = descriptor
        self.is_over = False
        self._rest = b""

    def read(self) -> list[bytes]:
        """The lines that have come since."""
        pieces = [self._rest]
        while not self.is_over:
            try:
                data = os.read(self.descriptor, 1 << 16)
            except BlockingIOError:
                break
            except OSError:
                data = b""
            self.is_over = not data
            pieces.append(data)
        *lines, self._rest = b"".join(pieces).split(b"\n")
        return lines


def forked(do: Callable[[], None]) -> int:
    """A child that does something and ends, with its parent at the latest."""
    parent = os.getpid()
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        end_with_parent(parent)
        for descriptor in private:
            with contextlib.suppress(OSError):
                os.close(descriptor)
        private.clear()
        do()
        status = 0
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(status)


def done_in_child(do: Callable[[int], None], hear: Callable[[bytes], None], waiting: int | None = None) -> int:
    """Have something done in a child, which is given a file descriptor for what it has to say, line by line. Returns
    its exit status, negative for a signal. Raises :class:`AbandonedError` where the other end of what is ``waiting`` is
    closed."""
    ours, theirs = os.pipe()
    private.add(ours)
    child = forked(lambda: do(theirs))
    os.close(theirs)
    try:
        return _heard_out(child, PipeLines(ours), hear, waiting)
    finally:
        private.discard(ours)
        os.close(ours)


def _heard_out(child: int, lines: PipeLines, hear: Callable[[bytes], None], waiting: int | None) -> int:
    parent, end = os.getppid(), _notice_of_end(child)
    try:
        while True:
            sources = [None if lines.is_over else lines.descriptor, end]
            readable(sources, waiting, _BEAT if end is None else _LONG_BEAT)
            if os.getppid() != parent:
                raise AbandonedError
            ended, status = os.waitpid(child, os.WNOHANG)
            for line in lines.read():
                hear(line)
            if ended:
                return os.waitstatus_to_exitcode(status)
    finally:
        if end is not None:
            private.discard(end)
            os.close(end)


def _notice_of_end(child: int) -> int | None:
    """A file descriptor that can be read once a process has ended, where the system has such."""
    with contextlib.suppress(AttributeError, OSError):
        found = os.pidfd_open(child)
        private.add(found)
        return found
    return None


def write_whole(descriptor: int, data: bytes) -> None:
    """Write all of it, in as many pieces as it takes."""
    while data:
        data = data[os.write(descriptor, data) :]


def readable(descriptors: list[int | None], waiting: int | None, seconds: float = _LONG_BEAT) -> set[int]:
    """Descriptors that can be read within that time, the end of a stream included. Raises :class:`AbandonedError`
    where nobody is left who could write to the one that is ``waiting``."""
    poll = select.poll()
    for descriptor in descriptors:
        if descriptor is not None:
            poll.register(descriptor, select.POLLIN)
    if waiting is not None:
        poll.register(waiting, 0)  # says nothing but that it is over
    ready = {descriptor for descriptor, _ in poll.poll(seconds * 1000)}
    if waiting is not None and waiting in ready:
        raise AbandonedError
    return ready
