"""A fix names a gate as the file does: by the constant that there is for it, else by its text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from tests.samples.sources import api_types

Tree = Callable[[Mapping[str, str]], Any]

GATES = """\
SAILS = "Sails"
OTHER = "Other"


def enabled(name: str) -> bool:
    return name != "Sails"
"""

BOATS = api_types("Boat", "sails: int | None = None  # +featureGate=Sails", "wet: bool = False")

STRATEGY = """\
class BoatStrategy:
    def prepare_for_create(self, obj: Boat) -> None:
        pass

    def prepare_for_update(self, obj: Boat, old: Boat) -> None:
        pass
"""


@pytest.mark.parametrize(("imported", "then", "asked"), [
    ("from gates import enabled", "from gates import enabled, SAILS", "enabled(SAILS)"),
    ("from gates import enabled, SAILS as HOISTED", None, "enabled(HOISTED)"),
    ("import gates as all_of_them", None, "all_of_them.enabled(all_of_them.SAILS)"),
    ("from gates import enabled\n\nSAILS = 3", None, 'enabled("Sails")'),
    ("from gates import enabled\n\nLATE = enabled('Other')", None, 'enabled("Sails")'),
    ("from gates import enabled, OTHER\n\nLATE = enabled(OTHER)", "from gates import enabled, OTHER, SAILS\n\nLATE = enabled(OTHER)", "enabled(SAILS)"),
    ("from gates import *", None, "enabled(SAILS)"),
    ("from handing import *", None, "enabled(SAILS)"),
    ("from gates import *\n\nSAILS = 3", None, 'enabled("Sails")'),
    ("from guarded import *", None, 'enabled("Sails")'),
    ("from members import enabled", "from members import enabled, Gate", "enabled(Gate.SAILS)"),
    ("from members import enabled, Gate as Known", None, "enabled(Known.SAILS)"),
    ("from members import *", None, "enabled(Gate.SAILS)"),
    ("from handing_on import more\nfrom members import enabled", "from handing_on import more\nfrom members import enabled, Gate", "enabled(Gate.SAILS)"),
    ("import members", None, "members.enabled(members.Gate.SAILS)"),
    ("from asking import enabled", None, 'enabled("Sails")'),
    (f"{GATES}\n", None, "enabled(SAILS)"),
])  # fmt: skip
def test_a_gate_that_has_a_constant(tree: Tree, imported: str, then: str | None, asked: str) -> None:
    head = "from boats import Boat\n"
    files = {"boats.py": BOATS, "gates.py": GATES, "asking.py": "def enabled(name): ...\n"}
    files["members.py"] = GATES.replace("SAILS =", "class Gate(Enum):\n    SAILS =").replace("OTHER =", "    OTHER =")
    files["members.py"] = "from enum import Enum\n\n" + files["members.py"]
    files["handing_on.py"] = "from members import Gate\n\nmore = Gate.SAILS\n"
    files |= {"handing.py": "from gates import *\n", "guarded.py": f'__all__ = ["enabled"]\n\n{GATES}'}
    made = tree({**files, "strategy.py": f"{head}{imported}\n\n\n{STRATEGY}"})
    mended = made.mended("gated-field-not-dropped")["strategy.py"]
    assert mended.startswith(f"{head}{then or imported}\n\n\nclass BoatStrategy:\n")
    assert f"        if not {asked}:\n            obj.spec.sails = None\n" in mended
    assert f"        if not {asked} and old.spec.sails is None:\n" in mended


@pytest.mark.parametrize(("hook", "asked"), [("async def", "await enabled"), ("def", None)])
def test_an_answer_that_is_awaited_is_awaited(tree: Tree, hook: str, asked: str | None) -> None:
    gates = GATES.replace("def enabled", "async def enabled")
    strategy = f"from boats import Boat\nfrom gates import enabled\n\n\n{STRATEGY}".replace(
        "def prepare", f"{hook} prepare"
    )
    made = tree({"boats.py": BOATS, "gates.py": gates, "strategy.py": strategy})
    if asked is None:
        assert made.offer("gated-field-not-dropped") is None
    else:
        mended = made.mended("gated-field-not-dropped")["strategy.py"]
        assert f"        if not {asked}(SAILS):\n            obj.spec.sails = None\n" in mended
