"""Conversions by the names that people give them, and registrations that can't be read."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Verdicts = Callable[..., dict[tuple[str, str], str]]

PLOUGH = "from dataclasses import dataclass\n@dataclass\nclass Plough:\n    depth: int = 0\n    width: int = 0\n"


@pytest.mark.parametrize(("more", "verdict"), [("target.width = source.width", "holds"), ("pass", "violated")])
@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("convert_v1_Plough_to_hub_Plough", False),
        ("convertV1PloughToHubPlough", False),
        ("convertV1PloughToHub", True),
        ("ConvertPloughToHub", True),
    ],
)
def test_a_conversion_goes_by_either_spelling(
    name: str, typed: bool, more: str, verdict: str, verdicts: Verdicts
) -> None:
    given = "source: v1.Plough, target: hub.Plough" if typed else "source, target"
    source = f"from apis.farm import types as hub\nfrom apis.farm.v1 import types as v1\ndef {name}({given}):\n"
    source += f"    target.depth = source.depth\n    {more}\n"
    files = {"apis/farm/types.py": PLOUGH, "apis/farm/v1/types.py": PLOUGH, "apis/farm/v1/conversion.py": source}
    assert verdicts(files)["conversion-drops-field", f"apis.farm.v1.conversion.{name}"] == verdict


REGISTER = """
from apis.farm.v1.types import Plough


def add(scheme):
    scheme.add_known_types(GroupVersion("farm.example.org", "v1"), Plough)
"""
ROOTS = """
from dataclasses import dataclass
@dataclass
class Meta:
    name: str = ""
@dataclass
class Plough:
    metadata: Meta
@dataclass
class Harrow:
    metadata: Meta
"""


def test_what_a_registration_that_can_not_be_parsed_registers_is_unproven(verdicts: Verdicts, tmp_path: object) -> None:
    files = {"apis/farm/v1/types.py": ROOTS, "apis/farm/v1/register.py": REGISTER}
    rule = "type-not-registered"
    assert verdicts(files)[rule, "apis.farm.v1.types.Harrow"] == "violated"
    broken = REGISTER.replace("Plough)", "Harrow").replace("farm.v1.types import Plough", "farm.v1.types import Harrow")
    found = verdicts({**files, "apis/farm/v1/more.py": broken}, status=(2,))
    assert found[rule, "apis.farm.v1.types.Harrow"] == "unproven"
    assert found[rule, "apis.farm.v1.types.Plough"] == "holds"
