"""Keys of objects that a ``TypedDict`` describes: callers send those that it declares."""

from __future__ import annotations

from typing import TypedDict

import pytest
from typing_extensions import NotRequired

from apivet.blackbox.objects.domain import admits
from apivet.blackbox.objects.fitting import fits
from apivet.paths import Key


class Sled(TypedDict):
    load: int
    bell: NotRequired[str]


class Open(TypedDict):
    load: int


class Shed(TypedDict):
    sled: Sled


Open.__extra_items__ = int  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("kind", "keys", "may"),
    [
        (Sled, {"load", "bell"}, True),
        (Sled, {"load"}, True),
        (Sled, set(), False),
        (Sled, {"bell"}, False),
        (Sled, {"load", "sail"}, False),
        (Open, {"load", "sail"}, True),
        (Open, {"sail"}, False),
    ],
)
def test_keys_that_callers_send(kind: type, keys: set[str], may: bool) -> None:
    assert fits(kind, {key: 3 if key == "load" else "x" for key in keys}) is may


@pytest.mark.parametrize(
    ("steps", "value", "may"),
    [
        (("sled",), {"load": 2, "bell": "x"}, True),
        (("sled",), {"load": 2, "sail": "x"}, False),
        (("sled",), {"bell": "x"}, False),
        (("sled", "load"), 3, True),
        ((Key("sled"), Key("load")), "x", False),
    ],
)
def test_a_mapping_stays_one_that_its_class_declares(steps: tuple[object, ...], value: object, may: bool) -> None:
    assert admits({"sled": {"load": 1}}, steps, value, Shed) is may
