"""Bumps on questions put to both specs one by one: where the specs are equal, no two answers differ."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field, replace
from typing import Optional


@dataclass
class Meta:
    generation: int = 0


class Grade(enum.Enum):
    RAW = 1
    FINE = 2
    PURE = 3


class Side(enum.Enum):
    LEFT = "left"
    RIGHT = "right"


@dataclass
class Seam:
    name: str = ""
    depth: int = 0


@dataclass
class MineSpec:
    grade: Grade = Grade.RAW
    side: Side = Side.LEFT
    owner: Optional[str] = None
    open: bool = False
    shafts: list[str] = field(default_factory=list)
    seams: list[Seam] = field(default_factory=list)
    tags: dict[str, str] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)


@dataclass
class Mine:
    metadata: Meta
    spec: MineSpec


class MineRegistry:
    def prepare_for_create(self, obj: Mine) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Mine, old: Mine) -> None:
        if self.changed(obj.spec, old.spec):
            obj.metadata.generation = old.metadata.generation + 1

    def changed(self, new: MineSpec, old: MineSpec) -> bool:
        raise NotImplementedError


class OwnerComesStrategy(MineRegistry):
    def changed(self, new: MineSpec, old: MineSpec) -> bool:
        return bool(old.owner is None and new.owner or new != old)


class OwnerGoesStrategy(MineRegistry):
    def changed(self, new: MineSpec, old: MineSpec) -> bool:
        match new:
            case MineSpec(owner=None) if old.owner and len(old.owner) > 2:
                return True
        return new != old


class GradesApartStrategy(MineRegistry):
    def changed(self, new: MineSpec, old: MineSpec) -> bool:
        return (new.grade is Grade.RAW and old.grade in (Grade.FINE, Grade.PURE)) or new != old


class MergedStrategy(MineRegistry):
    def changed(self, new: MineSpec, old: MineSpec) -> bool:
        return {**new.tags, **new.marks} != {**old.tags, **old.marks} or new != old


class MergedAloneStrategy(MineRegistry):  # expect: generation-not-bumped-on-spec-change
    def changed(self, new: MineSpec, old: MineSpec) -> bool:
        return (new.tags | new.marks) != (old.tags | old.marks)


class MergedWithOthersStrategy(MineRegistry):  # expect: generation-bumped-without-spec-change
    def changed(self, new: MineSpec, old: MineSpec) -> bool:
        return {**new.tags, **new.marks} != {**old.marks, **old.tags} or new != old


class SumsStrategy(MineRegistry):
    def changed(self, new: MineSpec, old: MineSpec) -> bool:
        mine = (sum(seam.depth for seam in new.seams), len(new.shafts))
        return mine != (sum(seam.depth for seam in old.seams), len(old.shafts)) or new != old


class MissingShaftsStrategy(MineRegistry):
    def changed(self, new: MineSpec, old: MineSpec) -> bool:
        return bool(set(new.shafts) - set(old.shafts)) or bool(new.tags.keys() ^ old.tags.keys()) or new != old


class MissingElsewhereStrategy(MineRegistry):  # expect: generation-bumped-without-spec-change
    def changed(self, new: MineSpec, old: MineSpec) -> bool:
        return bool(set(new.shafts) - set(old.tags)) or new != old


# ------------------------------------------------------------------------------------------------ members of enums


class ValuesStrategy(MineRegistry):
    def changed(self, new: MineSpec, old: MineSpec) -> bool:
        values = new.grade.value != old.grade.value or new.side.name != old.side.name
        return values or replace(new, grade=old.grade, side=old.side) != old


class ValueOfOneStrategy(MineRegistry):  # expect: generation-not-bumped-on-spec-change
    def changed(self, new: MineSpec, old: MineSpec) -> bool:
        return new.grade.value != old.grade.value or replace(new, grade=old.grade, side=old.side) != old


class WrittenValueStrategy(MineRegistry):
    def changed(self, new: MineSpec, old: MineSpec) -> bool:
        return (new.side.value == "left") != (old.side.value == "left") or replace(new, side=old.side) != old


class OneOfThreeValuesStrategy(MineRegistry):  # expect: generation-not-bumped-on-spec-change
    def changed(self, new: MineSpec, old: MineSpec) -> bool:
        return (new.grade.value == 1) != (old.grade.value == 1) or replace(new, grade=old.grade) != old


class SameMemberStrategy(MineRegistry):
    def changed(self, new: MineSpec, old: MineSpec) -> bool:
        alike = new.grade is old.grade and new.open is old.open and new.side.value is old.side.value
        return not alike or replace(new, grade=old.grade, open=old.open, side=old.side) != old


class SameTextStrategy(MineRegistry):  # expect: generation-bumped-without-spec-change
    """Equal texts may be two."""

    def changed(self, new: MineSpec, old: MineSpec) -> bool:
        return new.owner is not old.owner or new != old


class OneOfTwoMembersStrategy(MineRegistry):
    def changed(self, new: MineSpec, old: MineSpec) -> bool:
        return (new.side is Side.LEFT) is not (old.side is Side.LEFT) or replace(new, side=old.side) != old


class MemberOfValueStrategy(MineRegistry):
    def changed(self, new: MineSpec, old: MineSpec) -> bool:
        return Grade(new.grade.value) is not Grade[old.grade.name] or replace(new, grade=old.grade) != old


# ---------------------------------------------------------------------------------------- as long as each other


class StrictStrategy(MineRegistry):
    def changed(self, new: MineSpec, old: MineSpec) -> bool:
        beside = zip(new.shafts, old.shafts, strict=True)
        return any(mine != its for mine, its in beside) or replace(new, shafts=old.shafts) != old


class StrictLoopStrategy(MineRegistry):
    def changed(self, new: MineSpec, old: MineSpec) -> bool:
        for mine, its in zip(new.shafts, old.shafts, strict=True):
            if mine != its:
                return True
        return replace(new, shafts=old.shafts) != old


class NotStrictStrategy(MineRegistry):  # expect: generation-not-bumped-on-spec-change
    def changed(self, new: MineSpec, old: MineSpec) -> bool:
        beside = zip(new.shafts, old.shafts, strict=False)
        return any(mine != its for mine, its in beside) or replace(new, shafts=old.shafts) != old


class StrictUntilOneDiffersStrategy(MineRegistry):  # expect: generation-not-bumped-on-spec-change
    """A longer list is noticed at the end only, which a first difference keeps from being reached."""

    def changed(self, new: MineSpec, old: MineSpec) -> bool:
        if any(mine != its for mine, its in zip(new.shafts, old.shafts, strict=True)):
            return False
        return replace(new, shafts=old.shafts) != old
