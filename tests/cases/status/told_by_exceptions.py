"""Whether something raises, and what an exception holds, tells of the values that were looked at. Nobody can see
whether a call raises, so that what rests on it is unproven."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Meta:
    generation: int = 0


@dataclass
class FerrySpec:
    quay: str = ""
    decks: int = 0


@dataclass
class FerryStatus:
    cars: int = 0
    log: list[str] = field(default_factory=list)


@dataclass
class Ferry:
    metadata: Meta
    spec: FerrySpec
    status: FerryStatus


WORDS = {"1": "one"}


class Strategy:
    def prepare_for_create(self, ctx, obj: Ferry):
        obj.status = FerryStatus()
        obj.metadata.generation = 1

    def prepare_for_update(self, ctx, obj: Ferry, old: Ferry):
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class HeldStrategy(Strategy):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, obj: Ferry):
        obj.metadata.generation = 1
        try:
            raise KeyError(obj.status.cars)
        except KeyError as error:
            obj.status = FerryStatus(log=[str(error)])


class LookedUpStrategy(Strategy):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, ctx, obj: Ferry):
        obj.metadata.generation = 1
        word = "known"
        try:
            WORDS[str(obj.status.cars)]
        except LookupError:
            word = "unknown"
        obj.status = FerryStatus(log=[word.upper()])


class DividedStrategy(Strategy):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, obj: Ferry):
        obj.metadata.generation = 1
        sent, log = obj.status.cars, []
        obj.status = FerryStatus()
        try:
            100 // sent
            log.append("some")
        except ZeroDivisionError:
            log.append("none")
        obj.status.log = log


class CheckedStrategy(Strategy):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, obj: Ferry):
        obj.metadata.generation = 1
        cars = obj.status.cars
        obj.status = FerryStatus()
        try:
            ctx.check(cars)
        except ValueError:
            obj.status.log = ["too many"]


class OfSpecStrategy(Strategy):
    def prepare_for_create(self, ctx, obj: Ferry):
        obj.metadata.generation = 1
        obj.status = FerryStatus()
        try:
            decks = 100 // obj.spec.decks
            ctx.check(decks)
        except (ZeroDivisionError, ValueError) as error:
            obj.status.log = [f"{obj.spec.quay}: {error}"]


class RefusedStrategy(Strategy):
    def prepare_for_create(self, ctx, obj: Ferry):
        obj.metadata.generation = 1
        try:
            WORDS[str(obj.status.cars)]
        except KeyError as error:
            raise ValueError("no such number") from error
        obj.status = FerryStatus(log=["fine"])


class BothWaysStrategy(Strategy):
    def prepare_for_create(self, ctx, obj: Ferry):
        obj.metadata.generation = 1
        try:
            int(obj.status.cars)
        except ValueError:
            ctx.log("no number")
        obj.status = FerryStatus()


class OpaqueConditionStrategy(Strategy):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, obj: Ferry):
        obj.metadata.generation = 1
        obj.status = FerryStatus(cars=1 if ctx.is_full(obj.status) else 2)


class NumberOfQuayStrategy(Strategy):
    def prepare_for_create(self, ctx, obj: Ferry):
        obj.metadata.generation = 1
        int(obj.spec.quay)  # an empty text is none of a number
        if obj.spec.quay:
            obj.status = FerryStatus()


class NumberOfDecksStrategy(Strategy):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, ctx, obj: Ferry):
        obj.metadata.generation = 1
        int(obj.spec.decks)
        if obj.spec.decks:
            obj.status = FerryStatus()


class PerhapsANumberStrategy(Strategy):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, ctx, obj: Ferry):
        obj.metadata.generation = 1
        try:
            int(obj.spec.quay)
        except ValueError:
            ctx.log("no number")
        if obj.spec.quay:
            obj.status = FerryStatus()
