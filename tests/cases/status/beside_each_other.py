"""Lists that are put together, and gone through beside others: nobody knows which elements stand at one position."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import zip_longest


@dataclass
class Meta:
    name: str = ""


@dataclass
class TourSpec:
    guide: str = ""
    stops: list[str] = field(default_factory=list)


@dataclass
class TourStatus:
    seen: list[str] = field(default_factory=list)


@dataclass
class Tour:
    metadata: Meta
    spec: TourSpec
    status: TourStatus


class BesideEachOtherStrategy:  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, tour: Tour) -> None:
        known = [*tour.status.seen, *tour.spec.stops]
        tour.status = TourStatus([one for one, _ in zip(known, [*tour.spec.stops, *tour.spec.stops])])

    def prepare_for_update(self, ctx, tour: Tour, old: Tour) -> None:
        tour.status = old.status


class BehindEachOtherStrategy:  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, tour: Tour) -> None:
        known = [*tour.spec.stops, *tour.status.seen]
        tour.status = TourStatus([one for one, _ in zip_longest(known, [*tour.spec.stops, *tour.spec.stops])])

    def prepare_for_update(self, ctx, tour: Tour, old: Tour) -> None:
        tour.status = old.status
