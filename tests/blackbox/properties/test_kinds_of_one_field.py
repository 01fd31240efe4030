"""Values of a class of their own, and of several classes in one field."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path

import pytest
from tests.blackbox.conftest import watched_in

from apivet.blackbox.objects.rebuilding import refilled

_LOCKS = """
    from collections import OrderedDict
    from dataclasses import dataclass, field
    from typing import Any

    @dataclass
    class Meta:
        name: str = ""

    @dataclass
    class Level:
        height: int = 0

    class Kept:
        def __set_name__(self, owner, name):
            self.name = name

        def __get__(self, instance, owner=None):
            return self if instance is None else vars(instance)[self.name]

        def __set__(self, instance, value):
            vars(instance)[self.name] = value

    class Sluice:
        metadata: Meta
        status: Any = Kept()

        def __init__(self, metadata=None, status=None):
            self.metadata = metadata or Meta()
            self.status = status or Level()

    class SluiceStrategy:
        def prepare_for_create(self, obj: Sluice) -> None:
            obj.status = Level()

        def prepare_for_update(self, obj: Sluice, old: Sluice) -> None:
            height = obj.status.height if isinstance(obj.status, Level) else 0
            obj.status = old.status

    @dataclass
    class Lock:
        metadata: Meta = field(default_factory=Meta)
        status: dict[str, str] = field(default_factory=dict)

    class LockStrategy:
        def prepare_for_create(self, obj: Lock) -> None:
            obj.status = OrderedDict(phase="New")
            obj.status.move_to_end("phase")

        def prepare_for_update(self, obj: Lock, old: Lock) -> None:
            obj.status = old.status
"""


def test_what_a_field_holds_of_several_kinds_is_no_error_of_the_run(tmp_path: Path) -> None:
    """Parts of one kind of value are not put into another; mappings with an order of their own keep it."""
    report = watched_in(tmp_path, {"locks.py": _LOCKS})
    assert report["problems"] == []
    found = {(row["object"], row["rule"]): row["verdict"] for row in report["verdicts"]}
    rules = ("status-not-wiped-on-create", "status-not-kept-on-update")
    names = ("locks.SluiceStrategy", "locks.LockStrategy")
    assert found == {(name, rule): "holds" for name in names for rule in rules}


@pytest.mark.parametrize("items", [[], [("b", 2)], [("c", 1), ("a", 2)]])
def test_a_mapping_with_an_order_of_its_own_is_filled_anew(items: list[tuple[str, int]]) -> None:
    """Items that it had before are nowhere in it."""
    made = refilled(OrderedDict(a=1, b=1), items)
    assert list(made.items()) == items
    assert made == OrderedDict(items)
