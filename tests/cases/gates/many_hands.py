"""Gates asked for and fields dropped in many hands' ways."""

from __future__ import annotations

import dataclasses
import enum
from dataclasses import dataclass, field
from typing import Annotated, Optional

import features
from apimachinery.gates import FeatureGate, is_enabled
from features import utils as feature_utils


class Gate(str, enum.Enum):
    SHIELD = "Shield"
    CLOAK = "Cloak"


SHIELD = "Shield"


@dataclass
class Meta:
    name: str = ""


@dataclass
class Cloak:
    colour: str = ""
    # +featureGate=Shield
    lining: Optional[str] = None


@dataclass
class Spec:
    speed: int = 0
    shield: Annotated[Optional[str], FeatureGate("Shield")] = None
    cloak: Optional[Cloak] = field(default=None, metadata={"feature_gate": "Cloak"})


@dataclass
class Ship:
    metadata: Meta
    spec: Spec


def shield_in_use(ship: Optional[Ship]) -> bool:
    return bool(ship) and ship.spec.shield is not None


def cloak_in_use(ship: Optional[Ship]) -> bool:
    return ship is not None and ship.spec.cloak is not None


def lining_in_use(ship: Optional[Ship]) -> bool:
    if ship is None or ship.spec.cloak is None:
        return False
    return ship.spec.cloak.lining is not None


class EnumStrategy:
    def prepare_for_create(self, ctx, ship: Ship) -> None:
        drop(ship, None)

    def prepare_for_update(self, ctx, ship: Ship, old: Ship) -> None:
        drop(ship, old)


def drop(ship: Ship, old: Optional[Ship]) -> None:
    if not features.enabled(Gate.SHIELD) and not shield_in_use(old):
        ship.spec.shield = None
    if not features.enabled(Gate.CLOAK.value) and not cloak_in_use(old):
        ship.spec.cloak = None
    if not features.enabled(SHIELD) and not lining_in_use(old):
        if ship.spec.cloak is not None:
            ship.spec.cloak.lining = None


class FlagVariableStrategy:
    def prepare_for_create(self, ctx, ship: Ship) -> None:
        self._drop(ship, None)

    def prepare_for_update(self, ctx, ship: Ship, old: Ship) -> None:
        self._drop(ship, old)

    def _drop(self, ship: Ship, old: Optional[Ship]) -> None:
        keep_shield = is_enabled("Shield") or shield_in_use(old)
        keep_lining = is_enabled("Shield") or lining_in_use(old)
        keep_cloak = is_enabled("Cloak") or cloak_in_use(old)
        ship.spec.shield = ship.spec.shield if keep_shield else None
        ship.spec.cloak = ship.spec.cloak if keep_cloak else None
        if ship.spec.cloak and not keep_lining:
            ship.spec.cloak = dataclasses.replace(ship.spec.cloak, lining=None)


class ReplaceStrategy:
    def prepare_for_create(self, ctx, ship: Ship) -> Ship:
        return self._dropped(ship, None)

    def prepare_for_update(self, ctx, ship: Ship, old: Ship) -> Ship:
        return self._dropped(ship, old)

    def _dropped(self, ship: Ship, old: Optional[Ship]) -> Ship:
        spec = ship.spec
        if not (features.gate.is_enabled("Shield") or shield_in_use(old)):
            spec = dataclasses.replace(spec, shield=None)
        if not (features.gate.is_enabled("Shield") or lining_in_use(old)) and spec.cloak:
            spec = dataclasses.replace(spec, cloak=dataclasses.replace(spec.cloak, lining=None))
        if not (features.gate.is_enabled("Cloak") or cloak_in_use(old)):
            spec = dataclasses.replace(spec, cloak=None)
        return dataclasses.replace(ship, spec=spec)


class MatchStrategy:
    """Asks by match, in one go for both gates."""

    def prepare_for_create(self, ctx, ship: Ship) -> None:
        match features.enabled("Shield"), features.enabled("Cloak"):
            case True, True:
                pass
            case True, False:
                ship.spec.cloak = None
            case False, True:
                ship.spec.shield = None
                if ship.spec.cloak:
                    ship.spec.cloak.lining = None
            case _:
                ship.spec.shield = ship.spec.cloak = None

    def prepare_for_update(self, ctx, ship: Ship, old: Ship) -> None:
        drop(ship, old)


class CreateOnlyStrategy:  # expect: gated-field-not-dropped[spec.shield], gated-field-not-dropped[spec.cloak]
    # expect: gated-field-not-dropped[spec.cloak.lining]
    def prepare_for_create(self, ctx, ship: Ship) -> None:
        drop(ship, None)

    def prepare_for_update(self, ctx, ship: Ship, old: Ship) -> None:
        pass


class ForgetsOldStrategy:
    # expect: gated-field-dropped-in-use[spec.shield], gated-field-dropped-in-use[spec.cloak]
    # expect: gated-field-dropped-in-use[spec.cloak.lining]
    def prepare_for_create(self, ctx, ship: Ship) -> None:
        drop(ship, None)

    def prepare_for_update(self, ctx, ship: Ship, old: Ship) -> None:
        drop(ship, None)


class LooksAtTheNewStrategy:
    # expect: gated-field-not-dropped[spec.shield]
    def prepare_for_create(self, ctx, ship: Ship) -> None:
        drop(ship, None)

    def prepare_for_update(self, ctx, ship: Ship, old: Ship) -> None:
        kept = ship.spec.shield
        drop(ship, old)
        if ship.spec.speed:
            ship.spec.shield = kept


class WrongGateStrategy:
    # expect: gated-field-not-dropped[spec.shield], gated-field-dropped-when-enabled[spec.shield]
    # expect: ungated-field-dropped[spec.shield]
    def prepare_for_create(self, ctx, ship: Ship) -> None:
        drop(ship, None)

    def prepare_for_update(self, ctx, ship: Ship, old: Ship) -> None:
        before = ship.spec.shield
        drop(ship, old)
        ship.spec.shield = before
        if not features.enabled("Cloak") and not shield_in_use(old):
            ship.spec.shield = None


class SpeedStrategy:  # expect: ungated-field-dropped[spec.speed]
    def prepare_for_create(self, ctx, ship: Ship) -> None:
        drop(ship, None)
        if not features.enabled("Shield"):
            ship.spec.speed = 0

    def prepare_for_update(self, ctx, ship: Ship, old: Ship) -> None:
        drop(ship, old)


class AlwaysStrategy:
    # expect: gated-field-dropped-in-use[spec.shield], gated-field-dropped-when-enabled[spec.shield]
    def prepare_for_create(self, ctx, ship: Ship) -> None:
        drop(ship, None)
        ship.spec.shield = None

    def prepare_for_update(self, ctx, ship: Ship, old: Ship) -> None:
        drop(ship, old)
        ship.spec.shield = None


class DefaultsStrategy:
    """A server default for an unset field is fine while the gate is on."""

    def prepare_for_create(self, ctx, ship: Ship) -> None:
        drop(ship, None)
        if features.enabled("Shield") and ship.spec.shield is None:
            ship.spec.shield = "standard"

    def prepare_for_update(self, ctx, ship: Ship, old: Ship) -> None:
        drop(ship, old)


class NotCalledStrategy:
    def prepare_for_create(self, ctx, ship: Ship) -> None:
        drop(ship, None)

    def prepare_for_update(self, ctx, ship: Ship, old: Ship) -> None:
        drop(ship, old)


def allow_shields() -> bool:
    return features.enabled("Shield")


def ready(ship: Ship) -> bool:  # expect: gate-not-called
    if ship.spec.speed and allow_shields:
        return True
    return False


def also_ready(ship: Ship) -> bool:
    checks = [allow_shields, lambda: bool(ship.spec.speed)]
    return all(check() for check in checks) and bool(feature_utils.later(allow_shields))


class WhileGateStrategy:  # expect: gate-not-called
    def prepare_for_create(self, ctx, ship: Ship) -> None:
        drop(ship, None)
        label = "on" if not allow_shields else "off"
        print(label)

    def prepare_for_update(self, ctx, ship: Ship, old: Ship) -> None:
        drop(ship, old)


class PluginStrategy:
    """Not every question of that name is about a feature gate."""

    def prepare_for_create(self, ctx, ship: Ship) -> None:
        drop(ship, None)
        if not ctx.plugins.enabled("audit"):
            ship.spec.speed = 0

    def prepare_for_update(self, ctx, ship: Ship, old: Ship) -> None:
        drop(ship, old)
