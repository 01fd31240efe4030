"""Elements of the old spec stand beside those that are stored, where the two are equal: whatever keys the stored ones were
put in under, after a comparison or before it; a key that is not written may still be among those that were given."""

from __future__ import annotations

from dataclasses import dataclass, field, replace


@dataclass
class Meta:
    generation: int = 0


@dataclass
class Bin:
    crop: str = ""
    label: str = ""


@dataclass
class SiloSpec:
    height: int = 0
    bins: list[Bin] = field(default_factory=list)
    owners: dict[str, str] = field(default_factory=dict)


@dataclass
class Silo:
    metadata: Meta = field(default_factory=Meta)
    spec: SiloSpec = field(default_factory=SiloSpec)


class Numbered:  # expect: generation-not-bumped-on-spec-change
    def prepare_for_create(self, ctx: object, obj: Silo) -> None:
        obj.metadata.generation = 1


def bump(obj: Silo, old: Silo, changed: bool) -> None:
    obj.metadata.generation = old.metadata.generation + (1 if changed else 0)


class AppendedStrategy(Numbered):
    # expect: generation-bumped-without-spec-change, generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx: object, obj: Silo, old: Silo) -> None:
        for each in obj.spec.bins[1:]:
            each.label = ""
        bump(obj, old, replace(obj.spec, height=0) != replace(old.spec, height=0))
        obj.spec.bins += [Bin()]


class InsertedStrategy(Numbered):
    # expect: generation-not-bumped-on-spec-change
    # unproven: generation-bumped-without-spec-change
    def prepare_for_update(self, ctx: object, obj: Silo, old: Silo) -> None:
        for each in obj.spec.bins[1:]:
            each.label = ""
        bump(obj, old, replace(obj.spec, height=0) != replace(old.spec, height=0))
        obj.spec.bins.insert(0, Bin())


class AskedForAKeyStrategy(Numbered):
    # expect: generation-bumped-without-spec-change, generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx: object, obj: Silo, old: Silo) -> None:
        obj.spec.owners = {key: owner or "nobody" for key, owner in obj.spec.owners.items()}
        bump(obj, old, "north" in old.spec.owners)


class AskedWhetherThereAreTwoStrategy(Numbered):
    # expect: generation-bumped-without-spec-change, generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx: object, obj: Silo, old: Silo) -> None:
        obj.spec.bins = [Bin("oats"), Bin("rye")]
        bump(obj, old, len(old.spec.bins) > 1)


class AppendedBeforeStrategy(Numbered):
    def prepare_for_update(self, ctx: object, obj: Silo, old: Silo) -> None:
        for each in obj.spec.bins[1:]:
            each.label = ""
        obj.spec.bins += [Bin()]
        bump(obj, old, obj.spec != old.spec)


class PutTogetherAsTwoStrategy(Numbered):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx: object, obj: Silo, old: Silo) -> None:
        obj.spec.bins = [Bin("oats"), Bin("rye")]
        bump(obj, old, len(old.spec.bins) < 2)


class EmptiedStrategy(Numbered):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx: object, obj: Silo, old: Silo) -> None:
        obj.spec.owners = {}
        bump(obj, old, "north" in old.spec.owners)


def filled(obj: Silo) -> None:
    obj.spec.bins = [Bin("oats"), Bin("rye")]


class LastOneStrategy(Numbered):
    # expect: generation-bumped-without-spec-change, generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx: object, obj: Silo, old: Silo) -> None:
        filled(obj)
        bump(obj, old, bool(old.spec.bins) and old.spec.bins[-1].crop == "rye")


class FirstOneStrategy(Numbered):
    # expect: generation-bumped-without-spec-change, generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx: object, obj: Silo, old: Silo) -> None:
        filled(obj)
        bump(obj, old, bool(old.spec.bins) and old.spec.bins[0].crop == "oats")


class AnyOneStrategy(Numbered):
    # expect: generation-bumped-without-spec-change, generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx: object, obj: Silo, old: Silo) -> None:
        filled(obj)
        bump(obj, old, any(each.crop == "oats" for each in old.spec.bins))


class AllInOrderStrategy(Numbered):
    # expect: generation-bumped-without-spec-change, generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx: object, obj: Silo, old: Silo) -> None:
        filled(obj)
        bump(obj, old, [each.crop for each in old.spec.bins] == ["oats", "rye"])


class NoneOfTheseStrategy(Numbered):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx: object, obj: Silo, old: Silo) -> None:
        filled(obj)
        bump(obj, old, any(each.crop not in ("oats", "rye") for each in old.spec.bins))


class AnotherLastOneStrategy(Numbered):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx: object, obj: Silo, old: Silo) -> None:
        filled(obj)
        bump(obj, old, not old.spec.bins or old.spec.bins[-1].crop != "rye")


class EmptyStrategy(Numbered):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx: object, obj: Silo, old: Silo) -> None:
        obj.spec.bins = []
        bump(obj, old, any(each.crop != "oats" for each in old.spec.bins))


class FilteredStrategy(Numbered):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx: object, obj: Silo, old: Silo) -> None:
        obj.spec.bins = [each for each in obj.spec.bins if each.crop]
        bump(obj, old, any(each.crop == "" for each in old.spec.bins))


class OneOfThreeStrategy(Numbered):  # expect: generation-not-bumped-on-spec-change
    # unproven: generation-bumped-without-spec-change
    def prepare_for_update(self, ctx: object, obj: Silo, old: Silo) -> None:
        obj.spec.bins = [Bin("oats"), Bin("rye"), Bin("spelt")]
        bump(obj, old, any(each.crop == "rye" for each in old.spec.bins))


class NumberOfThreeStrategy(Numbered):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx: object, obj: Silo, old: Silo) -> None:
        obj.spec.bins = [Bin("oats"), Bin("rye"), Bin("spelt")]
        bump(obj, old, len(old.spec.bins) != 3)


def owned(obj: Silo) -> None:
    obj.spec.owners = {"north": "ada"}


class NumberOfOwnersStrategy(Numbered):
    # expect: generation-bumped-without-spec-change, generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx: object, obj: Silo, old: Silo) -> None:
        owned(obj)
        bump(obj, old, len(old.spec.owners) == 1)


class AnyOwnerStrategy(Numbered):
    # expect: generation-bumped-without-spec-change, generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx: object, obj: Silo, old: Silo) -> None:
        owned(obj)
        bump(obj, old, any(owner == "ada" for owner in old.spec.owners.values()))


class FirstKeyStrategy(Numbered):  # expect: generation-not-bumped-on-spec-change
    # unproven: generation-bumped-without-spec-change
    def prepare_for_update(self, ctx: object, obj: Silo, old: Silo) -> None:
        owned(obj)
        bump(obj, old, next(iter(old.spec.owners), None) == "north")


class SortedOwnersAsTextStrategy(Numbered):
    # unproven: generation-bumped-without-spec-change, generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx: object, obj: Silo, old: Silo) -> None:
        obj.spec.owners = dict(sorted(obj.spec.owners.items()))
        bump(obj, old, str(obj.spec.owners) != str(old.spec.owners))


class OwnersWithoutOneStrategy(Numbered):
    # unproven: generation-bumped-without-spec-change, generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx: object, obj: Silo, old: Silo) -> None:
        obj.spec.owners.pop("north", None)
        bump(obj, old, list(obj.spec.owners.values()) != list(old.spec.owners.values()))


class GoneOwnerStrategy(Numbered):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx: object, obj: Silo, old: Silo) -> None:
        obj.spec.owners.pop("north", None)
        bump(obj, old, "north" in old.spec.owners)
