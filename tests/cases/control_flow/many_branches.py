"""Sixteen independent conditions on the way: the paths multiply, the verdict does not change."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


@dataclass
class WidgetSpec:
    alpha: int = 0
    bravo: int = 0
    charlie: int = 0
    delta: int = 0
    echo: int = 0
    foxtrot: int = 0
    golf: int = 0
    hotel: int = 0
    india: int = 0
    juliet: int = 0
    kilo: int = 0
    lima: int = 0
    mike: int = 0
    november: int = 0
    oscar: int = 0
    papa: int = 0


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: WidgetSpec = field(default_factory=WidgetSpec)
    status: str = ""


def set_defaults(obj: Widget) -> None:
    if obj.spec.alpha == 0:
        obj.spec.alpha = 1
    if obj.spec.bravo == 0:
        obj.spec.bravo = 2
    if obj.spec.charlie == 0:
        obj.spec.charlie = 3
    if obj.spec.delta == 0:
        obj.spec.delta = 4
    if obj.spec.echo == 0:
        obj.spec.echo = 5
    if obj.spec.foxtrot == 0:
        obj.spec.foxtrot = 6
    if obj.spec.golf == 0:
        obj.spec.golf = 7
    if obj.spec.hotel == 0:
        obj.spec.hotel = 8
    if obj.spec.india == 0:
        obj.spec.india = 9
    if obj.spec.juliet == 0:
        obj.spec.juliet = 10
    if obj.spec.kilo == 0:
        obj.spec.kilo = 11
    if obj.spec.lima == 0:
        obj.spec.lima = 12
    if obj.spec.mike == 0:
        obj.spec.mike = 13
    if obj.spec.november == 0:
        obj.spec.november = 14
    if obj.spec.oscar == 0:
        obj.spec.oscar = 15
    if obj.spec.papa == 0:
        obj.spec.papa = 16


class GoodStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        set_defaults(obj)
        obj.status = ""
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status
        set_defaults(obj)
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class OneBranchLeavesStrategy:  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.metadata.generation = 1
        set_defaults(obj)
        if obj.spec.papa > 100:
            return
        obj.status = ""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status
        set_defaults(obj)
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class TooEarlyStrategy:  # expect: generation-compared-too-early
    def prepare_for_create(self, obj: Widget) -> None:
        set_defaults(obj)
        obj.status = ""
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
        set_defaults(obj)
