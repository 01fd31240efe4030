"""A code base with other words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from framework import FeatureGate, restore_header, toggle


@dataclass
class Header:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)
    revision: int = 0


@dataclass
class Desired:
    size: int = 0
    burst: Annotated[int | None, FeatureGate("Burst")] = None


@dataclass
class Observed:
    phase: str = ""


@dataclass
class Thing:
    header: Header = field(default_factory=Header)
    desired: Desired = field(default_factory=Desired)
    observed: Observed = field(default_factory=Observed)


class ThingStrategy:
    def before_save(self, obj: Thing) -> None:
        obj.observed = Observed()
        obj.header.revision = 1
        if not toggle("Burst"):
            obj.desired.burst = None

    def before_change(self, obj: Thing, old: Thing) -> None:
        obj.observed = old.observed
        if not toggle("Burst") and old.desired.burst is None:
            obj.desired.burst = None
        if obj.desired != old.desired:
            obj.header.revision = old.header.revision + 1

    def reset_fields(self) -> set[str]:
        return {"observed"}


class BrokenStrategy:
    # expect: status-not-wiped-on-create, status-not-kept-on-update, generation-not-set-on-create
    # expect: generation-bumped-without-spec-change, gated-field-not-dropped, reset-fields-mismatch
    def before_save(self, obj: Thing) -> None:
        obj.desired.size = 1

    def before_change(self, obj: Thing, old: Thing) -> None:
        obj.header.revision = old.header.revision + 1

    def reset_fields(self) -> set[str]:
        return {"observed"}


class ThingStatusStrategy(ThingStrategy):
    def before_change(self, obj: Thing, old: Thing) -> None:
        obj.desired = old.desired
        restore_header(obj.header, old.header)

    def reset_fields(self) -> set[str]:
        return {"desired", "header.labels"}


class BrokenStatusStrategy(ThingStrategy):
    # expect: spec-not-kept-on-status-update, metadata-not-reset-on-status-update, reset-fields-mismatch
    def before_change(self, obj: Thing, old: Thing) -> None:
        restore_header(obj.header, obj.header)
