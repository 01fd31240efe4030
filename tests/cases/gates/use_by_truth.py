"""Whether some element uses a gated field, asked by its truth: where none does, none is true. One that may be empty uses
it, too, and is lost."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Annotated, Literal

from apimachinery.gates import FeatureGate
from features import enabled


@dataclass
class Meta:
    name: str = ""


class Colour(enum.Enum):
    RED = "red"
    NONE = ""


class Strength(enum.IntEnum):
    NONE = 0
    FULL = 1


@dataclass
class Stop:
    place: str = ""
    shelter: Annotated[Literal["glass", "wood"] | None, FeatureGate("Shelters")] = None


@dataclass
class Mast:
    lamp: Annotated[str | None, FeatureGate("Lamps")] = None


@dataclass
class LineSpec:
    stops: list[Stop] = field(default_factory=list)
    colour: Annotated[Colour | None, FeatureGate("Colours")] = None
    strength: Annotated[Strength | None, FeatureGate("Strengths")] = None
    masts: dict[str, Mast] = field(default_factory=dict)


@dataclass
class Line:
    metadata: Meta = field(default_factory=Meta)
    spec: LineSpec = field(default_factory=LineSpec)


class AnyLineStrategy:  # expect: gated-field-dropped-in-use
    def prepare_for_create(self, obj: Line) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Line, old: Line) -> None:
        self.drop(obj, old)

    def drop(self, obj: Line, old: Line | None) -> None:
        if not enabled("Colours") and not (old and old.spec.colour):
            obj.spec.colour = None
        if not enabled("Strengths") and not (old is not None and old.spec.strength is not None):
            obj.spec.strength = None
        if not enabled("Shelters") and not (old is not None and any(stop.shelter for stop in old.spec.stops)):
            for stop in obj.spec.stops:
                stop.shelter = None
        if not enabled("Lamps") and not (old is not None and any(mast.lamp for mast in old.spec.masts.values())):
            for mast in obj.spec.masts.values():
                mast.lamp = None


class LoopLineStrategy:
    def prepare_for_create(self, obj: Line) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Line, old: Line) -> None:
        self.drop(obj, old)

    def drop(self, obj: Line, old: Line | None) -> None:
        if not enabled("Colours") and not (old and old.spec.colour):
            obj.spec.colour = None
        if not enabled("Strengths") and not (old is not None and old.spec.strength is not None):
            obj.spec.strength = None
        shelters = lamps = False
        for stop in old.spec.stops if old else []:
            if stop.shelter:
                shelters = True
        for mast in old.spec.masts.values() if old else []:
            lamps = lamps or mast.lamp is not None
        if not enabled("Shelters") and not shelters:
            for stop in obj.spec.stops:
                stop.shelter = None
        if not enabled("Lamps") and not lamps:
            for mast in obj.spec.masts.values():
                mast.lamp = None


class NeverLineStrategy:  # expect: gated-field-not-dropped
    def prepare_for_create(self, obj: Line) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Line, old: Line) -> None:
        self.drop(obj, old)

    def drop(self, obj: Line, old: Line | None) -> None:
        if not enabled("Colours") and not (old and old.spec.colour):
            obj.spec.colour = None
        if not enabled("Strengths") and not (old is not None and old.spec.strength is not None):
            obj.spec.strength = None
        if not enabled("Shelters") and not (old is not None and any(stop.shelter for stop in old.spec.stops)):
            for stop in obj.spec.stops:
                stop.shelter = None


class WeakLineStrategy(LoopLineStrategy):  # expect: gated-field-dropped-in-use
    def drop(self, obj: Line, old: Line | None) -> None:
        weak = obj.spec.strength
        super().drop(obj, old)
        obj.spec.strength = weak
        if not enabled("Strengths") and not (old and old.spec.strength):
            obj.spec.strength = None
