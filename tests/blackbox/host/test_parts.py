"""Parts that are stored in another way than under their names, and fields that nobody declared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apivet.blackbox.objects.access import field_names, read, undeclared, write
from apivet.blackbox.objects.copying import shallow
from apivet.blackbox.objects.snapshots import leaves_of

Watch = Callable[..., dict[str, Any]]

META = """
from dataclasses import dataclass, field
from typing import Any

@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0

@dataclass
class OvenSpec:
    heat: int = 0

@dataclass
class OvenStatus:
    loaves: int = 0
    burnt: bool = False
"""
OVENS = {
    "methods": """
class Oven:
    def __init__(self, metadata: ObjectMeta, spec: OvenSpec, status: OvenStatus) -> None:
        self.metadata = metadata
        self._spec = spec
        self._status = status
    def get_spec(self) -> OvenSpec: return self._spec
    def set_spec(self, spec: OvenSpec) -> None: self._spec = spec
    def get_status(self) -> OvenStatus: return self._status
    def set_status(self, status: OvenStatus) -> None: self._status = status
""",
    "properties": """
@dataclass
class Oven:
    metadata: ObjectMeta
    _spec: OvenSpec
    _status: OvenStatus
    def get_spec(self) -> OvenSpec: return self._spec
    def set_spec(self, spec: OvenSpec) -> None: self._spec = spec
    def get_status(self) -> OvenStatus: return self.status
    def set_status(self, status: OvenStatus) -> None: self.status = status
    @property
    def status(self) -> OvenStatus: return self._status
    @status.setter
    def status(self, value: OvenStatus) -> None: self._status = value
""",
    "one dictionary": """
class Oven:
    def __init__(self, metadata: ObjectMeta, data: dict[str, Any]) -> None:
        self.metadata = metadata
        self._data = data
    def get_spec(self) -> OvenSpec: return self._data["spec"]
    def set_spec(self, spec: OvenSpec) -> None: self._data["spec"] = spec
    def get_status(self) -> OvenStatus: return self._data["status"]
    def set_status(self, status: OvenStatus) -> None: self._data["status"] = status
""",
}
STRATEGIES = """
class OvenStrategy:
    def prepare_for_create(self, ctx: object, obj: Oven) -> None:
        obj.set_status(OvenStatus())
        obj.metadata.generation = 1
    def prepare_for_update(self, ctx: object, obj: Oven, old: Oven) -> None:
        obj.set_status(old.get_status())
        if obj.get_spec() != old.get_spec():
            obj.metadata.generation = old.metadata.generation + 1

class LooseStrategy:
    def prepare_for_create(self, ctx: object, obj: Oven) -> None:
        obj.get_status().loaves = 0
    def prepare_for_update(self, ctx: object, obj: Oven, old: Oven) -> None:
        obj.get_status().loaves = old.get_status().loaves

class OvenStatusStrategy:
    def prepare_for_update(self, ctx: object, obj: Oven, old: Oven) -> None:
        obj.set_spec(old.get_spec())
        obj.metadata = old.metadata

class LooseStatusStrategy:
    def prepare_for_update(self, ctx: object, obj: Oven, old: Oven) -> None:
        obj.metadata = old.metadata
"""


@pytest.mark.parametrize("oven", OVENS)
def test_parts_behind_accessors_are_filled_and_watched(oven: str, watched: Watch) -> None:
    report = watched({"ovens.py": META + OVENS[oven] + STRATEGIES}, status=1)
    broken = {
        (row["object"].rpartition(".")[2], row["rule"], row["field"])
        for row in report["verdicts"]
        if row["verdict"] == "violated"
    }
    assert broken == {
        ("LooseStrategy", "status-not-wiped-on-create", "status"),
        ("LooseStrategy", "status-not-kept-on-update", "status"),
        ("LooseStrategy", "generation-not-set-on-create", "metadata.generation"),
        ("LooseStrategy", "generation-not-bumped-on-spec-change", "metadata.generation"),
        ("LooseStatusStrategy", "spec-not-kept-on-status-update", "spec"),
    }
    assert {row["verdict"] for row in report["verdicts"]} == {"holds", "violated"}


def test_one_field_that_nobody_declared_is_sent(watched: Watch) -> None:
    report = watched(
        {
            "kilns.py": """
                from pydantic import BaseModel, ConfigDict

                class ObjectMeta(BaseModel):
                    name: str = ""
                    labels: dict[str, str] = {}

                class KilnStatus(BaseModel):
                    model_config = ConfigDict(extra="allow")
                    pots: int = 0

                class Kiln(BaseModel, extra="allow"):
                    metadata: ObjectMeta
                    status: KilnStatus

                class KilnStrategy:
                    def prepare_for_create(self, ctx: object, obj: Kiln) -> None:
                        obj.status = KilnStatus()
                    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> None:
                        obj.status = old.status

                class LooseStrategy:
                    def prepare_for_create(self, ctx: object, obj: Kiln) -> None:
                        obj.status.pots = 0
                    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> None:
                        obj.status.pots = old.status.pots

                class KilnStatusStrategy:
                    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
                        return old.model_copy(update={"status": obj.status})

                class LooseStatusStrategy:
                    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> None:
                        obj.metadata = old.metadata
                """
        },
        status=1,
    )
    broken = {
        (row["object"].rpartition(".")[2], row["rule"], row["field"])
        for row in report["verdicts"]
        if row["verdict"] == "violated"
    }
    assert broken == {
        ("LooseStrategy", "status-not-wiped-on-create", "status"),
        ("LooseStrategy", "status-not-kept-on-update", "status"),
        ("LooseStatusStrategy", "spec-not-kept-on-status-update", "(undeclared)"),
    }


class Shelf:
    """With a part that lies in a dictionary with others."""

    def __init__(self) -> None:
        self._data: dict[str, object] = {"status": 3}

    def get_status(self) -> object:
        return self._data["status"]

    def set_status(self, status: object) -> None:
        self._data["status"] = status


class Box:
    """Open to whatever is put in."""

    size: int = 1

    def __getattr__(self, name: str) -> object:
        raise AttributeError(name)


def test_accessors_are_ways_to_a_part() -> None:
    shelf = Shelf()
    assert field_names(shelf) == ("status",)
    assert leaves_of(shelf) == {"status": 3}
    other = write(shallow(shelf), "status", 4)
    assert (read(shelf, "status"), read(other, "status")) == (3, 4)


def test_what_nobody_declared_is_told_apart() -> None:
    box: Any = Box()
    box.size, box.colour = 2, "red"
    assert undeclared(box) == {"colour": "red"}
    assert undeclared(Shelf()) == {}
