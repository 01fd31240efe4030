"""Frozen objects, async hooks that return, and a template method that the children fill in."""

from __future__ import annotations

from typing import Any, Generic, Optional, TypeVar

from attrs import define, evolve, field

T = TypeVar("T")


@define(frozen=True)
class LampMeta:
    name: str = ""
    generation: int = 0
    labels: dict[str, str] = field(factory=dict)


@define(frozen=True)
class LampSpec:
    watts: int = 5
    colours: tuple[str, ...] = ()


@define(frozen=True)
class LampStatus:
    lit: bool = False


@define(frozen=True)
class Lamp:
    metadata: LampMeta
    spec: LampSpec
    status: Optional[LampStatus] = None


class FrozenStrategy(Generic[T]):  # unchecked
    """Hooks of frozen objects: ``prepared`` is the children's."""

    async def prepare_for_create(self, ctx: Any, obj: T) -> T:
        made = await self.prepared(ctx, obj, None)
        return evolve(made, status=None, metadata=evolve(made.metadata, generation=1))

    async def prepare_for_update(self, ctx: Any, obj: T, old: T) -> T:
        made = await self.prepared(ctx, obj, old)
        bump = int(made.spec != old.spec)
        return evolve(
            made,
            status=old.status,
            metadata=evolve(made.metadata, generation=old.metadata.generation + bump),
        )

    async def prepared(self, ctx: Any, obj: T, old: T | None) -> T:
        return obj


class LampStrategy(FrozenStrategy[Lamp]):
    async def prepared(self, ctx: Any, obj: Lamp, old: Lamp | None) -> Lamp:
        if obj.spec.watts < 0:
            raise ValueError("spec.watts is negative")
        colours = tuple(sorted(set(obj.spec.colours)))
        if colours == obj.spec.colours:
            return obj
        return evolve(obj, spec=evolve(obj.spec, colours=colours))


class LampStatusStrategy(FrozenStrategy[Lamp]):
    async def prepare_for_update(self, ctx: Any, obj: Lamp, old: Lamp) -> Lamp:
        return evolve(old, status=obj.status)


class LabelsCountLampStrategy(LampStrategy):  # expect: generation-bumped-without-spec-change[metadata.generation]
    async def prepare_for_update(self, ctx: Any, obj: Lamp, old: Lamp) -> Lamp:
        made = await super().prepare_for_update(ctx, obj, old)
        if made.metadata.labels != old.metadata.labels:
            made = evolve(made, metadata=evolve(made.metadata, generation=old.metadata.generation + 1))
        return made
