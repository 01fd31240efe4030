"""Gates that are asked for once, where a module is loaded, a strategy is made, or a result remembered: flags may be
parsed after that, and whoever asks then goes by what the gate was."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import Annotated, ClassVar

from apimachinery.gates import FeatureGate
from features import enabled


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class KilnSpec:
    size: int = 0
    glaze: Annotated[str | None, FeatureGate("Glaze")] = None


@dataclass
class Kiln:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: KilnSpec = field(default_factory=KilnSpec)


def in_use(old: Kiln | None) -> bool:
    return old is not None and old.spec.glaze is not None


class Dropping:
    """Drops the glaze unless its gate is on, as a class below says it."""

    def is_on(self) -> bool:
        return enabled("Glaze")

    def prepare_for_create(self, obj: Kiln) -> None:
        if not self.is_on():
            obj.spec.glaze = None

    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        if not self.is_on() and not in_use(old):
            obj.spec.glaze = None


GLAZE = enabled("Glaze")
STATES = {name: enabled(name) for name in ("Glaze",)}
ask_glaze = functools.partial(enabled, "Glaze")


def given(is_on: bool = enabled("Glaze")) -> bool:
    return is_on


@functools.lru_cache
def remembered() -> bool:
    return enabled("Glaze")


def asking_at_once(function):
    is_on = enabled("Glaze")
    return lambda: is_on and function()


def asking_later(function):
    return lambda: enabled("Glaze") and function()


@asking_at_once
def decorated_at_once() -> bool:
    return True


@asking_later
def decorated() -> bool:
    return True


@dataclass
class Switches:
    is_on: bool = enabled("Glaze")
    is_asked: bool = field(default_factory=lambda: enabled("Glaze"))


class VariableStrategy(Dropping):
    # unproven: gated-field-not-dropped[spec.glaze], gated-field-dropped-when-enabled[spec.glaze]
    def is_on(self) -> bool:
        return GLAZE


class TableStrategy(Dropping):
    # unproven: gated-field-not-dropped[spec.glaze], gated-field-dropped-when-enabled[spec.glaze]
    def is_on(self) -> bool:
        return STATES["Glaze"]


class DefaultStrategy(Dropping):
    # unproven: gated-field-not-dropped[spec.glaze], gated-field-dropped-when-enabled[spec.glaze]
    def is_on(self) -> bool:
        return given()


class GivenAnewStrategy(Dropping):
    def is_on(self) -> bool:
        return given(enabled("Glaze"))


class ClassAttributeStrategy(Dropping):
    # unproven: gated-field-not-dropped[spec.glaze], gated-field-dropped-when-enabled[spec.glaze]
    glaze: ClassVar[bool] = enabled("Glaze")

    def is_on(self) -> bool:
        return type(self).glaze


class FieldOfAnObjectStrategy(Dropping):
    # unproven: gated-field-not-dropped[spec.glaze], gated-field-dropped-when-enabled[spec.glaze]
    def is_on(self) -> bool:
        return Switches().is_on


class MadeForEachObjectStrategy(Dropping):
    def is_on(self) -> bool:
        return Switches().is_asked


class ConstructorStrategy(Dropping):
    # unproven: gated-field-not-dropped[spec.glaze], gated-field-dropped-when-enabled[spec.glaze]
    def __init__(self) -> None:
        self.glaze = enabled("Glaze")

    def is_on(self) -> bool:
        return self.glaze


class AskedByAnEarlierCallStrategy(Dropping):
    # unproven: gated-field-not-dropped[spec.glaze], gated-field-dropped-when-enabled[spec.glaze]
    _glaze: bool | None = None

    def is_on(self) -> bool:
        if self._glaze is None:
            self._glaze = enabled("Glaze")
        return self._glaze


class RememberedStrategy(Dropping):
    # unproven: gated-field-not-dropped[spec.glaze], gated-field-dropped-when-enabled[spec.glaze]
    def is_on(self) -> bool:
        return remembered()


class CachedPropertyStrategy(Dropping):
    # unproven: gated-field-not-dropped[spec.glaze], gated-field-dropped-when-enabled[spec.glaze]
    @functools.cached_property
    def glaze(self) -> bool:
        return enabled("Glaze")

    def is_on(self) -> bool:
        return self.glaze


class PropertyStrategy(Dropping):
    @property
    def glaze(self) -> bool:
        return enabled("Glaze")

    def is_on(self) -> bool:
        return self.glaze


class AskedByADecoratorStrategy(Dropping):
    # unproven: gated-field-not-dropped[spec.glaze], gated-field-dropped-when-enabled[spec.glaze]
    def is_on(self) -> bool:
        return decorated_at_once()


class AskedInADecoratedFunctionStrategy(Dropping):
    def is_on(self) -> bool:
        return decorated()


class FunctionInAVariableStrategy(Dropping):
    def is_on(self) -> bool:
        return ask_glaze()


class AskedAgainStrategy(Dropping):  # unproven: gated-field-not-dropped[spec.glaze]
    """A field that is dropped although the gate was on then is dropped by the one that is off now, too."""

    def is_on(self) -> bool:
        return GLAZE or enabled("Glaze")


class AnotherFieldStrategy:  # expect: ungated-field-dropped[spec.size]
    # unproven: gated-field-not-dropped[spec.glaze], gated-field-dropped-when-enabled[spec.glaze]
    """The answer that the gate gave then clears a field that does not carry it."""

    def prepare_for_create(self, obj: Kiln) -> None:
        if not GLAZE:
            obj.spec.glaze = None
            obj.spec.size = 0

    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        if not GLAZE and not in_use(old):
            obj.spec.glaze = None


class NeverDroppedStrategy:  # expect: gated-field-not-dropped[spec.glaze]
    """The field stays, whatever the gate was."""

    def prepare_for_create(self, obj: Kiln) -> None:
        if GLAZE:
            obj.spec.size = 3

    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        if not GLAZE:
            obj.spec.size = 5
