"""Round trips: what two conversions lose between them, which of them loses it, and what is no loss."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.long

RULE, WRONG_TYPE = "round-trip-loses-data", "conversion-hook-wrong-type"
HEAD = """\
from __future__ import annotations

import enum
from dataclasses import dataclass, field, replace


class Mode(enum.Enum):
    SLOW = "slow"
    FAST = "fast"
    IDLE = "idle"


@dataclass
class Meta:
    name: str = ""
    annotations: dict[str, str] = field(default_factory=dict)


@dataclass
class Port:
    number: int = 0
    label: str = ""


@dataclass
class Fan:
    api_version: str = "fans/__internal"
    kind: str = "Fan"
    metadata: Meta = field(default_factory=Meta)
    speed: int | None = None
    limit: int | None = None
    mode: Mode = Mode.SLOW
    ports: list[Port] = field(default_factory=list)
    target: int | str | None = None
    tags: dict[str, str] = field(default_factory=dict)


@dataclass
class V1Fan:
    api_version: str = "fans/v1"
    kind: str = "Fan"
    metadata: Meta = field(default_factory=Meta)
    speed: int | None = None
    limit: int | None = None
    mode: Mode = Mode.SLOW
    ports: list[Port] = field(default_factory=list)
    target: int | str | None = None
    tags: dict[str, str] = field(default_factory=dict)


def convert_V1Fan_to_Fan(src: V1Fan) -> Fan:
    return Fan(
        metadata=src.metadata,
        speed=src.speed,
        limit=src.limit,
        mode=src.mode,
        ports=src.ports,
        target=src.target,
        tags=src.tags,
    )


"""
BACK = """\
def convert_Fan_to_V1Fan(src: Fan) -> V1Fan:
    return V1Fan(
        metadata=src.metadata,
        speed=src.speed,
        limit=src.limit,
        mode=src.mode,
        ports=src.ports,
        target=src.target,
        tags=src.tags,
    )
"""
THERE_NAME, BACK_NAME = "fans.convert_V1Fan_to_Fan", "fans.convert_Fan_to_V1Fan"

Watch = Callable[..., dict[str, Any]]


def mended(old: str, new: str, text: str = BACK) -> str:
    assert text.count(old) == 1
    return text.replace(old, new)


def found(report: dict[str, Any], rule: str = RULE) -> set[tuple[str, str | None]]:
    return {
        (finding["object"], finding["field"])
        for finding in report["findings"]
        if (finding["rule"], finding["verdict"]) == (rule, "violated")
    }


def verdicts(report: dict[str, Any], rule: str = RULE) -> dict[tuple[str, str | None], str]:
    return {(row["object"], row["field"]): row["verdict"] for row in report["verdicts"] if row["rule"] == rule}


def test_what_comes_back_whole_holds_for_both_conversions(watched: Watch) -> None:
    report = watched({"fans.py": HEAD + BACK}, status=0)
    assert verdicts(report) == {(THERE_NAME, None): "holds", (BACK_NAME, None): "holds"}


LOSSES = [
    ("a field that is left out", mended("        limit=src.limit,\n", ""), "limit"),
    ("two fields that are taken for each other", mended("speed=src.speed", "speed=src.limit"), "speed"),
    ("a unit that is too coarse", mended("speed=src.speed", "speed=src.speed and src.speed // 60 * 60"), "speed"),
    ("a zero that is taken for nothing", mended("speed=src.speed", "speed=src.speed or 3"), "speed"),
    (
        "constants that become one",
        mended("mode=src.mode", "mode=Mode.FAST if src.mode is Mode.FAST else Mode.SLOW"),
        "mode",
    ),
    ("all elements but the first", mended("ports=src.ports", "ports=src.ports[:1]"), "ports"),
    (
        "a field of every element",
        mended("ports=src.ports", "ports=[Port(each.number) for each in src.ports]"),
        "ports[*].label",
    ),
    ("a mapping", mended("tags=src.tags", "tags={}"), "tags"),
    (
        "one member of a union",
        mended("target=src.target", "target=src.target if isinstance(src.target, int) else None"),
        "target",
    ),
    (
        "a part of the metadata",
        mended("metadata=src.metadata", "metadata=Meta(src.metadata.name)"),
        "metadata.annotations",
    ),
]


@pytest.mark.parametrize(("back", "field"), [pytest.param(*rest, id=name) for name, *rest in LOSSES])
def test_a_loss_is_found_where_it_happens(watched: Watch, back: str, field: str) -> None:
    report = watched({"fans.py": HEAD + back}, status=1)
    assert found(report) == {(BACK_NAME, field)}
    assert verdicts(report)[BACK_NAME, field] == "violated"
    assert verdicts(report)[THERE_NAME, None] == "holds"


def test_the_other_conversion_is_blamed_where_it_is_to_blame(watched: Watch) -> None:
    head = mended("        tags=src.tags,\n", "", HEAD)
    assert found(watched({"fans.py": head + BACK}, status=1)) == {(THERE_NAME, "tags")}


FINE = [
    ("a default for what nobody set", mended("speed=src.speed", "speed=3 if src.speed is None else src.speed")),
    ("a guard on presence", mended("speed=src.speed", "speed=src.speed if src.speed else None")),
    ("an own version and kind", mended("    return V1Fan(\n", "    return V1Fan(\n        api_version='fans/v1',\n")),
    ("copies", mended("ports=src.ports", "ports=[replace(each) for each in src.ports]")),
]


@pytest.mark.parametrize("back", [pytest.param(text, id=name) for name, text in FINE])
def test_what_is_no_loss_is_not_found(watched: Watch, back: str) -> None:
    assert found(watched({"fans.py": HEAD + back}, status=0)) == set()


def test_a_function_for_a_part_is_blamed_instead_of_the_one_that_calls_it(watched: Watch) -> None:
    back = mended("ports=src.ports", "ports=[convert_Port_to_V1Port(each) for each in src.ports]")
    part = "\n\ndef convert_Port_to_V1Port(src: Port) -> Port:\n    return Port(number=src.number)\n"
    types = HEAD.replace(
        "class Port:", "class V1Port:\n    number: int = 0\n    label: str = ''\n\n\n@dataclass\nclass Port:"
    )
    types = types.replace(
        "mode: Mode = Mode.SLOW\n    ports: list[Port]", "mode: Mode = Mode.SLOW\n    ports: list[V1Port]"
    )
    types = types.replace("ports: list[V1Port]", "ports: list[Port]", 1)
    types = types.replace("ports=src.ports", "ports=[convert_V1Port_to_Port(each) for each in src.ports]")
    part = (
        "\n\ndef convert_Port_to_V1Port(src: Port) -> V1Port:\n    return V1Port(number=src.number)\n"
        "\n\ndef convert_V1Port_to_Port(src: V1Port) -> Port:\n    return Port(src.number, src.label)\n"
    )
    report = watched({"fans.py": types + back + part}, status=1)
    assert found(report) == {("fans.convert_Port_to_V1Port", "label")}
    assert verdicts(report)[BACK_NAME, "ports[*].label"] == "violated"


def test_methods_in_both_directions_are_conversions_too(watched: Watch) -> None:
    source = HEAD.partition("def convert_V1Fan")[0] + (
        "@dataclass\n"
        "class V2Fan:\n"
        "    metadata: Meta = field(default_factory=Meta)\n"
        "    speed: int | None = None\n\n"
        "    def convert_to(self, hub: Fan) -> None:\n"
        "        hub.metadata, hub.speed = self.metadata, self.speed\n\n"
        "    def convert_from(self, hub: Fan) -> None:\n"
        "        self.metadata = hub.metadata\n"
    )
    report = watched({"fans.py": source}, status=1)
    assert ("fans.V2Fan.convert_from", "speed") in found(report)
    assert {name for name, _ in found(report)} == {"fans.V2Fan.convert_from"}


def test_generated_conversions_are_tried_as_well(watched: Watch) -> None:
    marked = "# Code generated by a generator. DO NOT EDIT.\n" + HEAD + mended("        limit=src.limit,\n", "")
    assert found(watched({"fans.py": marked}, status=1)) == {(BACK_NAME, "limit")}


def test_texts_that_a_conversion_refuses_are_made_by_the_way_back(watched: Watch) -> None:
    head = HEAD.replace("speed: int | None = None", "speed: str | None = None", 1)
    head = mended("speed=src.speed", "speed=None if src.speed is None else str(src.speed)", head)
    back = mended("speed=src.speed", "speed=None if src.speed is None else int(src.speed)")
    report = watched({"fans.py": head + back}, status=0)
    assert set(verdicts(report).values()) == {"holds"}


def test_conversions_that_refuse_everything_prove_nothing(watched: Watch) -> None:
    back = BACK.replace("    return V1Fan(", "    raise ValueError('never')\n    return V1Fan(")
    report = watched({"fans.py": HEAD + back})
    assert set(verdicts(report).values()) == {"unproven"}
    assert "ValueError: never" in report["findings"][0]["message"]


def test_a_conversion_that_hangs_does_not_keep_the_others_from_being_tried(watched: Watch) -> None:
    slow = "def convert_Fan_to_V1Fan(src: Fan) -> V1Fan:\n    while True:\n        pass\n"
    other = (HEAD + BACK).replace("Fan", "Blower").replace("fans/", "blowers/")
    report = watched({"fans.py": HEAD + slow, "blowers.py": other}, config="timeout = 2\n")
    assert verdicts(report) == {
        ("blowers.convert_V1Blower_to_Blower", None): "holds",
        ("blowers.convert_Blower_to_V1Blower", None): "holds",
    }


def test_the_smallest_case_is_a_program_that_shows_the_loss(watched: Watch, tmp_path: Path) -> None:
    report = watched({"fans.py": HEAD + mended("        limit=src.limit,\n", "")}, status=1)
    script = report["cases"][report["findings"][0]["fingerprint"]]
    assert "Fan(limit=" in script
    assert "ports" not in script
    (tmp_path / "case.py").write_text(script)
    shown = subprocess.run([sys.executable, "case.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert shown.returncode == 1
    assert "round-trip-loses-data is broken: limit is " in shown.stdout
    (tmp_path / "fans.py").write_text(HEAD + BACK)
    assert subprocess.run([sys.executable, "case.py"], cwd=tmp_path, check=False).returncode == 0


# ------------------------------------------------------------------------------------------------ augmentation hooks

HOOKED = """\
from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""


@dataclass
class Pump:
    metadata: Meta = field(default_factory=Meta)
    flow: int = 0
    valve: str | None = None


@dataclass
class V1Pump:
    metadata: Meta = field(default_factory=Meta)
    flow: int = 0
    property_bag: dict[str, str] = field(default_factory=dict)

    def assign_properties_to(self, dst: Pump) -> None:
        dst.valve = self.property_bag.pop("valve", None)

    def assign_properties_from(self, src: Pump) -> None:
        if src.valve is not None:
            self.property_bag["valve"] = src.valve


# Code generated in the real world.
def convert_V1Pump_to_Pump(src: V1Pump, dst: Pump) -> None:
    dst.metadata, dst.flow = src.metadata, src.flow
    src.assign_properties_to(dst)


def convert_Pump_to_V1Pump(src: Pump, dst: V1Pump) -> None:
    dst.metadata, dst.flow = src.metadata, src.flow
    dst.assign_properties_from(src)
"""
HOOKS = ("assign_properties_to", "assign_properties_from")


def test_hooks_that_are_called_hold_and_carry_what_has_no_field(watched: Watch) -> None:
    report = watched({"pumps.py": HOOKED}, status=0)
    assert verdicts(report, WRONG_TYPE) == {("pumps.V1Pump", hook): "holds" for hook in HOOKS}
    assert set(verdicts(report).values()) == {"holds"}


def test_a_conversion_that_forgets_its_hook_is_found(watched: Watch) -> None:
    source = mended("    dst.assign_properties_from(src)\n", "", HOOKED)
    report = watched({"pumps.py": source}, status=1)
    assert found(report) == {
        ("pumps.convert_Pump_to_V1Pump", "assign_properties_from"),
        ("pumps.convert_Pump_to_V1Pump", "valve"),
    }


def test_a_hook_of_another_type_is_never_called(watched: Watch) -> None:
    source = HOOKED.replace("assign_properties_to(self, dst: Pump)", "assign_properties_to(self, dst: V1Pump)")
    source = mended("    src.assign_properties_to(dst)\n", "", source)
    report = watched({"pumps.py": source}, status=1)
    assert found(report, WRONG_TYPE) == {("pumps.V1Pump", "assign_properties_to")}
    assert verdicts(report, WRONG_TYPE)["pumps.V1Pump", "assign_properties_from"] == "holds"
