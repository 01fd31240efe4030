"""Declarations in more forms, and accessors."""

from __future__ import annotations

import typing
from dataclasses import dataclass, field
from typing import ClassVar, Generic, NewType, Optional, TypeVar

import attr
import attrs
import pydantic
from pydantic import BaseModel, ConfigDict, Field
from pydantic.dataclasses import dataclass as pydantic_dataclass

M = TypeVar("M")
Phase = NewType("Phase", str)
Labels = dict[str, str]


class PMeta(BaseModel):
    name: str = ""
    labels: Labels = Field(default_factory=dict)
    generation: int = 0


class Frozen(BaseModel):
    model_config = ConfigDict(frozen=True)

    phase: Phase = Phase("")


class TypeMeta(pydantic.BaseModel):
    api_version: str = "v1"
    kind: str = ""


class Pyd(TypeMeta):
    metadata: PMeta = PMeta()
    spec: Optional[Labels] = None
    status: Frozen = Field(default_factory=Frozen)
    registry: ClassVar[dict] = {}


class PydStrategy:
    def prepare_for_create(self, obj: Pyd) -> Pyd:
        return obj.model_copy(
            update={"status": Frozen(), "metadata": obj.metadata.model_copy(update={"generation": 1})}
        )

    def prepare_for_update(self, obj: Pyd, old: Pyd) -> Pyd:
        update = {"status": old.status}
        if obj.spec != old.spec:
            update["metadata"] = obj.metadata.model_copy(update=dict(generation=old.metadata.generation + 1))
        return obj.model_copy(update=update)


class PydLeakStrategy:  # expect: status-not-wiped-on-create, generation-not-set-on-create, status-not-kept-on-update
    # expect: generation-not-bumped-on-spec-change
    def prepare_for_create(self, obj: Pyd) -> Pyd:
        obj.model_copy(update={"status": Frozen()})
        return obj

    def prepare_for_update(self, obj: Pyd, old: Pyd) -> Pyd:
        return old.model_copy(update={"spec": obj.spec, "status": obj.status})


@attr.s(auto_attribs=True)
class AMeta:
    name: str = ""


@attr.s(slots=True)
class Classic:
    metadata: AMeta = attr.ib(factory=AMeta)
    status = attr.ib(default="")


class ClassicStrategy:
    def prepare_for_create(self, obj: Classic) -> Classic:
        return attr.evolve(obj, status="")

    def prepare_for_update(self, obj: Classic, old: Classic) -> Classic:
        return attrs.evolve(obj, status=old.status)


class ClassicLeakStrategy:  # expect: status-not-wiped-on-create, status-not-kept-on-update
    def prepare_for_create(self, obj: Classic) -> Classic:
        return attr.evolve(obj, metadata=AMeta())

    def prepare_for_update(self, obj: Classic, old: Classic) -> Classic:
        return attrs.evolve(old, status=obj.status)


@pydantic_dataclass
class PdMeta:
    name: str = ""


@pydantic_dataclass(kw_only=True)
class Pd:
    metadata: PdMeta
    status: str = ""


class PdStrategy:  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Pd) -> None:
        obj.metadata.name = obj.metadata.name.lower()

    def prepare_for_update(self, obj: Pd, old: Pd) -> None:
        obj.status = old.status


class SlotMeta:
    __slots__ = ("name", "generation")

    name: str
    generation: int


class Slotted:
    __slots__ = ("metadata", "spec", "status")

    metadata: SlotMeta
    spec: dict[str, int]
    status: "dict[str, str] | None"


class SlottedStrategy:
    def prepare_for_create(self, obj: Slotted) -> None:
        obj.status = None
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Slotted, old: Slotted) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation += 1


class SlottedLeakStrategy:
    # expect: status-not-wiped-on-create, generation-not-set-on-create
    # expect: status-not-kept-on-update, generation-not-bumped-on-spec-change
    def prepare_for_create(self, obj: Slotted) -> None:
        if obj.status is None:
            obj.status = {}

    def prepare_for_update(self, obj: Slotted, old: Slotted) -> None:
        for key in old.status or {}:
            obj.status[key] = old.status[key]


@dataclass
class Envelope(Generic[M]):
    metadata: M
    status: str = ""


@dataclass
class LetterMeta:
    name: str = ""


@dataclass
class Letter(Envelope[LetterMeta]):
    text: str = ""


class LetterStrategy:  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Letter) -> None:
        obj.text = obj.text.strip()

    def prepare_for_update(self, obj: Letter, old: Letter) -> None:
        obj.status = old.status


class Accessed:
    """Parts behind accessors whose bodies are elsewhere."""

    metadata: SlotMeta
    spec: dict[str, int]
    status: str

    def get_status(self) -> str:
        return self.status

    def set_status(self, value: str) -> None:
        self.status = value

    def get_spec(self) -> dict[str, int]:
        return self.spec

    def set_generation(self, value: int) -> None:
        self.metadata.generation = value

    def get_generation(self) -> int:
        return self.metadata.generation


class AccessedStrategy:
    def prepare_for_create(self, obj: Accessed) -> None:
        obj.set_status("")
        obj.set_generation(1)

    def prepare_for_update(self, obj: Accessed, old: Accessed) -> None:
        obj.set_status(old.get_status())
        if obj.get_spec() != old.get_spec():
            obj.set_generation(old.get_generation() + 1)


class AccessedLeakStrategy:
    # expect: status-not-wiped-on-create, generation-not-set-on-create
    # expect: status-not-kept-on-update, generation-not-bumped-on-spec-change
    def prepare_for_create(self, obj: Accessed) -> None:
        obj.get_status()
        obj.set_generation(obj.get_generation() + 1)

    def prepare_for_update(self, obj: Accessed, old: Accessed) -> None:
        old.set_status(obj.get_status())
        if obj.get_status() != old.get_status():
            obj.set_generation(old.get_generation() + 1)


class Point(typing.NamedTuple):
    metadata: AMeta
    status: str = ""


class PointStrategy:
    def prepare_for_create(self, obj: Point) -> Point:
        return obj._replace(status="")

    def prepare_for_update(self, obj: Point, old: Point) -> Point:
        return Point(obj.metadata, old.status)


class PointLeakStrategy:  # expect: status-not-wiped-on-create, status-not-kept-on-update
    def prepare_for_create(self, obj: Point) -> Point:
        metadata, status = obj
        return Point(metadata, status)

    def prepare_for_update(self, obj: Point, old: Point) -> Point:
        return Point(obj[0], obj[1])


S = TypeVar("S")


@dataclass
class Resource(Envelope[M], Generic[M, S]):
    spec: S | None = None
    history: list[S] = field(default_factory=list)


@dataclass
class ParcelSpec:
    weight: int = 0


@dataclass
class ParcelMeta:
    name: str = ""
    generation: int = 0


@dataclass
class Parcel(Resource[ParcelMeta, ParcelSpec]):
    pass


class ParcelStrategy:
    def prepare_for_create(self, obj: Parcel) -> None:
        obj.status = ""
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Parcel, old: Parcel) -> None:
        obj.status = old.status
        obj.history = old.history
        if obj.spec != old.spec:
            obj.metadata.generation += 1


class ParcelLeakStrategy:
    # expect: generation-not-set-on-create, generation-not-bumped-on-spec-change
    def prepare_for_create(self, obj: Parcel) -> None:
        obj.status = ""

    def prepare_for_update(self, obj: Parcel, old: Parcel) -> None:
        obj.status = old.status
