"""The end of machines. Each holds itself in circles, and hundreds of thousands of diagrams: these would stay until the
garbage collector has gone through all of them, which took an eighth of the time of a large tree."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from apivet.effects.state import Machine

#: The machines that were made since somebody said that they end with it.
_made: ContextVar[list[Machine] | None] = ContextVar("machines", default=None)


def mortal(machine: Machine) -> Machine:
    """The machine, which ends where all do that are made here."""
    made = _made.get()
    if made is not None:
        made.append(machine)
    return machine


@contextmanager
def machines_end() -> Iterator[None]:
    """Let all machines that are made inside end with it: nobody asks them anything afterwards."""
    made: list[Machine] = []
    token = _made.set(made)
    try:
        yield
    finally:
        _made.reset(token)
        for machine in made:
            machine.end()
