"""Exceptions of the tree's own classes: handlers for what these derive from take them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Meta:
    name: str = ""


@dataclass
class LoomStatus:
    rows: int = 0


@dataclass
class Loom:
    metadata: Meta
    status: LoomStatus


class Knotted(ValueError):
    pass


class Torn(Knotted):
    pass


class LoomRegistry:
    def prepare_for_create(self, obj: Loom) -> None:
        obj.status = LoomStatus()

    def prepare_for_update(self, obj: Loom, old: Loom) -> None:
        obj.status = old.status


def inspect(obj: Loom) -> None:
    if obj.metadata.name:
        raise Torn(obj.metadata.name)


class BackInHandlerStrategy(LoomRegistry):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Loom) -> None:
        sent = obj.status
        obj.status = LoomStatus()
        try:
            inspect(obj)
        except ValueError:
            obj.status = sent


class OtherHandlerStrategy(LoomRegistry):
    def prepare_for_create(self, obj: Loom) -> None:
        sent = obj.status
        obj.status = LoomStatus()
        try:
            inspect(obj)
        except KeyError:
            obj.status = sent


class WipedInHandlerStrategy(LoomRegistry):
    def prepare_for_create(self, obj: Loom) -> None:
        try:
            inspect(obj)
        except ValueError:
            obj.status = LoomStatus()
        else:
            obj.status = LoomStatus()


class RaisedAgainStrategy(LoomRegistry):
    def prepare_for_create(self, obj: Loom) -> None:
        try:
            inspect(obj)
        except Knotted:
            raise
        obj.status = LoomStatus()
