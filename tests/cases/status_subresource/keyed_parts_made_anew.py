"""A part whose fields are keys is put back by a mapping that is made anew: key by key, from pairs, in another order."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class CrateMeta(TypedDict):
    name: str
    labels: dict[str, str]


class CrateSpec(TypedDict):
    weight: int
    seals: list[str]
    mark: NotRequired[str]


class CrateStatus(TypedDict):
    stowed: bool


class Crate(TypedDict):
    metadata: CrateMeta
    spec: CrateSpec
    status: CrateStatus


class PairsStatusStrategy:
    def prepare_for_update(self, obj: Crate, old: Crate) -> None:
        obj["metadata"] = old["metadata"]
        obj["spec"] = {key: value for key, value in old["spec"].items()}


class KeysStatusStrategy:
    def prepare_for_update(self, obj: Crate, old: Crate) -> None:
        obj["metadata"] = old["metadata"]
        obj["spec"] = {key: old["spec"][key] for key in old["spec"]}


class ZippedStatusStrategy:
    def prepare_for_update(self, obj: Crate, old: Crate) -> None:
        obj["metadata"] = old["metadata"]
        obj["spec"] = dict(zip(old["spec"].keys(), old["spec"].values()))


class SortedStatusStrategy:
    def prepare_for_update(self, obj: Crate, old: Crate) -> None:
        obj["metadata"] = old["metadata"]
        obj["spec"] = dict(sorted(old["spec"].items()))


class SpreadStatusStrategy:
    def prepare_for_update(self, obj: Crate, old: Crate) -> None:
        obj["metadata"] = old["metadata"]
        obj["spec"] = CrateSpec(**old["spec"])


class NamedStatusStrategy:
    def prepare_for_update(self, obj: Crate, old: Crate) -> None:
        obj["metadata"] = old["metadata"]
        obj["spec"] = {key: old["spec"][key] for key in ("weight", "seals", "mark") if key in old["spec"]}


class LoopStatusStrategy:
    def prepare_for_update(self, obj: Crate, old: Crate) -> None:
        obj["metadata"] = old["metadata"]
        made: CrateSpec = {}
        for key in old["spec"]:
            made[key] = old["spec"][key]
        obj["spec"] = made


class LeftOutStatusStrategy:  # expect: spec-not-kept-on-status-update
    def prepare_for_update(self, obj: Crate, old: Crate) -> None:
        obj["metadata"] = old["metadata"]
        obj["spec"] = {key: value for key, value in old["spec"].items() if key != "mark"}


class OnlyTheRequiredStatusStrategy:  # expect: spec-not-kept-on-status-update
    def prepare_for_update(self, obj: Crate, old: Crate) -> None:
        obj["metadata"] = old["metadata"]
        obj["spec"] = CrateSpec(weight=old["spec"]["weight"], seals=old["spec"]["seals"])


class NotEmptyStatusStrategy:  # expect: spec-not-kept-on-status-update
    def prepare_for_update(self, obj: Crate, old: Crate) -> None:
        obj["metadata"] = old["metadata"]
        obj["spec"] = {key: value for key, value in old["spec"].items() if value}


class CallersKeysStatusStrategy:  # expect: spec-not-kept-on-status-update
    def prepare_for_update(self, obj: Crate, old: Crate) -> None:
        obj["metadata"] = old["metadata"]
        obj["spec"] = {key: value for key, value in old["spec"].items() if key in obj["spec"]}


class OneMoreStatusStrategy:  # expect: spec-not-kept-on-status-update
    def prepare_for_update(self, obj: Crate, old: Crate) -> None:
        obj["metadata"] = old["metadata"]
        obj["spec"] = {**{key: value for key, value in old["spec"].items()}, "mark": obj["spec"].get("mark", "")}
