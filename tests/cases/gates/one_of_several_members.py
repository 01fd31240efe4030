"""Structures of which exactly one member may be set, as a tag or a field beside them says: to drop the whole is to
drop that member. Where nothing says so, nobody can tell."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, Literal

from apimachinery.gates import FeatureGate
from features import enabled


@dataclass
class ObjectMeta:
    name: str = ""


# +union
@dataclass
class Berth:
    name: str = ""
    quay: str | None = None
    buoy: str | None = None
    float: Annotated[str | None, FeatureGate("Floats")] = None


@dataclass
class Crane:
    reach: int = 0
    hook: str | None = None
    magnet: Annotated[str | None, FeatureGate("Floats")] = None


@dataclass
class Lamp:
    kind: Literal["Candle", "OilLamp"] = "Candle"
    metres: int = 0
    candle: str | None = None
    oil_lamp: Annotated[str | None, FeatureGate("Floats")] = None


class Catch(Enum):
    CRAB = 1
    COD = 2


@dataclass
class Net:
    kind: Catch = Catch.CRAB
    crab: str | None = None
    cod: Annotated[str | None, FeatureGate("Floats")] = None


@dataclass
class Rope:
    name: str = ""
    knot: str | None = None
    splice: Annotated[str | None, FeatureGate("Floats")] = None


@dataclass
class PortSpec:
    berths: list[Berth] = field(default_factory=list)
    home: Berth | None = None
    cranes: list[Crane] = field(default_factory=list)
    lamps: list[Lamp] = field(default_factory=list)
    nets: list[Net] = field(default_factory=list)
    ropes: list[Rope] = field(default_factory=list)


@dataclass
class Port:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: PortSpec = field(default_factory=PortSpec)


def drop_members(obj: Port, old: Port | None) -> None:
    if enabled("Floats") or in_use(old):
        return
    for berth in obj.spec.berths:
        berth.float = None
    for crane in obj.spec.cranes:
        crane.magnet = None
    for lamp in obj.spec.lamps:
        lamp.oil_lamp = None
    for net in obj.spec.nets:
        net.cod = None
    for rope in obj.spec.ropes:
        rope.splice = None
    if obj.spec.home is not None:
        obj.spec.home.float = None


def in_use(old: Port | None) -> bool:
    if old is None:
        return False
    if any(crane.magnet is not None for crane in old.spec.cranes):
        return True
    if any(lamp.oil_lamp is not None for lamp in old.spec.lamps) or any(net.cod is not None for net in old.spec.nets):
        return True
    if any(rope.splice is not None for rope in old.spec.ropes):
        return True
    if old.spec.home is not None and old.spec.home.float is not None:
        return True
    return any(berth.float is not None for berth in old.spec.berths)


class MembersStrategy:
    def prepare_for_create(self, obj: Port) -> None:
        drop_members(obj, None)

    def prepare_for_update(self, obj: Port, old: Port) -> None:
        drop_members(obj, old)


class WholeBerthsStrategy(MembersStrategy):
    """A berth that floats is gone with all that it is."""

    def prepare_for_create(self, obj: Port) -> None:
        if not enabled("Floats"):
            obj.spec.berths = [berth for berth in obj.spec.berths if berth.float is None]
            if obj.spec.home is not None and obj.spec.home.float is not None:
                obj.spec.home = None
        drop_members(obj, None)


class AllBerthsStrategy(MembersStrategy):  # expect: ungated-field-dropped[spec.berths]
    def prepare_for_create(self, obj: Port) -> None:
        drop_members(obj, None)
        if not enabled("Floats"):
            obj.spec.berths = []


class HomeStrategy(MembersStrategy):  # expect: ungated-field-dropped[spec.home]
    """The home is gone, whatever it is."""

    def prepare_for_create(self, obj: Port) -> None:
        drop_members(obj, None)
        if not enabled("Floats"):
            obj.spec.home = None


class CranesStrategy(MembersStrategy):  # unproven: ungated-field-dropped[spec.cranes]
    """A crane has a reach besides: nobody can tell whether it may have both a hook and a magnet."""

    def prepare_for_create(self, obj: Port) -> None:
        if not enabled("Floats"):
            obj.spec.cranes = [crane for crane in obj.spec.cranes if crane.magnet is None]
        drop_members(obj, None)


class LampsStrategy(MembersStrategy):
    """A lamp is of one kind."""

    def prepare_for_create(self, obj: Port) -> None:
        if not enabled("Floats"):
            obj.spec.lamps = [lamp for lamp in obj.spec.lamps if lamp.oil_lamp is None]
            obj.spec.nets = [net for net in obj.spec.nets if net.cod is None]
        drop_members(obj, None)


class RopesStrategy(MembersStrategy):  # unproven: ungated-field-dropped[spec.ropes]
    """A name and two optional fields: they may be alternatives, or not."""

    def prepare_for_create(self, obj: Port) -> None:
        if not enabled("Floats"):
            obj.spec.ropes = [rope for rope in obj.spec.ropes if rope.splice is None]
        drop_members(obj, None)
