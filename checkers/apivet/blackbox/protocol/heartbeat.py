"""The heartbeat of a worker: its present work, in memory that the process which watches it can look into.

It is told some thousand times a second, and asked for only where the worker comes to a bad end: as messages, it would
take longer than what it speaks of.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import struct
import tempfile
from collections.abc import Iterator
from time import monotonic
from typing import Final

_SIZE: Final = mmap.PAGESIZE
#: The number of the call that is being made, and when it began; the text comes after it.
_CALL: Final = struct.Struct("=Qd")


class Heartbeat:
    """A text, and a number, that two processes share."""

    def __init__(self, descriptor: int) -> None:
        self._memory = mmap.mmap(descriptor, _SIZE)
        #: Encoded texts by text: the names of rules come again and again.
        self._data: dict[str, bytes] = {}

    def tell(self, what: str) -> None:
        """Let it be known; an empty text says that nothing has begun."""
        data = self._data.get(what)
        if data is None:
            data = self._data[what] = what.encode(errors="replace")[: _SIZE - _CALL.size - 1] + b"\0"
        self._memory[_CALL.size : _CALL.size + len(data)] = data

    def heard(self) -> str:
        """The text that was sent last."""
        return self._memory[_CALL.size :].partition(b"\0")[0].decode(errors="replace")

    def tell_call(self, number: int) -> None:
        """Let it be known which call of a hook is being made; 0 says that none is."""
        # In one piece: ``pack_into`` fills the place with zeros first, and a call that began when the machine was
        # started has hung for as long as it runs.
        self._memory[: _CALL.size] = _CALL.pack(number, monotonic())

    def heard_call(self) -> tuple[int, float]:
        """The call that is being made, and for how many seconds."""
        data, again = b"", self._memory[: _CALL.size]
        while data != again:  # it may have been written to in between
            data, again = again, self._memory[: _CALL.size]
        number, since = _CALL.unpack(data)
        return number, monotonic() - since

    def close(self) -> None:
        """Give the memory back; the other process keeps its own hold of it."""
        self._memory.close()


@contextlib.contextmanager
def shared_memory() -> Iterator[int]:
    """The file descriptor of memory that can be handed to another process as long as this lasts."""
    if hasattr(os, "memfd_create"):
        descriptor = os.memfd_create("apivet")
        try:
            os.ftruncate(descriptor, _SIZE)
            yield descriptor
        finally:
            os.close(descriptor)
        return
    with tempfile.TemporaryFile() as file:
        file.truncate(_SIZE)
        yield file.fileno()
