"""Drop helpers put together of guards, questions and drops: none is said to hold of which a run shows that it does not,
none is violated that no run shows to be."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.golang.gate_helpers import FIELDS, broken_by, helpers
from tests.golang.test_gates import ENABLED, IN_USE, NOT_DROPPED, rulings

pytestmark = pytest.mark.long

#: The helpers that are drawn.
HOW_MANY = 12
SEED = 1


@pytest.mark.parametrize("rule", [NOT_DROPPED, IN_USE, ENABLED])
def test_what_is_dropped_is_told_as_it_runs(tmp_path: Path, rule: str) -> None:
    wrong = {}
    for helper in Random(f"{rule} {SEED}").sample(helpers(), HOW_MANY):
        broken = broken_by(helper)[rule]
        for each in rulings(tmp_path / helper.name, rule, "", code=helper.code):
            expected = "violated" if each.field in broken else "holds"
            if each.field in FIELDS and each.verdict.value not in (expected, "unproven"):
                wrong[helper.name, each.field] = (each.verdict.value, helper.go)
    assert not wrong
