"""Fields of any value may hold none, too, and so may containers of which nobody says what they hold."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any


@dataclass
class Meta:
    name: str = ""


@dataclass
class ParcelSpec:
    weight: float = 0.0
    content: Any = "nothing"
    seal: object = "wax"
    stamps: list = field(default_factory=list)  # type: ignore[type-arg]
    marks: list[Any] = field(default_factory=list)


@dataclass
class Parcel:
    metadata: Meta
    spec: ParcelSpec


class AnyContentStatusStrategy:  # expect: spec-not-kept-on-status-update[spec]
    def prepare_for_update(self, obj: Parcel, old: Parcel) -> None:
        obj.metadata = old.metadata
        obj.spec = ParcelSpec() if old.spec.content is None else old.spec


class AnySealStatusStrategy:  # expect: spec-not-kept-on-status-update[spec]
    def prepare_for_update(self, obj: Parcel, old: Parcel) -> None:
        obj.metadata = old.metadata
        seal = old.spec.seal
        obj.spec = replace(old.spec, seal=seal if seal is not None else "wax")


class AnyStampsStatusStrategy:  # expect: spec-not-kept-on-status-update[spec]
    def prepare_for_update(self, obj: Parcel, old: Parcel) -> None:
        obj.metadata = old.metadata
        if None not in old.spec.stamps:
            obj.spec = old.spec


class AnyMarksStatusStrategy:  # expect: spec-not-kept-on-status-update[spec]
    def prepare_for_update(self, obj: Parcel, old: Parcel) -> None:
        obj.metadata = old.metadata
        obj.spec = old.spec if all(each is not None for each in old.spec.marks) else ParcelSpec()


class NumberStatusStrategy:
    """A weight is none of these."""

    def prepare_for_update(self, obj: Parcel, old: Parcel) -> None:
        obj.metadata = old.metadata
        obj.spec = ParcelSpec() if old.spec.weight is None else old.spec


class EitherWayStatusStrategy:
    def prepare_for_update(self, obj: Parcel, old: Parcel) -> None:
        obj.metadata = old.metadata
        obj.spec = replace(old.spec, content=None if old.spec.content is None else old.spec.content)
