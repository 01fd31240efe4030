"""The heartbeat of a worker: what the process that watches it reads while it is being written."""

from __future__ import annotations

import os
import signal
import sys
import time

import pytest

from apivet.blackbox.protocol.heartbeat import Heartbeat, shared_memory


@pytest.mark.skipif(sys.platform == "win32", reason="processes are not copied there")
def test_a_call_is_read_whole_while_the_next_one_is_told() -> None:
    """A call that was read half written seemed to have begun with the machine: the strategy was told to hang."""
    with shared_memory() as descriptor:
        heartbeat = Heartbeat(descriptor)
        heartbeat.tell_call(1)
        began = time.monotonic()
        teller = os.fork()
        if not teller:
            for number in range(1, 10**9):
                heartbeat.tell_call(number)
        try:
            heard = [heartbeat.heard_call() for _ in range(200_000)]
        finally:
            os.kill(teller, signal.SIGKILL)
            os.waitpid(teller, 0)
        lasted = time.monotonic() - began
        heartbeat.close()
    assert {number > 0 for number, _ in heard} == {True}
    assert max(seconds for _, seconds in heard) <= lasted
    assert len({number for number, _ in heard}) > 1, "the teller has told nothing"
