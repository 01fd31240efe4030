"""Functions that call themselves for each field: how deep they go is told by the declarations."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


@dataclass
class Frame:
    width: int = 0
    wood: str = ""


@dataclass
class Pane:
    tint: str = ""
    frame: Frame = field(default_factory=Frame)


@dataclass
class WindowSpec:
    label: str = ""
    pane: Pane = field(default_factory=Pane)
    spare: Pane | None = None
    marks: list[str] = field(default_factory=list)


@dataclass
class WindowStatus:
    is_open: bool = False


@dataclass
class Window:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: WindowSpec = field(default_factory=WindowSpec)
    status: WindowStatus = field(default_factory=WindowStatus)


def differ(one: Any, other: Any) -> bool:
    if one is None or other is None or isinstance(one, (int, str, list)):
        return one != other
    return any(differ(getattr(one, each.name), getattr(other, each.name)) for each in fields(one))


def are_equal(one: Any, other: Any) -> bool:
    if one is not None and other is not None and hasattr(one, "__dataclass_fields__"):
        return all(are_equal(getattr(one, name), getattr(other, name)) for name in one.__dataclass_fields__)
    return one == other


def alike(one: Any, other: Any) -> bool:
    if hasattr(one, "__dataclass_fields__"):
        return all(getattr(one, each.name) == getattr(other, each.name) for each in fields(one)[:2])
    return hasattr(one, "__struct_fields__") or one == other


class Made:
    def prepare_for_create(self, obj: Window) -> None:
        obj.status = WindowStatus()
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Window, old: Window) -> None:
        obj.spec, obj.status = old.spec, old.status


class AnyDiffersStrategy(Made):
    def prepare_for_update(self, obj: Window, old: Window) -> None:
        obj.status = old.status
        if differ(obj.spec, old.spec):
            obj.metadata.generation += 1


class AllAreEqualStrategy(Made):
    def prepare_for_update(self, obj: Window, old: Window) -> None:
        obj.status = old.status
        if not are_equal(obj.spec, old.spec):
            obj.metadata.generation += 1


class FirstTwoStrategy(Made):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Window, old: Window) -> None:
        obj.status = old.status
        if not alike(obj.spec, old.spec):
            obj.metadata.generation += 1
