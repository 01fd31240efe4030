"""Mappings that were copied, and of which a name was taken out, put in, or popped in a loop, before they are compared."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


@dataclass
class HiveSpec:
    frames: int = 0
    keepers: dict[str, str] = field(default_factory=dict)


@dataclass
class HiveStatus:
    bees: int = 0


@dataclass
class Hive:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: HiveSpec = field(default_factory=HiveSpec)
    status: HiveStatus = field(default_factory=HiveStatus)


class HiveRegistry:
    def prepare_for_create(self, obj: Hive) -> None:
        obj.status = HiveStatus()
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Hive, old: Hive) -> None:
        obj.status = old.status
        if obj.spec.frames != old.spec.frames or self.differ(obj.spec.keepers, old.spec.keepers):
            obj.metadata.generation = old.metadata.generation + 1

    def differ(self, sent: dict[str, str], kept: dict[str, str]) -> bool:
        return sent != kept


class BothWithoutStrategy(HiveRegistry):  # expect: generation-not-bumped-on-spec-change
    def differ(self, sent: dict[str, str], kept: dict[str, str]) -> bool:
        mine, its = dict(sent), dict(kept)
        mine.pop("warden", None)
        its.pop("warden", None)
        return mine != its


class PutInAsItIsStrategy(HiveRegistry):
    def differ(self, sent: dict[str, str], kept: dict[str, str]) -> bool:
        mine = dict(sent)
        if "warden" in mine:
            mine["warden"] = sent["warden"]
        return mine != kept


class OthersTooStrategy(HiveRegistry):
    def differ(self, sent: dict[str, str], kept: dict[str, str]) -> bool:
        mine, its = dict(sent), dict(kept)
        return mine.pop("warden", None) != its.pop("warden", None) or mine != its or sent != kept


class KeysOfOneWithoutStrategy(HiveRegistry):  # unproven: generation-bumped-without-spec-change
    def differ(self, sent: dict[str, str], kept: dict[str, str]) -> bool:
        mine = dict(sent)
        mine.pop("warden", None)
        return set(mine) != set(kept) or sent != kept


class ValuesOfOneWithoutStrategy(HiveRegistry):  # unproven: generation-bumped-without-spec-change
    def differ(self, sent: dict[str, str], kept: dict[str, str]) -> bool:
        mine = dict(sent)
        mine.pop("warden", None)
        return list(mine.values()) != list(kept.values()) or sent != kept


class EmptyWithoutStrategy(HiveRegistry):  # expect: generation-bumped-without-spec-change
    def differ(self, sent: dict[str, str], kept: dict[str, str]) -> bool:
        mine = dict(sent)
        mine.pop("warden", None)
        return bool(mine) != bool(kept) or sent != kept


class TakenOverStrategy(HiveRegistry):  # unproven: generation-bumped-without-spec-change
    def differ(self, sent: dict[str, str], kept: dict[str, str]) -> bool:
        return {"warden": "nobody", **sent} != kept or sent != kept


class PoppedInALoopStrategy(HiveRegistry):  # expect: generation-bumped-without-spec-change
    def differ(self, sent: dict[str, str], kept: dict[str, str]) -> bool:
        mine = dict(sent)
        for name in list(mine):
            if name == "warden":
                del mine[name]
        return ("warden" in mine) != ("warden" in kept) or sent != kept


class ValuesAsKeysStrategy(HiveRegistry):  # unproven: generation-bumped-without-spec-change
    def differ(self, sent: dict[str, str], kept: dict[str, str]) -> bool:
        return any(name not in kept for name in sent.values()) or sent != kept
