"""A field of its own is emptied because of a gate, however it is done: an element at a time, by a sum, by a call that
nobody can see through."""

from __future__ import annotations

from dataclasses import dataclass, field

from elsewhere import tidy


def enabled(name: str) -> bool:
    return name in ("Night",)


@dataclass
class Meta:
    generation: int = 0


@dataclass
class TramSpec:
    # +featureGate=Night
    lamp: str | None = None
    stops: list[str] = field(default_factory=list)
    cars: int = 0


@dataclass
class Tram:
    metadata: Meta
    spec: TramSpec


class TramBase:
    def prepare_for_create(self, obj: Tram) -> None:
        self.drop(obj, None)
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Tram, old: Tram) -> None:
        self.drop(obj, old)
        if obj.spec != old.spec:
            obj.metadata.generation += 1

    def drop(self, obj: Tram, old: Tram | None) -> None:
        if not enabled("Night") and (old is None or old.spec.lamp is None):
            obj.spec.lamp = None
            self.drop_more(obj)

    def drop_more(self, obj: Tram) -> None:
        pass


class PopsUntilNothingIsLeftStrategy(TramBase):  # expect: ungated-field-dropped[spec.stops]
    def drop_more(self, obj: Tram) -> None:
        while obj.spec.stops:
            obj.spec.stops.pop()


class PopsAsOftenAsThereAreStopsStrategy(TramBase):  # expect: ungated-field-dropped[spec.stops]
    def drop_more(self, obj: Tram) -> None:
        for _ in range(len(obj.spec.stops)):
            obj.spec.stops.pop()


class RemovesEachStrategy(TramBase):  # expect: ungated-field-dropped[spec.stops]
    def drop_more(self, obj: Tram) -> None:
        for stop in list(obj.spec.stops):
            obj.spec.stops.remove(stop)


class TakesItselfAwayStrategy(TramBase):  # expect: ungated-field-dropped[spec.cars]
    def drop_more(self, obj: Tram) -> None:
        obj.spec.cars -= obj.spec.cars


class TimesNothingStrategy(TramBase):  # expect: ungated-field-dropped[spec.cars]
    def drop_more(self, obj: Tram) -> None:
        obj.spec.cars = obj.spec.cars * 0


class TidiedElsewhereStrategy(TramBase):  # unproven: ungated-field-dropped[spec], gated-field-not-dropped
    def drop_more(self, obj: Tram) -> None:
        tidy(obj.spec)


class OneMoreStrategy(TramBase):
    def drop_more(self, obj: Tram) -> None:
        obj.spec.cars += 1
        obj.spec.stops.append("depot")


class InOrderStrategy(TramBase):
    def drop_more(self, obj: Tram) -> None:
        obj.spec.stops = sorted(obj.spec.stops)
