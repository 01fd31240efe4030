"""An object whose fields are keys is true as long as it has one, and has the keys that its type declares and no others:
those that are required, unless somebody takes them out."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class SledMeta(TypedDict):
    name: str


class SledSpec(TypedDict):
    load: int
    bell: NotRequired[str]


class SledStatus(TypedDict):
    slides: bool


class Sled(TypedDict):
    metadata: SledMeta
    spec: SledSpec
    status: SledStatus


class SledStrategy:
    def prepare_for_create(self, obj: Sled) -> None:
        obj["status"] = {"slides": False}

    def prepare_for_update(self, obj: Sled, old: Sled) -> None:
        obj["status"] = old["status"]


class UnlessEmptyStrategy(SledStrategy):
    def prepare_for_create(self, obj: Sled) -> None:
        if not obj["spec"]:
            return
        obj["status"] = {"slides": False}


class UnlessUndeclaredStrategy(SledStrategy):
    def prepare_for_create(self, obj: Sled) -> None:
        if "sail" not in obj["spec"]:
            obj["status"] = {"slides": False}


class WithoutItsBellStrategy(SledStrategy):
    def prepare_for_create(self, obj: Sled) -> None:
        obj["spec"].pop("bell", None)
        if obj["spec"]:
            obj["status"] = {"slides": False}


class PutInStrategy(SledStrategy):
    def prepare_for_create(self, obj: Sled) -> None:
        obj["spec"]["sail"] = "red"
        if "sail" in obj["spec"]:
            obj["status"] = {"slides": False}


class ClearedStrategy(SledStrategy):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Sled) -> None:
        obj["spec"].clear()
        if not obj["spec"]:
            return
        obj["status"] = {"slides": False}


class KeyOfAClearedStrategy(SledStrategy):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Sled) -> None:
        obj["spec"].clear()
        if "load" in obj["spec"]:
            obj["status"] = {"slides": False}


class BackForAClearedStrategy(SledStrategy):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Sled) -> None:
        sent = obj["status"].copy()
        obj["status"].clear()
        obj["status"] = obj["status"] or sent


class TakenOutStrategy(SledStrategy):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Sled) -> None:
        del obj["spec"]["load"]
        if obj["spec"]:
            obj["status"] = {"slides": False}
