"""Hooks that store what the default would, and do something besides that would be missed."""

from __future__ import annotations

import collections
import logging
import warnings
from dataclasses import dataclass, field

import prometheus_client

LOG = logging.getLogger(__name__)
CREATED = prometheus_client.Counter("created", "Boats that were created.")
SEEN: list[str] = []
COUNTS: dict[str, int] = {}
TALLY = collections.Counter()
total = 0


@dataclass
class ObjectMeta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)
    generation: int = 0


@dataclass
class BoatSpec:
    oars: int = 0


@dataclass
class BoatStatus:
    afloat: bool = False


@dataclass
class Boat:
    metadata: ObjectMeta
    spec: BoatSpec
    status: BoatStatus


class Base:  # expect: status-not-wiped-on-create, generation-not-set-on-create
    def prepare_for_update(self, ctx: object, obj: Boat, old: Boat) -> None:
        obj.status = old.status
        if not obj.spec.oars:
            obj.spec.oars = 3
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class LogsStrategy(Base):  # expect: boilerplate-hook[prepare_for_create]
    def prepare_for_create(self, ctx: object, obj: Boat) -> None:
        LOG.info("a boat: %s", obj.metadata.name)
        logging.debug("wiped")
        obj.status = BoatStatus()
        obj.metadata.generation = 1


class CountsStrategy(Base):
    def prepare_for_create(self, ctx: object, obj: Boat) -> None:
        obj.status = BoatStatus()
        obj.metadata.generation = 1
        CREATED.inc()


class TalliesStrategy(Base):
    def prepare_for_create(self, ctx: object, obj: Boat) -> None:
        obj.status = BoatStatus()
        obj.metadata.generation = 1
        TALLY["boats"] += 1


class NotesStrategy(Base):
    def prepare_for_create(self, ctx: object, obj: Boat) -> None:
        obj.status = BoatStatus()
        obj.metadata.generation = 1
        SEEN.append(obj.metadata.name)


class KeepsCountStrategy(Base):
    def prepare_for_create(self, ctx: object, obj: Boat) -> None:
        obj.status = BoatStatus()
        obj.metadata.generation = 1
        COUNTS[obj.metadata.name] = 1


class TotalsStrategy(Base):
    def prepare_for_create(self, ctx: object, obj: Boat) -> None:
        global total
        obj.status = BoatStatus()
        obj.metadata.generation = 1
        total = total + 1


class RemembersStrategy(Base):
    def __init__(self) -> None:
        self.seen: list[Boat] = []
        self.last: Boat | None = None

    def prepare_for_create(self, ctx: object, obj: Boat) -> None:
        obj.status = BoatStatus()
        obj.metadata.generation = 1
        self.last = obj


class CollectsStrategy(Base):
    def __init__(self) -> None:
        self.names: list[str] = []

    def prepare_for_create(self, ctx: object, obj: Boat) -> None:
        obj.status = BoatStatus()
        obj.metadata.generation = 1
        self.names.append(obj.metadata.name)


class LocalStrategy(Base):  # expect: boilerplate-hook[prepare_for_create]
    """A list of one's own is gone when the hook ends."""

    def prepare_for_create(self, ctx: object, obj: Boat) -> None:
        names: list[str] = []
        names.append(obj.metadata.name)
        told = {"names": names}
        told["done"] = []
        obj.status = BoatStatus()
        obj.metadata.generation = 1


class WarnsStrategy(Base):
    def prepare_for_create(self, ctx: object, obj: Boat) -> None:
        obj.status = BoatStatus()
        obj.metadata.generation = 1
        warnings.warn("boats are old", stacklevel=1)


class TellsStrategy(Base):
    def prepare_for_create(self, ctx, obj: Boat) -> None:
        obj.status = BoatStatus()
        obj.metadata.generation = 1
        ctx.audit("created")


class MarksStrategy(Base):
    def prepare_for_create(self, ctx, obj: Boat) -> None:
        obj.status = BoatStatus()
        obj.metadata.generation = 1
        ctx.created = True


class ChargesStrategy(Base):
    def __init__(self, quota) -> None:
        self.quota = quota

    def prepare_for_create(self, ctx: object, obj: Boat) -> None:
        obj.status = BoatStatus()
        obj.metadata.generation = 1
        self.quota.used += 1


class RefusesStrategy(Base):
    def prepare_for_create(self, ctx: object, obj: Boat) -> None:
        try:
            if obj.spec.oars < 0:
                raise ValueError("oars")
        finally:
            obj.status = BoatStatus()
            obj.metadata.generation = 1


class CatchesStrategy(Base):  # expect: boilerplate-hook[prepare_for_create]
    """What is raised and caught refuses nothing."""

    def prepare_for_create(self, ctx: object, obj: Boat) -> None:
        try:
            if obj.spec.oars < 0:
                raise ValueError("oars")
        except ValueError:
            pass
        obj.status = BoatStatus()
        obj.metadata.generation = 1


class AssertsStrategy(Base):
    def prepare_for_create(self, ctx: object, obj: Boat) -> None:
        assert obj.metadata.name
        obj.status = BoatStatus()
        obj.metadata.generation = 1


class LabelsLostStrategy(Base):
    """What is made anew loses what the caller sent."""

    def prepare_for_create(self, ctx: object, obj: Boat) -> None:
        obj.status = BoatStatus()
        obj.metadata = ObjectMeta(name=obj.metadata.name, generation=1)


class StatusIsNoneStrategy(Base):
    """The zero of a status that is not optional is no ``None``."""

    def prepare_for_create(self, ctx: object, obj: Boat) -> None:
        obj.status = None
        obj.metadata.generation = 1
