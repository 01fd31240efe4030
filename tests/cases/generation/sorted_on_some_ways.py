"""Lists that are put in order on some ways only: on the others they are in the order that was sent, or stored."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Meta:
    generation: int = 0


@dataclass
class MenuSpec:
    title: str = ""
    dishes: list[str] = field(default_factory=list)
    prices: list[int] = field(default_factory=list)


@dataclass
class Menu:
    metadata: Meta
    spec: MenuSpec


class Base:
    def prepare_for_create(self, ctx, menu: Menu) -> None:
        menu.metadata.generation = 1

    def prepare_for_update(self, ctx, menu: Menu, old: Menu) -> None:
        raise NotImplementedError


class ComparedAgainStrategy(Base):
    def prepare_for_update(self, ctx, menu: Menu, old: Menu) -> None:
        changed = menu.spec != old.spec
        if ctx.alphabetical:
            menu.spec.dishes.sort()
            changed = menu.spec != old.spec
        if changed:
            menu.metadata.generation = old.metadata.generation + 1


class TurnedStrategy(Base):
    def prepare_for_update(self, ctx, menu: Menu, old: Menu) -> None:
        is_same = old.spec == menu.spec
        if ctx.backwards:
            menu.spec.prices.reverse()
            is_same = old.spec == menu.spec
        if not is_same:
            menu.metadata.generation += 1


class NotComparedAgainStrategy(Base):  # expect: generation-compared-too-early
    def prepare_for_update(self, ctx, menu: Menu, old: Menu) -> None:
        changed = menu.spec != old.spec
        if ctx.alphabetical:
            menu.spec.dishes.sort()
        if changed:
            menu.metadata.generation = old.metadata.generation + 1
