"""Gates of which nobody can tell which one is asked for, or whether one is asked for at all."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Annotated

from apimachinery.gates import FeatureGate
from features import enabled


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class LoomSpec:
    width: int = 0
    dye: Annotated[str | None, FeatureGate("Dye")] = None


@dataclass
class Loom:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: LoomSpec = field(default_factory=LoomSpec)


STATES = {"Dye": False}
NAMES = {"dye": "Dye", "width": "Width"}
_turned_on: set[str] = set()


def in_use(old: Loom | None) -> bool:
    return old is not None and old.spec.dye is not None


def turned_on(name: str) -> bool:
    return name in _turned_on


class ConstructedStrategy:
    # unproven: gated-field-not-dropped[spec.dye], gated-field-dropped-when-enabled[spec.dye]
    # unproven: ungated-field-dropped[spec.dye]
    """The gate's name comes with the constructor."""

    def __init__(self, gate: str) -> None:
        self.gate = gate

    def prepare_for_create(self, obj: Loom) -> None:
        if not enabled(self.gate):
            obj.spec.dye = None

    def prepare_for_update(self, obj: Loom, old: Loom) -> None:
        if not enabled(self.gate) and not in_use(old):
            obj.spec.dye = None


class ContextStrategy:
    # unproven: gated-field-not-dropped[spec.dye], gated-field-dropped-when-enabled[spec.dye]
    """The request's context may say whether the gate is on."""

    def prepare_for_create(self, ctx, obj: Loom) -> None:
        if not ctx.dyes:
            obj.spec.dye = None

    def prepare_for_update(self, ctx, obj: Loom, old: Loom) -> None:
        if not (ctx.dyes or in_use(old)):
            obj.spec.dye = None


class EnvironmentStrategy:
    # unproven: gated-field-not-dropped[spec.dye], gated-field-dropped-when-enabled[spec.dye]
    def prepare_for_create(self, obj: Loom) -> None:
        if os.environ.get("DYE") != "yes":
            obj.spec.dye = None

    def prepare_for_update(self, obj: Loom, old: Loom) -> None:
        if not os.getenv("DYE") and not in_use(old):
            obj.spec.dye = None


class NamesInATableStrategy:
    # unproven: gated-field-not-dropped[spec.dye], gated-field-dropped-when-enabled[spec.dye]
    def prepare_for_create(self, ctx, obj: Loom) -> None:
        if not enabled(NAMES[ctx.what]):
            obj.spec.dye = None

    def prepare_for_update(self, ctx, obj: Loom, old: Loom) -> None:
        if not enabled(NAMES.get(ctx.what)) and not in_use(old):
            obj.spec.dye = None


class StatesInATableStrategy:
    # unproven: gated-field-not-dropped[spec.dye], gated-field-dropped-when-enabled[spec.dye]
    """A table that anybody may change after it was written."""

    def prepare_for_create(self, obj: Loom) -> None:
        if not STATES["Dye"]:
            obj.spec.dye = None

    def prepare_for_update(self, obj: Loom, old: Loom) -> None:
        if not STATES.get("Dye", True) and not in_use(old):
            obj.spec.dye = None


class SetOfStatesStrategy:
    # unproven: gated-field-not-dropped[spec.dye], gated-field-dropped-when-enabled[spec.dye]
    def prepare_for_create(self, obj: Loom) -> None:
        if not turned_on("Dye"):
            obj.spec.dye = None

    def prepare_for_update(self, obj: Loom, old: Loom) -> None:
        if "Dye" not in _turned_on and not in_use(old):
            obj.spec.dye = None


class NeverDroppedStrategy:  # expect: gated-field-not-dropped[spec.dye]
    """Whichever gate it is: nothing is ever dropped."""

    def prepare_for_create(self, ctx, obj: Loom) -> None:
        if enabled(ctx.what):
            obj.spec.width = 3

    def prepare_for_update(self, ctx, obj: Loom, old: Loom) -> None:
        if not ctx.dyes:
            obj.spec.width = 5


class RefusingStrategy:  # expect: gated-field-not-dropped[spec.dye]
    """What the context decides is only whether the object is refused."""

    def prepare_for_create(self, ctx, obj: Loom) -> None:
        if not ctx.user:
            raise PermissionError

    def prepare_for_update(self, ctx, obj: Loom, old: Loom) -> None:
        if not enabled("Dye") and not in_use(old):
            obj.spec.dye = None


class BothWaysDroppedStrategy:
    """Whatever the context says, the field is dropped as it must be."""

    def prepare_for_create(self, ctx, obj: Loom) -> None:
        self.drop(ctx, obj, None)

    def prepare_for_update(self, ctx, obj: Loom, old: Loom) -> None:
        self.drop(ctx, obj, old)

    def drop(self, ctx, obj: Loom, old: Loom | None) -> None:
        if ctx.strict:
            obj.spec.width = max(obj.spec.width, 1)
        if enabled("Dye") or in_use(old):
            return
        if ctx.strict:
            obj.spec.dye = None
        else:
            del obj.spec.dye


class OtherFieldStrategy:  # unproven: ungated-field-dropped[spec.width]
    """A gate that can't be told clears a field that names none."""

    def prepare_for_create(self, ctx, obj: Loom) -> None:
        if not enabled("Dye"):
            obj.spec.dye = None
        if not enabled(ctx.what):
            obj.spec.width = 0

    def prepare_for_update(self, obj: Loom, old: Loom) -> None:
        if not enabled("Dye") and not in_use(old):
            obj.spec.dye = None
