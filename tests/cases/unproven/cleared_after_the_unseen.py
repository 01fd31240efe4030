"""Field by field, however deep: what is written after something unseen is known, and covers what that left."""

from __future__ import annotations

from dataclasses import dataclass, field

from surveyors import complete


@dataclass
class Meta:
    name: str = ""


@dataclass
class Depth:
    metres: int = 0
    certain: bool = False


@dataclass
class Water:
    salt: int = 0
    depth: Depth = field(default_factory=Depth)


@dataclass
class LakeSpec:
    name: str = ""


@dataclass
class LakeStatus:
    level: int = 0
    water: Water = field(default_factory=Water)


@dataclass
class Lake:
    metadata: Meta
    spec: LakeSpec
    status: LakeStatus


class EveryFieldStrategy:
    def prepare_for_create(self, ctx, lake: Lake) -> None:
        complete(lake)
        lake.status.level = 0
        lake.status.water.salt = 0
        lake.status.water.depth.metres = 0
        lake.status.water.depth.certain = False

    def prepare_for_update(self, ctx, lake: Lake, old: Lake) -> None:
        if lake.spec.name:
            complete(lake)
        lake.status.level = old.status.level
        lake.status.water.salt = old.status.water.salt
        lake.status.water.depth.metres = old.status.water.depth.metres
        lake.status.water.depth.certain = old.status.water.depth.certain


class OneForgottenStrategy:
    # unproven: status-not-wiped-on-create, status-not-kept-on-update
    def prepare_for_create(self, ctx, lake: Lake) -> None:
        complete(lake)
        lake.status.level = 0
        lake.status.water.salt = 0
        lake.status.water.depth.metres = 0

    def prepare_for_update(self, ctx, lake: Lake, old: Lake) -> None:
        complete(lake)
        lake.status.level = old.status.level
        lake.status.water.salt = old.status.water.salt
        lake.status.water.depth.certain = old.status.water.depth.certain


class OtherValueStrategy:  # expect: status-not-wiped-on-create, status-not-kept-on-update
    def prepare_for_create(self, ctx, lake: Lake) -> None:
        sent = lake.status.water.salt
        complete(lake.spec)
        lake.status.level = 0
        lake.status.water.depth.metres = 0
        lake.status.water.depth.certain = False
        lake.status.water.salt = sent

    def prepare_for_update(self, ctx, lake: Lake, old: Lake) -> None:
        sent = lake.status.level
        complete(lake)
        lake.status = old.status
        lake.status.level = sent
