"""How many there are of what can't be seen through is not known, either."""

from __future__ import annotations

from dataclasses import dataclass, field

import archives


@dataclass
class Meta:
    generation: int = 0


@dataclass
class AtlasSpec:
    maps: list[str] = field(default_factory=list)


@dataclass
class Atlas:
    metadata: Meta
    spec: AtlasSpec


class Base:  # expect: generation-not-set-on-create
    def prepare_for_update(self, atlas: Atlas, old: Atlas) -> None:
        if atlas.spec != old.spec:
            atlas.metadata.generation = old.metadata.generation + 1


class EditionsStrategy(Base):  # unproven: generation-not-set-on-create
    def prepare_for_create(self, atlas: Atlas) -> None:
        atlas.metadata.generation = len(archives.editions())


class EditionsAndOneStrategy(Base):  # unproven: generation-not-set-on-create
    def prepare_for_create(self, atlas: Atlas) -> None:
        atlas.metadata.generation = len(archives.editions()) + 1


class MapsStrategy(Base):  # expect: generation-not-set-on-create
    def prepare_for_create(self, atlas: Atlas) -> None:
        atlas.metadata.generation = len(atlas.spec.maps)
