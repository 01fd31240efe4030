"""Keys that a typed dict may lack are put back, dropped and asked for as such: a fix that takes one to be there fails."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

Tree = Callable[[Mapping[str, str]], Any]

PUMPS = """\
from typing import NotRequired, Optional, TypedDict


class Meta(TypedDict):
    name: str
    labels: NotRequired[dict[str, str]]


class Spec(TypedDict):
    size: int
    fast: NotRequired[Optional[int]]  # +featureGate=Fast


class Status(TypedDict, total=False):
    phase: str


class Pump(TypedDict):
    metadata: Meta
    spec: Spec
    status: NotRequired[Status]
"""
HEAD = "from gates import enabled\nfrom pumps import Pump\n\n\n"
UPDATE = "    def prepare_for_update(self, obj: Pump, old: Pump) -> None:\n"
LABELS = """\
        if "labels" in old["metadata"]:
            obj["metadata"]["labels"] = old["metadata"]["labels"]
        else:
            obj["metadata"].pop("labels", None)
"""
STATUS = """\
        if "status" in old:
            obj["status"] = old["status"]
        else:
            obj.pop("status", None)
"""
FAST = """\
        if not enabled("Fast") and old["spec"].get("fast") is None:
            obj["spec"].pop("fast", None)
"""


@pytest.mark.parametrize(
    ("rule", "name", "body", "mended"),
    [
        (
            "metadata-not-reset-on-status-update",
            "PumpStatusStrategy",
            '        if "labels" in old["metadata"]:\n            obj["metadata"]["labels"] = old["metadata"]["labels"]\n',
            LABELS,
        ),
        (
            "status-not-kept-on-update",
            "PumpStrategy",
            '        if old.get("status"): obj["status"] = old["status"]\n',
            STATUS,
        ),
        ("gated-field-not-dropped", "PumpStrategy", "        obj.pop('status', None)\n", FAST),
    ],
)
def test_an_old_object_that_lacks_the_key_is_well_taken(
    tree: Tree, rule: str, name: str, body: str, mended: str
) -> None:
    create = "    def prepare_for_create(self, obj: Pump) -> None:\n        obj.pop('status', None)\n"
    create += '        if not enabled("Fast"):\n            obj["spec"].pop("fast", None)\n\n'
    strategy = f"{HEAD}class {name}:\n{create if name == 'PumpStrategy' else ''}{UPDATE}{body}"
    made = tree({"gates.py": "def enabled(name): ...\n", "pumps.py": PUMPS, "hooks.py": strategy})
    assert mended in made.mended(rule)["hooks.py"]
