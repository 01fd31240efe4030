"""Lists that are put together from lists: where all but one are empty, it is that one."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Meta:
    labels: dict[str, str] = field(default_factory=dict)
    finalizers: list[str] = field(default_factory=list)


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


class BesideNothingStatusStrategy:
    def prepare_for_update(self, ctx, tour: Tour, old: Tour) -> None:
        tour.spec = TourSpec(old.spec.guide, [stop for part in [old.spec.stops] for stop in part])
        tour.metadata.finalizers = [name for part in (old.metadata.finalizers, []) for name in part]
        tour.metadata.labels = dict(pair for labels in [old.metadata.labels] for pair in labels.items())


class TwiceStatusStrategy:  # expect: spec-not-kept-on-status-update, metadata-not-reset-on-status-update[metadata.finalizers]
    def prepare_for_update(self, ctx, tour: Tour, old: Tour) -> None:
        tour.spec = TourSpec(old.spec.guide, [stop for part in (old.spec.stops, old.spec.stops) for stop in part])
        tour.metadata.labels = old.metadata.labels
        tour.metadata.finalizers = [name for part in (old.metadata.finalizers, ["kept"]) for name in part]
