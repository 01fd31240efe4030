"""A key may be there and hold ``None``, where its type says so: that is not the same as a key that is absent."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class BuoyMeta(TypedDict):
    name: str


class BuoySpec(TypedDict):
    depth: int | None
    colour: NotRequired[str | None]
    bell: NotRequired[str]


class BuoyStatus(TypedDict):
    adrift: bool


class Buoy(TypedDict):
    metadata: BuoyMeta
    spec: BuoySpec
    status: BuoyStatus


class BuoyStrategy:
    def prepare_for_create(self, obj: Buoy) -> None:
        obj["status"] = {"adrift": False}

    def prepare_for_update(self, obj: Buoy, old: Buoy) -> None:
        obj["status"] = old["status"]


class NoColourStrategy(BuoyStrategy):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Buoy) -> None:
        if not ("colour" in obj["spec"] and obj["spec"]["colour"] is None):
            obj["status"] = {"adrift": False}


class NoDepthStrategy(BuoyStrategy):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Buoy) -> None:
        if obj["spec"]["depth"] is not None or "depth" not in obj["spec"]:
            obj["status"] = {"adrift": False}


class AnyDepthStrategy(BuoyStrategy):
    def prepare_for_create(self, obj: Buoy) -> None:
        if "depth" in obj["spec"]:
            obj["status"] = {"adrift": False}


class ColourOrNoneStrategy(BuoyStrategy):
    def prepare_for_create(self, obj: Buoy) -> None:
        if "colour" in obj["spec"] or obj["spec"].get("colour") is None:
            obj["status"] = {"adrift": False}


class BellStrategy(BuoyStrategy):
    def prepare_for_create(self, obj: Buoy) -> None:
        if "bell" not in obj["spec"] or obj["spec"].get("bell") is not None:
            obj["status"] = {"adrift": False}


class FreshColourStrategy(BuoyStrategy):
    def prepare_for_create(self, obj: Buoy) -> None:
        obj["spec"]["colour"] = None
        if "colour" in obj["spec"]:
            obj["status"] = {"adrift": False}


class TakenColourStrategy(BuoyStrategy):
    def prepare_for_create(self, obj: Buoy) -> None:
        obj["spec"].pop("colour", None)
        if "colour" not in obj["spec"] and obj["spec"].get("colour", "none") is not None:
            obj["status"] = {"adrift": False}


class ReadBellStrategy(BuoyStrategy):
    def prepare_for_create(self, obj: Buoy) -> None:
        if obj["spec"]["bell"] is not None:
            obj["status"] = {"adrift": False}


class SilentBellStrategy(BuoyStrategy):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Buoy) -> None:
        kept, obj["status"] = obj["status"], {"adrift": False}
        try:
            obj["spec"]["bell"]
        except KeyError:
            obj["status"] = kept
