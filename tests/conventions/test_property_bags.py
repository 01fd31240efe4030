"""Property bags of parameters that no type tells of."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Verdicts = Callable[..., dict[tuple[str, str], str]]

TYPES = """
from dataclasses import dataclass
from typing import Any
from apis.kite.types import Line as HubLine


@dataclass
class Line:
    length: int

    def assign_properties_from(self, source{annotation}):
        {body}

    def assign_properties_to(self, target):
        pass
"""
HUB = "from dataclasses import dataclass\n@dataclass\nclass Line:\n    length: int\n"
HOOK = ("property-bag-not-drained", "apis.kite.v1.types.Line.assign_properties_from")
BODIES = [
    ("self.length = source.property_bag['length']", "violated"),
    ("self.length = source.property_bag.get('length')", "violated"),
    ("bag = source.property_bag; self.length = len(bag['length'])", "violated"),
    ("self.length = getattr(source, 'property_bag')['length']", "violated"),
    ("self.length = source.property_bag.pop('length')", "holds"),
    ("bag = source.property_bag; self.length = bag['length']; del bag['length']", "holds"),
    ("self.length = source.property_bag['length']; source.property_bag.clear()", "holds"),
    # An empty bag in its place has nothing left, and a copy that nobody keeps leaves the bag as it was.
    ("self.length = source.property_bag['length']; source.property_bag = {}", "holds"),
    ("self.length = source.property_bag['length']; self.property_bag = {}", "violated"),
    ("bag = dict(source.property_bag); self.length = bag.pop('length')", "violated"),
    ("bag = dict(source.property_bag); self.length = bag.pop('length'); source.property_bag = bag", "holds"),
    ("bag = dict(source.property_bag); self.length = bag.pop('length'); self.property_bag = bag", "holds"),
    ("bag = source.property_bag.copy(); del bag['length']; self.length = bag", "holds"),
    # All of its values are read where one goes through them.
    ("[setattr(self, key, value) for key, value in source.property_bag.items()]", "unproven"),
    ("self.length = sum(source.property_bag.values())", "unproven"),
    ("self.length = sum(source.property_bag.values()); source.property_bag.clear()", "holds"),
    ("self.length = len(source.property_bag.keys())", "holds"),
    ("self.length = len(source.property_bag)", "holds"),
    ("self.length = source.length", None),
]


@pytest.mark.parametrize("annotation", ["", ": Any", ": HubLine", ": object"])
@pytest.mark.parametrize(("body", "verdict"), BODIES)
def test_a_hook_is_judged_whatever_its_parameter_is_declared_as(
    annotation: str, body: str, verdict: str | None, verdicts: Verdicts
) -> None:
    source = TYPES.replace("{annotation}", annotation).replace("{body}", body)
    assert verdicts({"apis/kite/types.py": HUB, "apis/kite/v1/types.py": source}).get(HOOK) == verdict


@pytest.mark.parametrize(("body", "verdict"), BODIES)
def test_a_conversion_of_types_that_nobody_names_is_judged(body: str, verdict: str | None, verdicts: Verdicts) -> None:
    source = "def convert_v1_Reel_to_hub_Reel(source, self):\n    " + body + "\n"
    found = verdicts({"apis/kite/types.py": HUB, "apis/kite/v1/conversion.py": source})
    assert found.get((HOOK[0], "apis.kite.v1.conversion.convert_v1_Reel_to_hub_Reel")) == verdict
