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
