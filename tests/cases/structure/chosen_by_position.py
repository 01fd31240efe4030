"""Functions, and numbers, that are chosen from a sequence by a computed position."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


@dataclass
class Meta:
    generation: int = 0


@dataclass
class TramSpec:
    line: int = 0
    stops: list[str] = field(default_factory=list)


@dataclass
class TramStatus:
    late: int = 0


@dataclass
class Tram:
    metadata: Meta
    spec: TramSpec
    status: TramStatus


def clear(tram: Tram) -> None:
    tram.status = TramStatus()


def renew(tram: Tram) -> None:
    TramStatus.__init__(tram.status)


def leave(tram: Tram) -> None:
    pass


class Plain:
    def prepare_for_create(self, ctx, tram: Tram) -> None:
        self.clear(ctx, tram)
        tram.metadata.generation = 1

    def prepare_for_update(self, ctx, tram: Tram, old: Tram) -> None:
        tram.status = old.status
        tram.metadata.generation = self.counted(tram, old)

    def clear(self, ctx, tram: Tram) -> None:
        tram.status = TramStatus()

    def counted(self, tram: Tram, old: Tram) -> int:
        return old.metadata.generation + (tram.spec != old.spec)


class AllClearStrategy(Plain):
    def clear(self, ctx, tram: Tram) -> None:
        (clear, renew, clear)[tram.spec.line % 3](tram)


class ByLengthStrategy(Plain):
    def clear(self, ctx, tram: Tram) -> None:
        handler = [clear, renew][len(tram.spec.stops) > 4]
        handler(tram)


class OneLeavesStrategy(Plain):  # expect: status-not-wiped-on-create
    def clear(self, ctx, tram: Tram) -> None:
        [clear, leave, renew][tram.spec.line](tram)


class SentPositionStrategy(Plain):  # expect: status-not-wiped-on-create
    def clear(self, ctx, tram: Tram) -> None:
        late = (0, 5)[tram.status.late % 2]
        tram.status = TramStatus(late)


class SumStrategy(Plain):
    def counted(self, tram: Tram, old: Tram) -> int:
        return sum((old.metadata.generation, 1 if tram.spec != old.spec else 0))


class DifferencesStrategy(Plain):
    def counted(self, tram: Tram, old: Tram) -> int:
        differing = sum(getattr(tram.spec, name) != getattr(old.spec, name) for name in ("line", "stops"))
        return old.metadata.generation + min(differing, 1)


class EachDifferenceStrategy(Plain):  # expect: generation-not-bumped-on-spec-change
    def counted(self, tram: Tram, old: Tram) -> int:
        return old.metadata.generation + sum(
            getattr(tram.spec, name) != getattr(old.spec, name) for name in ("line", "stops")
        )


class GreatestStrategy(Plain):
    def counted(self, tram: Tram, old: Tram) -> int:
        was = old.metadata.generation
        return max(was, was + 1 if tram.spec != old.spec else was)


class LeastStrategy(Plain):  # expect: generation-not-bumped-on-spec-change
    def counted(self, tram: Tram, old: Tram) -> int:
        was = old.metadata.generation
        return min(was, was + 1 if tram.spec != old.spec else was)


class RenewedWithTheSentStrategy(Plain):  # expect: status-not-wiped-on-create
    def clear(self, ctx, tram: Tram) -> None:
        type(tram.status).__init__(tram.status, tram.status.late)


class Ferry(NamedTuple):
    metadata: Meta
    spec: TramSpec
    status: TramStatus


class FerryStatusStrategy:
    def prepare_for_update(self, ctx, ferry: Ferry, old: Ferry) -> Ferry:
        return Ferry._make([*old[:-1], ferry[-1]])


class SunkFerryStatusStrategy:  # expect: spec-not-kept-on-status-update
    def prepare_for_update(self, ctx, ferry: Ferry, old: Ferry) -> Ferry:
        return Ferry._make([*ferry[:-1], old[-1]])


class MadeOfTheOldFerryStatusStrategy:
    def prepare_for_update(self, ctx, ferry: Ferry, old: Ferry) -> Ferry:
        return Ferry._make(old)._replace(status=ferry.status)


class MadeOfTheSentFerryStatusStrategy:  # expect: spec-not-kept-on-status-update
    def prepare_for_update(self, ctx, ferry: Ferry, old: Ferry) -> Ferry:
        return Ferry._make(ferry)._replace(metadata=old.metadata)
