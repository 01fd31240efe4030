"""Objects whose parts are stored privately, and reached through accessors and properties."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, PrivateAttr


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0
    labels: dict[str, str] = field(default_factory=dict)


@dataclass
class BellSpec:
    tone: str = ""


@dataclass
class BellStatus:
    strokes: int = 0
    cracked: bool = False


class Bell:
    """With accessors over private attributes."""

    def __init__(self, metadata: ObjectMeta, spec: BellSpec, status: BellStatus) -> None:
        self.metadata = metadata
        self._spec = spec
        self._status = status
        self._seen_by: list[str] = []

    def get_spec(self) -> BellSpec:
        return self._spec

    def set_spec(self, spec: BellSpec) -> None:
        self._spec = spec

    def get_status(self) -> BellStatus:
        """The status."""
        return self._status

    def set_status(self, status: BellStatus) -> None:
        assert status is not None
        self._status = status

    def silence(self) -> None:
        self._status = BellStatus()


class Keeping:
    def prepare_for_update(self, ctx, obj, old):
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class BellStrategy:
    def prepare_for_create(self, ctx: object, obj: Bell) -> None:
        obj.silence()
        obj.metadata.generation = 1

    def prepare_for_update(self, ctx: object, obj: Bell, old: Bell) -> None:
        obj.set_status(old.get_status())
        if obj.get_spec() != old.get_spec():
            obj.metadata.generation += 1


class LoudBellStrategy:
    # expect: status-not-wiped-on-create[status], status-not-kept-on-update[status]
    # expect: generation-not-set-on-create, generation-not-bumped-on-spec-change
    def prepare_for_create(self, ctx: object, obj: Bell) -> None:
        obj.get_status().strokes = 0

    def prepare_for_update(self, ctx: object, obj: Bell, old: Bell) -> None:
        obj.get_status().strokes = old.get_status().strokes


class BellStatusStrategy:
    def prepare_for_update(self, ctx: object, obj: Bell, old: Bell) -> None:
        obj.set_spec(old.get_spec())
        obj.metadata = old.metadata


class LoudBellStatusStrategy:  # expect: spec-not-kept-on-status-update[spec]
    def prepare_for_update(self, ctx: object, obj: Bell, old: Bell) -> None:
        obj.metadata = old.metadata


Spec = TypeVar("Spec")
Status = TypeVar("Status")


class Resource(Generic[Spec, Status]):
    """With properties over what one dictionary holds."""

    def __init__(self, metadata: ObjectMeta, data: dict[str, Any]) -> None:
        self._metadata = metadata
        self._data = data

    @property
    def metadata(self) -> ObjectMeta:
        return self._metadata

    @metadata.setter
    def metadata(self, value: ObjectMeta) -> None:
        self._metadata = value

    @property
    def spec(self) -> Spec:
        return self._data["spec"]

    @spec.setter
    def spec(self, value: Spec) -> None:
        self._data["spec"] = value

    @property
    def status(self) -> Status:
        return self._data["status"]

    @status.setter
    def status(self, value: Status) -> None:
        self._data["status"] = value

    def touch(self) -> None:
        self._data["status"] = None


class Gong(Resource[BellSpec, BellStatus]):
    pass


class GongStrategy:
    def prepare_for_create(self, ctx: object, obj: Gong) -> None:
        obj.status = BellStatus()
        obj.metadata.generation = 1

    def prepare_for_update(self, ctx: object, obj: Gong, old: Gong) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class LoudGongStrategy:
    # expect: status-not-wiped-on-create[status], status-not-kept-on-update[status]
    # expect: generation-not-bumped-on-spec-change
    def prepare_for_create(self, ctx: object, obj: Gong) -> None:
        obj.status.strokes = 0
        obj.metadata.generation = 1

    def prepare_for_update(self, ctx: object, obj: Gong, old: Gong) -> None:
        if obj.spec.tone != old.spec.tone and obj.spec.tone:
            obj.metadata.generation = old.metadata.generation + 1


class TouchedGongStrategy(Keeping):  # unproven: status-not-wiped-on-create[status]
    def prepare_for_create(self, ctx: object, obj: Gong) -> None:
        obj.touch()
        obj.metadata.generation = 1


class GongStatusStrategy:
    def prepare_for_update(self, ctx: object, obj: Gong, old: Gong) -> None:
        obj.spec = old.spec
        obj.metadata = old.metadata


class LoudGongStatusStrategy:
    # expect: spec-not-kept-on-status-update[spec], metadata-not-reset-on-status-update[metadata.labels]
    def prepare_for_update(self, ctx: object, obj: Gong, old: Gong) -> None:
        pass


@dataclass
class Chime:
    """With ``property`` called, and a getter that hands out a copy."""

    metadata: ObjectMeta
    spec: BellSpec
    _status: BellStatus = field(default_factory=BellStatus)

    def _read(self) -> BellStatus:
        return copy.deepcopy(self._status)

    def _write(self, value: BellStatus) -> None:
        self._status = value

    status = property(_read, _write)


class ChimeStrategy(Keeping):
    def prepare_for_create(self, ctx: object, obj: Chime) -> None:
        obj.status = BellStatus()
        obj.metadata.generation = 1


class LoudChimeStrategy(Keeping):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, ctx: object, obj: Chime) -> None:
        obj.status.strokes = 0
        obj.status.cracked = False
        obj.metadata.generation = 1


class Carillon(BaseModel):
    """With attributes that pydantic keeps to itself."""

    metadata: ObjectMeta
    spec: BellSpec
    _status: BellStatus = PrivateAttr(default_factory=BellStatus)

    @property
    def status(self) -> BellStatus:
        return self._status

    @status.setter
    def status(self, value: BellStatus) -> None:
        self._status = value


class CarillonStrategy(Keeping):
    def prepare_for_create(self, ctx: object, obj: Carillon) -> None:
        obj.status = BellStatus()
        obj.metadata.generation = 1


class LoudCarillonStrategy(Keeping):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, ctx: object, obj: Carillon) -> None:
        obj.metadata.generation = 1


class CountedMeta:
    """With a generation behind accessors."""

    def __init__(self, name: str, generation: int) -> None:
        self.name = name
        self._generation = generation

    def get_generation(self) -> int:
        return self._generation

    def set_generation(self, generation: int) -> None:
        self._generation = generation


class Drum:
    def __init__(self, metadata: CountedMeta, spec: BellSpec) -> None:
        self.metadata = metadata
        self.spec = spec

    def get_generation(self) -> int:
        return self.metadata.get_generation()

    def set_generation(self, generation: int) -> None:
        self.metadata.set_generation(generation)


class DrumStrategy:
    def prepare_for_create(self, ctx: object, obj: Drum) -> None:
        obj.set_generation(1)

    def prepare_for_update(self, ctx: object, obj: Drum, old: Drum) -> None:
        if obj.spec != old.spec:
            obj.set_generation(old.get_generation() + 1)


class LoudDrumStrategy:  # expect: generation-not-set-on-create, generation-bumped-without-spec-change
    def prepare_for_create(self, ctx: object, obj: Drum) -> None:
        obj.set_generation(obj.get_generation() + 1)

    def prepare_for_update(self, ctx: object, obj: Drum, old: Drum) -> None:
        obj.set_generation(old.get_generation() + 1)
