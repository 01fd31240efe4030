"""Hooks of which nobody can tell what runs."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""


@dataclass
class DoorStatus:
    open: bool = False


@dataclass
class Door:
    metadata: Meta = field(default_factory=Meta)
    status: DoorStatus = field(default_factory=DoorStatus)


class DoorBase:
    def prepare_for_create(self, obj: Door) -> None:
        obj.status = DoorStatus()

    def prepare_for_update(self, obj: Door, old: Door) -> None:
        obj.status = old.status


class GeneratorStrategy(DoorBase):
    # unproven: status-not-wiped-on-create
    def prepare_for_create(self, obj: Door) -> Iterator[None]:
        obj.status = DoorStatus()
        yield


class PartialStrategy(DoorBase):
    """Nothing hides what runs."""

    def put_back(self, what: str, obj: Door, old: Door) -> None:
        setattr(obj, what, getattr(old, what))

    prepare_for_update = functools.partialmethod(put_back, "status")
