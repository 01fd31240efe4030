"""Memory of the process that is copied for each strategy: what a copy makes lies apart from what it shares."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from apivet.blackbox.protocol.descendants import can_fork

COPIED = """
import os, sys
from apivet.blackbox.protocol.messages import Imports, RunSetting
from apivet.blackbox.worker.importing import Importer
from apivet.blackbox.worker.integrity import Integrity

PAGE, FRESH = 1 << 12, 100
kept = [[bytes(size - 33) for _ in range(20_000)] for size in (48, 160, 512)]
for blocks in kept:
    del blocks[::100]

names = [f"made_anew_{number}" for number in range(200)]
unheld = sum(map(sys.getrefcount, names))
for name in names:
    getattr(Importer, name, None)

def report(work, results, rigs, notes):
    os.write(results, b"%d\\n" % (sum(map(sys.getrefcount, names)) - unheld - 1))
    for size in (48, 160, 512):
        pages = {id(block) // PAGE for block in [bytes(size - 33) for _ in range(FRESH)]}
        os.write(results, b"%d\\n" % (len(pages) - FRESH * size // PAGE))

waiting, held = os.pipe()
importer = Importer(RunSetting(), report, Integrity(), waiting, lambda kind, value: None)
importer.add(Imports())
importer.have_done(b"", lambda line: sys.stdout.write(line.decode() + "\\n"))
"""


def copied(**environment: str) -> list[int]:
    """In a copy of the process which imports, the number of references by which names are held that attributes were
    looked up by; and for some sizes, in which gaps were left, the pages more than needed that a hundred new objects lie
    on."""
    command = [sys.executable, "-c", COPIED]
    environment = {**os.environ, **environment}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment, timeout=60)
    return [int(line) for line in done.stdout.split()]


@pytest.mark.skipif(not can_fork(), reason="processes are copied on Linux alone")
def test_objects_of_a_copied_process_lie_beside_each_other() -> None:
    _, *pages = copied()
    assert max(pages) < 10


@pytest.mark.skipif(not can_fork(), reason="processes are copied on Linux alone")
def test_names_that_were_looked_up_are_held_by_nobody_in_a_copied_process() -> None:
    held, *_ = copied()
    assert held == 0


@pytest.mark.skipif(not can_fork(), reason="processes are copied on Linux alone")
def test_an_allocator_that_keeps_sizes_apart_in_another_way_is_not_filled_up() -> None:
    assert len(copied(PYTHONMALLOC="malloc")) == 4
