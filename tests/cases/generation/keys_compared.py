"""Mappings are compared by their keys, which have no order there, and by what stands under these."""

from __future__ import annotations

from dataclasses import dataclass, field, replace


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


@dataclass
class LoomSpec:
    width: int = 0
    threads: dict[str, str] = field(default_factory=dict)


@dataclass
class LoomStatus:
    woven: int = 0


@dataclass
class Loom:
    metadata: ObjectMeta
    spec: LoomSpec
    status: LoomStatus


class Threaded:
    def prepare_for_create(self, obj: Loom) -> None:
        obj.status = LoomStatus()
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Loom, old: Loom) -> None:
        obj.status = old.status
        mine, its = obj.spec.threads, old.spec.threads
        if self.differ(mine, its) or replace(obj.spec, threads={}) != replace(old.spec, threads={}):
            obj.metadata.generation += 1

    def differ(self, mine: dict[str, str], its: dict[str, str]) -> bool:
        return mine != its


class ByKeysStrategy(Threaded):  # undecided: generation-bumped-without-spec-change
    def differ(self, mine: dict[str, str], its: dict[str, str]) -> bool:
        return mine.keys() != its.keys() or any(mine[key] != its[key] for key in mine)


class BySetsStrategy(Threaded):  # undecided: generation-bumped-without-spec-change
    def differ(self, mine: dict[str, str], its: dict[str, str]) -> bool:
        return set(mine) != set(its) or any(mine[key] != its[key] for key in mine)


class KeysAloneStrategy(Threaded):  # expect: generation-not-bumped-on-spec-change
    # undecided: generation-bumped-without-spec-change
    def differ(self, mine: dict[str, str], its: dict[str, str]) -> bool:
        return mine.keys() != its.keys()


class ValuesAloneStrategy(Threaded):  # unproven: generation-not-bumped-on-spec-change
    # undecided: generation-bumped-without-spec-change
    def differ(self, mine: dict[str, str], its: dict[str, str]) -> bool:
        return list(mine.values()) != list(its.values())
