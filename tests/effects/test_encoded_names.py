"""Structs whose fields go by other names where they are encoded: a dump has nothing under a field's own name."""

from __future__ import annotations

import pytest
from sources_as_text import workspace_from_text

from apivet.config import Config
from apivet.conventions import judge
from apivet.verdicts import Verdict

MODULE = """
from __future__ import annotations

import msgspec


class Meta(msgspec.Struct):
    generation: int = 0


class Spec(msgspec.Struct{options}):
    pump_rate: int = {rate}
    depth: int = 0


class Bore(msgspec.Struct):
    metadata: Meta
    spec: Spec


class BoreStrategy:
    def prepare_for_create(self, obj: Bore) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Bore, old: Bore) -> None:
        new, was = obj.spec, old.spec
        if {compared}:
            obj.metadata.generation += 1
"""

NAMED = 'msgspec.field(default=0, name="pumpRate")'
OWN_NAME = "{0}(new).get('pump_rate') != {0}(was).get('pump_rate') or new.depth != was.depth"
WHOLE = "{0}(new) != {0}(was)"
BUILTINS, FIELDS = "msgspec.to_builtins", "msgspec.structs.asdict"


@pytest.mark.parametrize(
    ("options", "rate", "compared", "holds"),
    [
        ("", "0", OWN_NAME.format(BUILTINS), True),
        (', rename="camel"', "0", OWN_NAME.format(BUILTINS), False),
        ("", NAMED, OWN_NAME.format(BUILTINS), False),
        (', rename="camel"', "0", OWN_NAME.format(FIELDS), True),
        ("", NAMED, OWN_NAME.format(FIELDS), True),
        (', rename="camel"', "0", WHOLE.format(BUILTINS), True),
        ("", NAMED, WHOLE.format(BUILTINS), True),
    ],
)
def test_a_dump_speaks_in_encoded_names(options: str, rate: str, compared: str, holds: bool) -> None:
    source = MODULE.format(options=options, rate=rate, compared=compared)
    workspace = workspace_from_text({"bores.py": source})
    rows = judge(workspace.contents("bores.py"), workspace, Config()).rows
    verdicts = {row.verdict for row in rows if row.rule == "generation-not-bumped-on-spec-change"}
    assert (verdicts == {Verdict.HOLDS}) is holds
