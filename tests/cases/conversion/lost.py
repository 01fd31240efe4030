"""Conversions that lose a field, each in another way."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)


@dataclass
class V1Port:
    name: str = ""
    number: int | None = None


@dataclass
class V1Spec:
    replicas: int = 1
    note: str | None = None
    ports: list[V1Port] = field(default_factory=list)
    args: list[str] = field(default_factory=list)


@dataclass
class Port:
    name: str = ""
    number: int | None = None


@dataclass
class Spec:
    replicas: int = 1
    note: str | None = None
    ports: list[Port] = field(default_factory=list)
    args: list[str] = field(default_factory=list)


@dataclass
class Gadget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: Spec = field(default_factory=Spec)


@dataclass
class V1Gadget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: V1Spec = field(default_factory=V1Spec)

    def convert_to(self, hub: Gadget) -> None:  # expect: conversion-drops-field[spec.note]
        hub.metadata = self.metadata
        hub.spec = spec_of(self.spec)
        hub.spec.note = None

    def convert_from(self, hub: Gadget) -> None:  # expect: conversion-drops-field[metadata]
        self.spec = hub.spec


def spec_of(given: V1Spec) -> Spec:
    return Spec(
        replicas=given.replicas,
        note=given.note,
        ports=[Port(port.name, port.number) for port in given.ports],
        args=list(given.args),
    )


def convert_a_to_gadget(src: V1Gadget, dst: Gadget) -> None:  # expect: conversion-drops-field[metadata.labels]
    dst.metadata.name = src.metadata.name
    dst.spec = spec_of(src.spec)


def convert_b_to_gadget(src: V1Gadget, dst: Gadget, with_notes: bool) -> None:
    # expect: conversion-drops-field[spec.note]
    dst.metadata = src.metadata
    made = spec_of(src.spec)
    if not with_notes:
        made.note = "left out"
    dst.spec = made


def convert_c_to_gadget(src: V1Gadget, dst: Gadget) -> None:
    # expect: conversion-drops-field[spec]
    dst.metadata = src.metadata
    if src.metadata.name == "special":
        return
    dst.spec = spec_of(src.spec)


def convert_d_to_gadget(src: V1Gadget) -> Gadget:
    # expect: conversion-drops-field[spec.ports[*].number]
    # expect: conversion-drops-field[spec.args]
    return Gadget(
        metadata=src.metadata,
        spec=Spec(
            replicas=src.spec.replicas,
            note=src.spec.note,
            ports=[Port(name=port.name) for port in src.spec.ports],
            args=[argument for argument in src.spec.args if argument.startswith("-")],
        ),
    )


def convert_e_to_gadget(src: V1Gadget) -> Gadget:  # expect: conversion-drops-field[spec.ports]
    spec = spec_of(src.spec)
    spec.ports = spec.ports[:0]
    for port in src.spec.ports:
        spec.ports.append(Port(port.name, port.number))
        break
    return Gadget(src.metadata, spec)


def convert_f_to_gadget(src: V1Gadget, dst: Gadget) -> None:
    # expect: conversion-drops-field[spec.replicas]
    dst.metadata = src.metadata
    dst.spec = spec_of(src.spec)
    dst.spec.replicas = len(src.spec.ports)


def convert_g_to_gadget(src: V1Gadget, dst: Gadget) -> None:
    # expect: conversion-drops-field[metadata]
    # expect: conversion-drops-field[spec]
    """Nothing is written yet."""


def convert_h_to_gadget(src: V1Gadget, dst: Gadget) -> None:
    # expect: conversion-drops-field[metadata]
    # expect: conversion-drops-field[spec.note]
    if src.metadata is not None:
        dst.metadata = ObjectMeta()
    dst.spec = spec_of(src.spec)
    dst.spec.note = src.spec.note
    if src.spec.note:
        dst.spec.note = None


def port_of(given):
    return Port(given.name, given.number)


def convert_i_to_gadget(src: V1Gadget, dst: Gadget) -> None:  # expect: conversion-drops-field[spec.args]
    dst.metadata = src.metadata
    dst.spec = Spec(src.spec.replicas, src.spec.note, args=[each for each in src.spec.args if each > "m"])
    for port in src.spec.ports:
        dst.spec.ports.append(port_of(port))
