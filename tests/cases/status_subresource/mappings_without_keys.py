"""Mappings of an object's fields that have lost keys: they are true as long as one is left, whatever the object is."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field

from pydantic import BaseModel


@dataclass
class Meta:
    name: str = ""


@dataclass
class KilnSpec:
    heat: int = 0
    slots: list[str] = field(default_factory=list)


@dataclass
class Kiln:
    metadata: Meta
    spec: KilnSpec


class OvenSpec(BaseModel):
    heat: int = 0


class Oven(BaseModel):
    metadata: Meta
    spec: OvenSpec


class AllTakenOutStatusStrategy:  # expect: spec-not-kept-on-status-update[spec]
    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        told = asdict(old.spec)
        told.pop("heat")
        del told["slots"]
        obj.metadata = old.metadata
        if told:
            obj.spec = old.spec


class OneLeftStatusStrategy:
    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        told = asdict(old.spec)
        told.pop("heat")
        obj.metadata = old.metadata
        if told:
            obj.spec = old.spec


class NoneLeftStatusStrategy:
    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        told = asdict(old.spec)
        for name in ("heat", "slots"):
            told.pop(name)
        obj.metadata = old.metadata
        if not told:
            obj.spec = old.spec


class PutInAgainStatusStrategy:
    def prepare_for_update(self, obj: Oven, old: Oven) -> None:
        told = old.spec.model_dump(exclude={"heat"})
        told["heat"] = None
        obj.metadata = old.metadata
        obj.spec = (told and old.spec) or obj.spec


class LeftOutStatusStrategy:  # expect: spec-not-kept-on-status-update[spec]
    def prepare_for_update(self, obj: Oven, old: Oven) -> None:
        obj.metadata = old.metadata
        obj.spec = old.spec if old.spec.model_dump(exclude={"heat"}) else obj.spec


class LeftOutAsUsualStatusStrategy:  # expect: spec-not-kept-on-status-update[spec]
    """Where the heat is as usual, nothing is told, and the caller's spec stays."""

    def prepare_for_update(self, obj: Oven, old: Oven) -> None:
        obj.metadata = old.metadata
        if old.model_dump(exclude_defaults=True)["spec"]:
            obj.spec = old.spec


class NewOneStatusStrategy:
    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        told = vars(KilnSpec())
        obj.metadata = old.metadata
        if told:
            obj.spec = old.spec
