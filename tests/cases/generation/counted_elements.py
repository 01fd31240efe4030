"""Containers of the library that are compared, and know less than the lists and mappings that they were made of."""

from __future__ import annotations

from collections import Counter, UserDict, deque
from dataclasses import dataclass, field, replace


@dataclass
class Meta:
    generation: int = 0


@dataclass
class QuiltSpec:
    patches: list[str] = field(default_factory=list)
    threads: dict[str, int] = field(default_factory=dict)


@dataclass
class Quilt:
    metadata: Meta
    spec: QuiltSpec


class Sewn:
    def prepare_for_create(self, obj: Quilt) -> None:
        obj.metadata.generation = 1

    def differ(self, mine: QuiltSpec, its: QuiltSpec) -> bool:
        raise NotImplementedError

    def prepare_for_update(self, obj: Quilt, old: Quilt) -> None:
        if self.differ(obj.spec, old.spec):
            obj.metadata.generation = old.metadata.generation + 1


class WithoutOrderStrategy(Sewn):  # unproven: generation-not-bumped-on-spec-change
    def differ(self, mine: QuiltSpec, its: QuiltSpec) -> bool:
        return Counter(mine.patches) != Counter(its.patches) or mine.threads != its.threads


class WithoutZeroesStrategy(Sewn):  # unproven: generation-not-bumped-on-spec-change
    def differ(self, mine: QuiltSpec, its: QuiltSpec) -> bool:
        return mine.patches != its.patches or Counter(mine.threads) != Counter(its.threads)


class WithoutOrderAtFirstStrategy(Sewn):  # unproven: generation-not-bumped-on-spec-change
    """The second question is put only where the first leaves it open: two answers about one container of patches."""

    def differ(self, mine: QuiltSpec, its: QuiltSpec) -> bool:
        return Counter(mine.patches) != Counter(its.patches) or replace(mine, patches=[]) != replace(its, patches=[])


class AtTheEndStrategy(Sewn):  # unproven: generation-not-bumped-on-spec-change
    def differ(self, mine: QuiltSpec, its: QuiltSpec) -> bool:
        return deque(mine.patches, maxlen=1) != deque(its.patches, maxlen=1) or mine.threads != its.threads


class HiddenThreadStrategy(Sewn):  # unproven: generation-not-bumped-on-spec-change
    def differ(self, mine: QuiltSpec, its: QuiltSpec) -> bool:
        return mine.patches != its.patches or UserDict(mine.threads, hem=1) != UserDict(its.threads, hem=1)


class WholeStrategy(Sewn):
    def differ(self, mine: QuiltSpec, its: QuiltSpec) -> bool:
        return deque(mine.patches) != deque(its.patches) or UserDict(mine.threads) != UserDict(its.threads)
