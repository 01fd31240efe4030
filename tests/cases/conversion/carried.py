"""Conversions that carry every namesake: through helpers, copies, loops, choices and guards on presence."""

from __future__ import annotations

import copy
from copy import deepcopy
from dataclasses import dataclass, field, fields, replace
from enum import Enum


@dataclass
class ObjectMeta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)


class Mode(str, Enum):
    FAST = "fast"
    SLOW = "slow"


@dataclass
class V1Port:
    name: str = ""
    number: int | None = None


@dataclass
class V1Spec:
    replicas: int = 1
    mode: str = "fast"
    paused: bool = False
    note: str | None = None
    ports: list[V1Port] = field(default_factory=list)
    zones: dict[str, V1Port] = field(default_factory=dict)
    args: list[str] = field(default_factory=list)
    only_here: str = ""


@dataclass
class V1Gadget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: V1Spec = field(default_factory=V1Spec)
    api_version: str = "v1"
    kind: str = "Gadget"


@dataclass
class Port:
    name: str = ""
    number: int | None = None


@dataclass
class Spec:
    replicas: int = 1
    mode: Mode = Mode.FAST
    paused: bool = False
    note: str | None = None
    ports: list[Port] = field(default_factory=list)
    zones: dict[str, Port] = field(default_factory=dict)
    args: list[str] = field(default_factory=list)
    only_there: int = 0


@dataclass
class Gadget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: Spec = field(default_factory=Spec)
    api_version: str = "internal"
    kind: str = "Gadget"


MODES = {"fast": Mode.FAST, "slow": Mode.SLOW}


def port_of(port: V1Port) -> Port:
    return Port(port.name, number=port.number)


def convert_spec(given: V1Spec, made: Spec) -> None:
    made.replicas = given.replicas
    made.mode = Mode(given.mode)
    made.paused = given.paused
    made.note = given.note
    made.ports = [port_of(port) for port in given.ports]
    made.zones = {zone: port_of(port) for zone, port in given.zones.items()}
    made.args = list(given.args)


def convert_v1_gadget_to_gadget(src: V1Gadget, dst: Gadget) -> None:
    dst.metadata = src.metadata
    convert_spec(src.spec, dst.spec)


async def convert_v2_gadget_to_gadget(ctx, src: V1Gadget) -> Gadget:
    given = src.spec
    ports: list[Port] = []
    for port in given.ports:
        made = Port(name=port.name)
        if port.number is not None:
            made.number = port.number
        ports.append(made)
    zones = {}
    for zone, port in given.zones.items():
        zones[zone] = port_of(port)
    return Gadget(
        metadata=deepcopy(src.metadata),
        spec=Spec(
            replicas=int(given.replicas),
            mode=MODES[given.mode],
            paused=not given.paused,
            note=given.note or "",
            ports=ports,
            zones=zones,
            args=sorted(given.args),
        ),
    )


def convert_v3_gadget_to_gadget(src: V1Gadget, dst: Gadget, scope: object) -> None:
    dst.metadata.name = src.metadata.name
    dst.metadata.labels = {key: value for key, value in src.metadata.labels.items()}
    for name in ("replicas", "paused", "note"):
        setattr(dst.spec, name, getattr(src.spec, name))
    if src.spec.mode == "fast":
        dst.spec.mode = Mode.FAST
    elif src.spec.mode == "slow":
        dst.spec.mode = Mode.SLOW
    else:
        raise ValueError(src.spec.mode)
    dst.spec.ports.clear()
    for port in src.spec.ports:
        dst.spec.ports.append(port_of(port))
    if src.spec.zones:
        dst.spec.zones = dict((zone, port_of(port)) for zone, port in src.spec.zones.items())
    if len(src.spec.args) > 0:
        dst.spec.args = [str(argument) for argument in src.spec.args]


def convert_v4_gadget_to_gadget(src: V1Gadget, dst: Gadget) -> None:
    dst.metadata = src.metadata
    convert_spec(src.spec, dst.spec)
    try:
        dst.spec.replicas = int(src.spec.replicas)
    except ValueError:
        dst.spec.replicas = 0
    for given, made in zip(src.spec.ports, dst.spec.ports):
        made.name, made.number = given.name, given.number


class Converter:
    """Holds conversions as methods."""

    def convert_v1_gadget_to_gadget(self, src: V1Gadget, dst: Gadget) -> None:
        dst.metadata = copy.copy(src.metadata)
        made = Spec()
        self.fill(src.spec, made)
        dst.spec = replace(made, note=src.spec.note)

    def fill(self, given: V1Spec, made: Spec) -> None:
        convert_spec(given, made)
        made.note = None


def convert_gadget_to_v1_gadget(src: Gadget) -> V1Gadget | None:
    if src.spec.replicas < 0:
        return None
    made = V1Gadget()
    for each in fields(ObjectMeta):
        setattr(made.metadata, each.name, getattr(src.metadata, each.name))
    spec = made.spec
    spec.replicas, spec.paused, spec.note = src.spec.replicas, src.spec.paused, src.spec.note
    spec.mode = src.spec.mode.value
    spec.ports = list(map(lambda port: V1Port(port.name, port.number), src.spec.ports))
    spec.zones = {zone: V1Port(**{"name": port.name, "number": port.number}) for zone, port in src.spec.zones.items()}
    spec.args = src.spec.args[:]
    return made


def convert_gadget_to_nothing(src: Gadget) -> dict[str, str]:
    """Makes no API object."""
    return {"name": src.metadata.name}
