"""Lists of keys, values or pairs of two equal mappings may differ: their keys come in the order in which they were put in."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""
    generation: int = 0


@dataclass
class MenuSpec:
    title: str = ""
    dishes: dict[str, int] = field(default_factory=dict)


@dataclass
class Menu:
    metadata: Meta
    spec: MenuSpec


class Counted:
    def prepare_for_create(self, obj: Menu) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Menu, old: Menu) -> None:
        if self.differ(obj.spec, old.spec):
            obj.metadata.generation = old.metadata.generation + 1

    def differ(self, new: MenuSpec, old: MenuSpec) -> bool:
        return new != old


class SortedNamesStrategy(Counted):
    def differ(self, new: MenuSpec, old: MenuSpec) -> bool:
        return sorted(new.dishes) != sorted(old.dishes) or new != old


class SetOfPairsStrategy(Counted):
    def differ(self, new: MenuSpec, old: MenuSpec) -> bool:
        return set(new.dishes.items()) != set(old.dishes.items()) or new != old


class ListOfNamesStrategy(Counted):  # unproven: generation-bumped-without-spec-change
    def differ(self, new: MenuSpec, old: MenuSpec) -> bool:
        return list(new.dishes) != list(old.dishes) or new != old


class TupleOfPricesStrategy(Counted):  # unproven: generation-bumped-without-spec-change
    def differ(self, new: MenuSpec, old: MenuSpec) -> bool:
        return tuple(new.dishes.values()) != tuple(old.dishes.values()) or new != old


class ListOfPairsStrategy(Counted):  # unproven: generation-bumped-without-spec-change
    def differ(self, new: MenuSpec, old: MenuSpec) -> bool:
        return list(new.dishes.items()) != list(old.dishes.items()) or new != old


class ReorderedStrategy(Counted):  # expect: generation-bumped-without-spec-change
    def differ(self, new: MenuSpec, old: MenuSpec) -> bool:
        return new != old or [*new.dishes] != [*old.dishes] and new == old


class FirstPairStrategy(Counted):  # unproven: generation-bumped-without-spec-change
    def differ(self, new: MenuSpec, old: MenuSpec) -> bool:
        return next(iter(new.dishes.items()), None) != next(iter(old.dishes.items()), None) or new != old


class FirstIsSoupStrategy(Counted):  # unproven: generation-bumped-without-spec-change
    def differ(self, new: MenuSpec, old: MenuSpec) -> bool:
        return (next(iter(new.dishes), "") == "soup" and next(iter(old.dishes), "") != "soup") or new != old


class FirstPriceStrategy(Counted):  # unproven: generation-bumped-without-spec-change
    def differ(self, new: MenuSpec, old: MenuSpec) -> bool:
        return (next(iter(new.dishes.values()), 0) > 9 and next(iter(old.dishes.values()), 0) <= 9) or new != old


class PairwiseStrategy(Counted):  # unproven: generation-bumped-without-spec-change
    def differ(self, new: MenuSpec, old: MenuSpec) -> bool:
        return any(mine != its for mine, its in zip(new.dishes.values(), old.dishes.values())) or new != old


class PricesInWordsStrategy(Counted):  # unproven: generation-bumped-without-spec-change
    def differ(self, new: MenuSpec, old: MenuSpec) -> bool:
        return list(map(str, new.dishes.values())) != list(map(str, old.dishes.values())) or new != old


class JoinedNamesStrategy(Counted):  # unproven: generation-bumped-without-spec-change
    def differ(self, new: MenuSpec, old: MenuSpec) -> bool:
        return ", ".join(new.dishes) != ", ".join(old.dishes) or new != old


class LongestNameStrategy(Counted):  # unproven: generation-bumped-without-spec-change
    def differ(self, new: MenuSpec, old: MenuSpec) -> bool:
        return max(new.dishes, key=len, default="") != max(old.dishes, key=len, default="") or new != old


class DearStrategy(Counted):
    def differ(self, new: MenuSpec, old: MenuSpec) -> bool:
        was_dear = any(price > 9 for price in old.dishes.values())
        return (any(price > 9 for price in new.dishes.values()) and not was_dear) or new != old


class SumOfPricesStrategy(Counted):
    def differ(self, new: MenuSpec, old: MenuSpec) -> bool:
        return sum(new.dishes.values()) != sum(old.dishes.values()) or new != old


class OneDishStrategy(Counted):
    def differ(self, new: MenuSpec, old: MenuSpec) -> bool:
        if len(new.dishes) > 1 or len(old.dishes) > 1:
            raise ValueError("one dish a menu")
        return next(iter(new.dishes), "") != next(iter(old.dishes), "") or new != old


class NamedDishStrategy(Counted):
    def differ(self, new: MenuSpec, old: MenuSpec) -> bool:
        return new.dishes.get("soup") != old.dishes.get("soup") or new != old


# The same, where the wholes were found equal before.


class FirstOfEqualMenusStrategy(Counted):  # unproven: generation-bumped-without-spec-change
    def differ(self, new: MenuSpec, old: MenuSpec) -> bool:
        return new != old or next(iter(new.dishes), "") != next(iter(old.dishes), "")


class FirstPriceOfEqualMenusStrategy(Counted):  # unproven: generation-bumped-without-spec-change
    def differ(self, new: MenuSpec, old: MenuSpec) -> bool:
        return new != old or next(iter(new.dishes.values()), 0) != next(iter(old.dishes.values()), 0)


class FirstNamedOfEqualMenusStrategy(Counted):  # unproven: generation-bumped-without-spec-change
    def differ(self, new: MenuSpec, old: MenuSpec) -> bool:
        mine = its = ""
        for name in new.dishes:
            mine = mine or name
        for name in old.dishes:
            its = its or name
        return new != old or mine != its


class PairwiseEqualMenusStrategy(Counted):  # unproven: generation-bumped-without-spec-change
    def differ(self, new: MenuSpec, old: MenuSpec) -> bool:
        return new != old or any(mine != its for mine, its in zip(new.dishes.values(), old.dishes.values()))


class FreeFirstOfEqualMenusStrategy(Counted):  # unproven: generation-bumped-without-spec-change
    def differ(self, new: MenuSpec, old: MenuSpec) -> bool:
        return new != old or bool(next(iter(new.dishes.values()), 0)) is not bool(next(iter(old.dishes.values()), 0))


class FreeDishOfEqualMenusStrategy(Counted):
    def differ(self, new: MenuSpec, old: MenuSpec) -> bool:
        return new != old or all(new.dishes.values()) is not all(old.dishes.values())


class OneOfEqualMenusStrategy(Counted):
    def differ(self, new: MenuSpec, old: MenuSpec) -> bool:
        if len(new.dishes) > 1:
            raise ValueError("one dish a menu")
        return new != old or next(iter(new.dishes), "") != next(iter(old.dishes), "")
