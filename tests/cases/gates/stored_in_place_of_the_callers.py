"""A value that the server makes is stored in place of the caller's: only what the caller sent is the caller's."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated


class FeatureGate:
    def __init__(self, name: str) -> None:
        self.name = name


def enabled(gate: str) -> bool:
    return gate in ()


@dataclass
class Meta:
    name: str = ""
    generation: int = 0


@dataclass
class KilnSpec:
    hours: int = 0
    vented: Annotated[bool, FeatureGate("Vents")] = False
    heat: Annotated[int | None, FeatureGate("Heat")] = None
    glazes: Annotated[list[str], FeatureGate("Glazes")] = field(default_factory=list)


@dataclass
class Kiln:
    metadata: Meta = field(default_factory=Meta)
    spec: KilnSpec = field(default_factory=KilnSpec)


class KilnHooks:
    def prepare_for_create(self, ctx: object, obj: Kiln) -> None:
        obj.spec.vented &= enabled("Vents")
        if not enabled("Heat"):
            obj.spec.heat = None
        if not enabled("Glazes"):
            obj.spec.glazes = []
        obj.metadata.generation = 1

    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> None:
        self.drop(obj.spec, old.spec)
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1

    def drop(self, new: KilnSpec, old: KilnSpec) -> None:
        if not enabled("Vents") and not old.vented:
            new.vented = False
        if not enabled("Heat") and old.heat is None:
            new.heat = None
        if not enabled("Glazes") and not old.glazes:
            new.glazes = []


# ------------------------------------------------------------------------------------- the caller's, by another road


class EitherStrategy(KilnHooks):
    def drop(self, new: KilnSpec, old: KilnSpec) -> None:
        super().drop(new, old)
        new.vented &= old.vented | enabled("Vents")


class OldLastStrategy(KilnHooks):
    def drop(self, new: KilnSpec, old: KilnSpec) -> None:
        super().drop(new, old)
        new.vented = new.vented and (enabled("Vents") or old.vented)


class OldFirstStrategy(KilnHooks):
    def drop(self, new: KilnSpec, old: KilnSpec) -> None:
        super().drop(new, old)
        new.vented = (old.vented | enabled("Vents")) & new.vented


class CopiedStrategy(KilnHooks):
    def drop(self, new: KilnSpec, old: KilnSpec) -> None:
        super().drop(new, old)
        new.glazes = [glaze for glaze in new.glazes]
        if new.heat is None and enabled("Heat"):
            new.heat = new.hours * 3


class FoundEqualStrategy(KilnHooks):
    def drop(self, new: KilnSpec, old: KilnSpec) -> None:
        super().drop(new, old)
        if new.heat == new.hours * 3:
            new.heat = new.hours * 3


class FoundFixedStrategy(KilnHooks):
    def drop(self, new: KilnSpec, old: KilnSpec) -> None:
        super().drop(new, old)
        if new.heat == 900:
            new.heat = 900


# ------------------------------------------------------------------------------------------------ the server's choice


class AndEnabledStrategy(KilnHooks):  # expect: gated-field-dropped-in-use[spec.vented]
    def drop(self, new: KilnSpec, old: KilnSpec) -> None:
        super().drop(new, old)
        new.vented &= enabled("Vents")


class TurnedByGateStrategy(KilnHooks):  # expect: gated-field-dropped-when-enabled[spec.vented]
    def drop(self, new: KilnSpec, old: KilnSpec) -> None:
        super().drop(new, old)
        new.vented ^= enabled("Vents")


class OrHoursStrategy(KilnHooks):
    # expect: gated-field-dropped-in-use[spec.vented], gated-field-not-dropped[spec.vented]
    def drop(self, new: KilnSpec, old: KilnSpec) -> None:
        super().drop(new, old)
        new.vented |= new.hours > 3


class ComputedOfAnotherStrategy(KilnHooks):
    # expect: gated-field-dropped-in-use[spec.heat], gated-field-dropped-when-enabled[spec.heat]
    def drop(self, new: KilnSpec, old: KilnSpec) -> None:
        if not enabled("Heat") and old.heat is None:
            new.heat = None
        else:
            new.heat = new.hours // 10
        if not enabled("Vents") and not old.vented:
            new.vented = False
        if not enabled("Glazes") and not old.glazes:
            new.glazes = []


class LeastStrategy(KilnHooks):  # expect: gated-field-dropped-in-use[spec.heat]
    def drop(self, new: KilnSpec, old: KilnSpec) -> None:
        super().drop(new, old)
        if not enabled("Heat") and (before := old.heat) is not None:
            new.heat = min(new.heat or 0, before)


class FixedStrategy(KilnHooks):
    # expect: gated-field-dropped-in-use[spec.heat], gated-field-dropped-when-enabled[spec.heat]
    def drop(self, new: KilnSpec, old: KilnSpec) -> None:
        super().drop(new, old)
        new.heat = new.heat and 900


class OfAnotherFieldStrategy(KilnHooks):  # expect: gated-field-dropped-when-enabled[spec.heat]
    def drop(self, new: KilnSpec, old: KilnSpec) -> None:
        super().drop(new, old)
        new.heat = new.hours if enabled("Heat") else new.heat


class OnlyOnceStrategy(KilnHooks):  # unproven: gated-field-dropped-when-enabled[spec.glazes]
    def drop(self, new: KilnSpec, old: KilnSpec) -> None:
        super().drop(new, old)
        if enabled("Glazes"):
            new.glazes = list(dict.fromkeys(new.glazes))
