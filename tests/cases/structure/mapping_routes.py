"""Objects that are plain dictionaries, put back key by key."""

from __future__ import annotations

from typing import TypedDict

KEPT = ("labels", "annotations", "finalizers")


class RouteMeta(TypedDict, total=False):
    name: str
    generation: int
    labels: dict[str, str]
    annotations: dict[str, str]
    finalizers: list[str]


class RouteSpec(TypedDict, total=False):
    hops: list[str]
    weight: int
    via: dict[str, str]


class RouteStatus(TypedDict, total=False):
    ready: bool


class Route(TypedDict, total=False):
    metadata: RouteMeta
    spec: RouteSpec
    status: RouteStatus


def _normalise(spec: RouteSpec) -> None:
    spec["hops"] = [hop.strip() for hop in spec.get("hops", []) if hop]
    spec.setdefault("weight", 1)
    via = spec.get("via")
    if via is not None and not via:
        del spec["via"]


class RouteStrategy:
    allow_create_on_update = False
    allow_unconditional_update = True

    def prepare_for_create(self, ctx, obj: Route) -> None:
        obj.pop("status", None)
        obj["metadata"]["generation"] = 1
        _normalise(obj["spec"])

    def prepare_for_update(self, ctx, obj: Route, old: Route) -> None:
        if "status" in old:
            obj["status"] = old["status"]
        else:
            obj.pop("status", None)
        _normalise(obj["spec"])
        if obj["spec"] != old["spec"]:
            obj["metadata"]["generation"] = old["metadata"]["generation"] + 1


class RouteStatusStrategy:
    def prepare_for_update(self, ctx, obj: Route, old: Route) -> None:
        obj["spec"] = old["spec"]
        for key in KEPT:
            if key in old["metadata"]:
                obj["metadata"][key] = old["metadata"][key]
            else:
                obj["metadata"].pop(key, None)

    def get_reset_fields(self):
        return {"yard/v1": {"spec", *(f"metadata.{key}" for key in KEPT)}}


class LooseRouteStrategy(RouteStrategy):  # expect: status-not-kept-on-update[status]
    # An old object without status leaves the caller's in place.

    def prepare_for_update(self, ctx, obj: Route, old: Route) -> None:
        if status := old.get("status"):
            obj["status"] = status
        _normalise(obj["spec"])
        if obj["spec"] != old["spec"]:
            obj["metadata"]["generation"] = old["metadata"]["generation"] + 1
