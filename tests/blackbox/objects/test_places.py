"""What is made of an object by changing one place differs there alone, and leaves the object as it was."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import attrs
import msgspec
import pydantic
import pytest

from apivet.blackbox.objects.copying import copied, shallow
from apivet.blackbox.objects.paths import leaf_places, put, put_in, value_at, with_value_at
from apivet.blackbox.objects.snapshots import Snapshot, are_alike, leaves_of
from apivet.paths import render


class Mode(enum.Enum):
    FAST = "fast"
    SLOW = "slow"


@dataclass
class Meta:
    name: str = "one"
    labels: dict[str, str] = field(default_factory=lambda: {"app": "web", "x/y": "z"})


@dataclass(frozen=True)
class FrozenPort:
    name: str = "http"
    number: int = 80


@dataclass
class SlottedPort:
    __slots__ = ("name", "number")
    name: str
    number: int


@attrs.define
class AttrsPort:
    name: str = "http"
    number: int = 80


@attrs.frozen
class AttrsFrozenPort:
    name: str = "http"
    number: int = 80


class ModelPort(pydantic.BaseModel):
    name: str = "http"
    number: int = 80


class ModelFrozenPort(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(frozen=True)
    name: str = "http"
    number: int = 80


class StructPort(msgspec.Struct):
    name: str = "http"
    number: int = 80


class StructFrozenPort(msgspec.Struct, frozen=True):
    name: str = "http"
    number: int = 80


class TuplePort(NamedTuple):
    name: str = "http"
    number: int = 80


class PlainPort:
    def __init__(self) -> None:
        self.name = "http"
        self.number = 80


class OwnCopyPort:
    """Says itself how it is copied, and that is wholly."""

    def __init__(self, name: str = "http", number: int = 80) -> None:
        self.name, self.number = name, number

    def __deepcopy__(self, memo: dict[int, Any]) -> OwnCopyPort:
        return OwnCopyPort(self.name, self.number)

    def __copy__(self) -> OwnCopyPort:
        raise AssertionError("it can't be shared")


@dataclass
class Spec:
    ports: Any
    by_name: dict[str, Any]
    mode: Mode = Mode.FAST
    fixed: tuple[int, ...] = (1, 2)
    nothing: str | None = None


@dataclass
class Thing:
    metadata: Meta
    spec: Spec


_PORTS: list[Callable[[], Any]] = [
    FrozenPort,
    lambda: SlottedPort("http", 80),
    AttrsPort,
    AttrsFrozenPort,
    ModelPort,
    ModelFrozenPort,
    StructPort,
    StructFrozenPort,
    TuplePort,
    PlainPort,
    OwnCopyPort,
    lambda: {"name": "http", "number": 80},
]


def _thing(port: Callable[[], Any]) -> Thing:
    return Thing(Meta(), Spec([port(), port()], {"first": port()}))


@pytest.mark.parametrize("port", _PORTS)
def test_one_place_is_another_and_all_else_is_as_it_was(port: Callable[[], Any]) -> None:
    thing, untouched = _thing(port), _thing(port)
    for steps, value in leaf_places(thing, ()):
        other = Mode.SLOW if isinstance(value, Mode) else 7 if isinstance(value, int) else "other"
        changed = with_value_at(thing, steps, other)
        assert value_at(changed, steps) == other
        assert Snapshot(thing).differing(Snapshot(changed), "") == [re.sub(r"\['(\w+)'\]", r".\1", render(steps))]
        assert are_alike(thing, untouched)
        elsewhere = "metadata" if steps[0] == "spec" else "spec"
        assert getattr(changed, elsewhere) is getattr(thing, elsewhere)


@pytest.mark.parametrize("port", _PORTS)
def test_a_path_of_the_model_is_changed_in_every_element(port: Callable[[], Any]) -> None:
    thing, untouched = _thing(port), _thing(port)
    changed = put(thing, ("spec", "ports", "[*]", "number"), 7)
    assert Snapshot(thing).differing(Snapshot(changed), "") == ["spec.ports[0].number", "spec.ports[1].number"]
    changed = put(changed, ("spec", "by_name", "[*]", "name"), "other")
    assert leaves_of(changed)["spec.by_name.first.name"] == "other"
    assert are_alike(thing, untouched)


def test_a_part_is_another_one() -> None:
    thing = _thing(AttrsPort)
    changed = put_in(thing, ("metadata",), "labels", {"app": "db"})
    assert changed.metadata.labels == {"app": "db"}
    assert changed.metadata.name == "one"
    assert thing.metadata.labels == {"app": "web", "x/y": "z"}


@pytest.mark.parametrize("port", _PORTS)
def test_nobody_changes_an_object_through_what_was_made_of_it_by_hooks(port: Callable[[], Any]) -> None:
    thing = _thing(port)
    changed = with_value_at(thing, ("metadata", "name"), "two")
    given = copied(changed)
    given.spec.ports.clear()
    given.metadata.labels["new"] = "one"
    assert len(thing.spec.ports) == 2
    assert "new" not in thing.metadata.labels


def test_what_has_ways_of_its_own_to_be_copied_is_not_shared() -> None:
    port = OwnCopyPort()
    assert shallow(port) is not port
    assert are_alike(shallow(port), port)
