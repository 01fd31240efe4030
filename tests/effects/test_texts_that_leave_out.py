"""Texts of objects that do not tell all of them, and of what holds such objects: what they leave out is not compared."""

from __future__ import annotations

import pytest
from sources_as_text import workspace_from_text

from apivet.config import Config
from apivet.conventions import judge
from apivet.verdicts import Verdict

MODULE = """
from __future__ import annotations

import json
from dataclasses import dataclass, field


@dataclass
class Meta:
    generation: int = 0


@dataclass
class Part:
    size: int = 0
    note: str = {note}
{own}

@dataclass
class Spec:
    depth: int = 0
    part: Part = field(default_factory=Part)


@dataclass
class Shaft:
    metadata: Meta
    spec: Spec


class ShaftStrategy:
    def prepare_for_create(self, obj: Shaft) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Shaft, old: Shaft) -> None:
        new, was = obj.spec, old.spec
        if {compared} or new.depth != was.depth or new.part.size != was.part.size:
            obj.metadata.generation += 1
"""

TOLD, UNTOLD = '""', 'field(default="", repr=False)'
OWN = "\n    def __str__(self) -> str:\n        return str(self.size)\n"


@pytest.mark.parametrize(
    ("note", "own", "text", "holds"),
    [
        (TOLD, "", "repr({})", True),
        (TOLD, "", "repr(vars({}))", True),
        (UNTOLD, "", "repr({})", False),
        (UNTOLD, "", "repr(vars({}))", False),
        (TOLD, OWN, "repr(vars({}))", True),
        (TOLD, "", "json.dumps(vars({}), default=str)", True),
        (TOLD, "", "json.dumps({}.part, default=str)", True),
        (TOLD, OWN, "json.dumps({}.part, default=repr)", True),
        (TOLD, OWN, "json.dumps({}.part, default=str)", False),
        (TOLD, OWN, "json.dumps([{}.part], default=str)", False),
        (TOLD, OWN, "json.dumps({{'part': {}.part}}, default=str)", False),
        (TOLD, OWN, "json.dumps(vars({}), default=str)", False),
        (UNTOLD, "", "json.dumps(vars({}), default=repr)", False),
        (UNTOLD, "", "json.dumps([{}.part], default=repr)", False),
        (UNTOLD, "", "json.dumps(vars({}), default=vars)", True),
    ],
)
def test_what_a_text_leaves_out_is_not_compared(note: str, own: str, text: str, holds: bool) -> None:
    compared = f"{text.format('new')} != {text.format('was')}"
    workspace = workspace_from_text({"shafts.py": MODULE.format(note=note, own=own, compared=compared)})
    rows = judge(workspace.contents("shafts.py"), workspace, Config()).rows
    verdicts = {row.verdict for row in rows if row.rule == "generation-not-bumped-on-spec-change"}
    assert (verdicts == {Verdict.HOLDS}) is holds
