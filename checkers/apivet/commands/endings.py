"""Being told to end, from the keyboard or from outside: whatever is under way gets to stop the processes it started."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

#: Signals of Ctrl-C, of ``kill`` and those who run commands for others, and of a terminal that is closed.
_REQUESTS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))

#: Exit status that a shell expects of a command that a signal ended: this, and the signal's number.
_BY_SIGNAL = 128


class Ended(KeyboardInterrupt):
    """The command was told to end, by the signal of that number."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.status = _BY_SIGNAL + number
        self.word = "interrupted" if number == signal.SIGINT else "terminated"


@contextmanager
def requests_heard() -> Iterator[None]:
    """Raise :class:`Ended` at the first request to end. Those that the caller has answers of its own for are left
    alone, and so are those that it wants ignored (``nohup``)."""
    before = {}
    try:
        for number in _REQUESTS:
            if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
                before[number] = signal.signal(number, _end)
    except ValueError:
        pass  # only the first thread of a process hears signals
    try:
        yield
    finally:
        for number, answer in before.items():
            signal.signal(number, answer)


def _end(number: int, frame: FrameType | None) -> None:
    # A second request must not disturb the cleaning up after the first.
    for each in _REQUESTS:
        signal.signal(each, signal.SIG_IGN)
    raise Ended(number)
