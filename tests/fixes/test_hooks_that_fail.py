"""A fix leaves a hook that stores what it is given: one that raises on the way breaks no rule, and is of no use."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from tests.fixes.conftest import Tree

TYPES = """\
from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Metadata:
    generation: int = 0


@dataclass
class JarSpec:
    size: int = 0


@dataclass
class JarStatus:
    phase: str = ""
    {ready}


@dataclass
class Jar:
    metadata: Metadata
    spec: JarSpec
    status: JarStatus | None = None


def begin(status):
    status.phase = "Pending"


class JarStrategy:
    def prepare_for_create(self, ctx, obj: Jar) -> None:
        obj.metadata.generation = 1
"""
RULE = "status-not-wiped-on-create"
MakeTree = Callable[[Mapping[str, str]], Tree]


@pytest.mark.parametrize(
    "line",
    [
        'obj.status.phase = "Pending"',
        'if obj.spec.size > 1:\n            obj.status.phase = "Pending"',
        "begin(obj.status)",
        'setattr(obj.status, "phase", "Pending")',
    ],
)
def test_a_part_that_is_written_into_is_wiped_with_an_empty_one(tree: MakeTree, line: str) -> None:
    text = TYPES.format(ready="ready: bool = False") + f"        {line}\n"
    mended = tree({"jars.py": text}).mended(RULE)["jars.py"]
    assert "        obj.status = JarStatus()\n        obj.metadata.generation = 1\n" in mended


def test_where_nothing_empty_can_be_written_it_is_wiped_behind(tree: MakeTree) -> None:
    text = TYPES.format(ready="ready: range = range(9)").replace("ready: range = range(9)", "ready: range")
    text = text.replace('    phase: str = ""\n', "    phase: str\n")
    mended = tree({"jars.py": text + '        obj.status.phase = "Pending"\n'}).mended(RULE)["jars.py"]
    assert mended.endswith('        obj.status.phase = "Pending"\n        obj.status = None\n')


def test_a_part_that_is_written_into_where_it_is_there_is_wiped_with_none(tree: MakeTree) -> None:
    text = TYPES.format(ready="ready: bool = False")
    text += '        if obj.status is not None:\n            obj.status.phase = "Pending"\n'
    mended = tree({"jars.py": text}).mended(RULE)["jars.py"]
    assert "        obj.status = None\n        obj.metadata.generation = 1\n" in mended
