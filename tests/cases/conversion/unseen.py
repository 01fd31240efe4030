"""What can't be seen through is neither a loss nor none."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field

import mapping_library


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class V1Spec:
    replicas: int = 1
    note: str | None = None


@dataclass
class V1Gadget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: V1Spec = field(default_factory=V1Spec)


@dataclass
class Spec:
    replicas: int = 1
    note: str | None = None


@dataclass
class Gadget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: Spec = field(default_factory=Spec)


def convert_a_to_gadget(src: V1Gadget, dst: Gadget) -> None:  # unproven: conversion-drops-field
    # unproven: conversion-sets-default
    mapping_library.fill(src, dst)


def convert_b_to_gadget(src: V1Gadget, dst: Gadget) -> None:  # unproven: conversion-drops-field
    # unproven: conversion-sets-default
    dst.metadata = src.metadata
    mapping_library.fill(src.spec, dst.spec)


def convert_c_to_gadget(src: V1Gadget) -> Gadget:
    return Gadget(**vars(src))


def convert_d_to_gadget(src: V1Gadget) -> Gadget:
    return Gadget(metadata=src.metadata, spec=Spec(**asdict(src.spec)))


def convert_e_to_gadget(src: V1Gadget, dst: Gadget, name: str) -> None:  # unproven: conversion-drops-field
    # expect: conversion-drops-field[spec.replicas]
    """Whichever field is set, nothing carries the replicas."""
    dst.metadata = src.metadata
    dst.spec.note = src.spec.note
    setattr(dst.spec, name, 3)


def convert_f_to_gadget(src: V1Gadget, dst: Gadget, scope) -> None:  # unproven: conversion-drops-field
    # unproven: conversion-sets-default
    dst.metadata = src.metadata
    scope.convert(src.spec, dst.spec)


def convert_g_to_gadget(src: V1Gadget, dst: Gadget) -> None:  # unproven: conversion-sets-default
    """A single value may go through anything, which may give one where there is none."""
    dst.metadata = src.metadata
    dst.spec.note = mapping_library.translate(src.spec.note)
    dst.spec.replicas = mapping_library.clamp(src.spec.replicas, 1, 10)
