"""Machines of a file are gone when it is judged, without the garbage collector."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from apivet.effects.diagrams import Leaf
from apivet.effects.frames import CallFrame

FOLLOWED = """
    def prepare_for_create(self, obj: Widget):
        obj.status = Status()
        if not enabled("Burst"):
            obj.spec.burst = None

    def prepare_for_update(self, obj: Widget, old: Widget):
        obj.status = old.status
        if not enabled("Burst") and old.spec.burst is None:
            obj.spec.burst = None
"""
#: More decisions than are followed.
TOO_MUCH = FOLLOWED + "".join(
    f"""
        if obj.spec.image == old.spec.image + "{number}" or obj.spec.limit > {number}:
            obj.spec.image = (obj.spec.image or "") + "{number}"
            obj.metadata.labels["{number}"] = obj.spec.image"""
    for number in range(12)
)


@pytest.fixture
def at_rest() -> Iterator[None]:
    """The collector, which found all that it can find, rests."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("methods", [FOLLOWED, TOO_MUCH], ids=["followed", "too much"])
@pytest.mark.usefixtures("at_rest")
def test_machines_leave_nothing(judged: Callable[[str], object], methods: str) -> None:
    before = _alive()
    judged(methods)
    left = _alive()
    left.subtract(before)
    assert left[CallFrame] == 0
    assert left[Leaf] < 400  # pictures of what the subjects store


def _alive() -> Counter[type]:
    return Counter(type(each) for each in gc.get_objects())
