"""Typed dicts: parts are keys."""

from __future__ import annotations

import copy
from typing import TypedDict


class ObjectMeta(TypedDict, total=False):
    name: str
    labels: dict[str, str]
    generation: int


class WidgetSpec(TypedDict, total=False):
    replicas: int


class WidgetStatus(TypedDict, total=False):
    phase: str


class Widget(TypedDict, total=False):
    metadata: ObjectMeta
    spec: WidgetSpec
    status: WidgetStatus


class GoodStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj["status"] = {}
        obj["metadata"]["generation"] = 1

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj["status"] = old["status"]
        if obj["spec"] != old["spec"]:
            obj["metadata"]["generation"] = old["metadata"]["generation"] + 1


class PopsStrategy(GoodStrategy):
    def prepare_for_create(self, obj: Widget) -> None:
        obj.pop("status", None)
        obj["metadata"].update({"generation": 1})


class DeletesStrategy(GoodStrategy):
    def prepare_for_create(self, obj: Widget) -> None:
        if "status" in obj:
            del obj["status"]
        obj["metadata"].update(generation=1)


class StatusByKeywordStrategy(GoodStrategy):
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.update(status=copy.deepcopy(old["status"]))
        if obj["spec"] != old["spec"]:
            obj["metadata"]["generation"] += 1


class UnpacksStrategy(GoodStrategy):
    def prepare_for_create(self, obj: Widget) -> Widget:
        return {**obj, "status": {"phase": "Pending"}, "metadata": {**obj["metadata"], "generation": 1}}


class BadStrategy:
    # expect: status-not-wiped-on-create[status], generation-not-set-on-create
    # expect: status-not-kept-on-update[status], generation-not-bumped-on-spec-change
    def prepare_for_create(self, obj: Widget) -> None:
        obj.setdefault("status", {})

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj["status"]["phase"] = "Updated"


class UnpackedTooLateStrategy(GoodStrategy):  # expect: status-not-wiped-on-create[status]
    """What is unpacked last wins."""

    def prepare_for_create(self, obj: Widget) -> Widget:
        obj["metadata"]["generation"] = 1
        return {"status": {}, **obj}


class GoodStatusStrategy(GoodStrategy):
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj["spec"] = old["spec"]
        obj["metadata"]["labels"] = old["metadata"]["labels"]


class BadStatusStrategy(GoodStrategy):
    # expect: spec-not-kept-on-status-update[spec], metadata-not-reset-on-status-update
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj["status"] = obj["status"]
