"""Keys of objects that a ``TypedDict`` describes: callers send those that it declares."""

from __future__ import annotations

from typing import TypedDict

import pytest
from typing_extensions import NotRequired

from apivet.blackbox.objects.fitting import may_have_keys


class Sled(TypedDict):
    load: int
    bell: NotRequired[str]


class Open(TypedDict):
    load: int


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
def test_keys_that_callers_send(kind: type, keys: set[object], may: bool) -> None:
    assert may_have_keys(kind, keys) is may
