"""Functions that answer for gates once they are awaited: until then there is but a coroutine, which is always true."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from apimachinery.gates import FeatureGate


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class VatSpec:
    size: int = 0
    stirrer: Annotated[int | None, FeatureGate("Stirring")] = None


@dataclass
class Vat:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: VatSpec = field(default_factory=VatSpec)


class Gates:
    async def enabled(self, name: str) -> bool:
        return name == "Heating"


gates = Gates()


async def is_enabled(name: str) -> bool:
    return await gates.enabled(name)


ask = is_enabled


class AwaitedStrategy:
    async def prepare_for_create(self, ctx, obj: Vat) -> None:
        if not await gates.enabled("Stirring"):
            obj.spec.stirrer = None

    async def prepare_for_update(self, ctx, obj: Vat, old: Vat) -> None:
        asked = ask("Stirring")
        if old.spec.stirrer is None and not await asked:
            obj.spec.stirrer = None


class ForgottenStrategy:  # expect: gated-field-not-dropped
    async def prepare_for_create(self, ctx, obj: Vat) -> None:
        if not gates.enabled("Stirring"):
            obj.spec.stirrer = None

    async def prepare_for_update(self, ctx, obj: Vat, old: Vat) -> None:
        if old.spec.stirrer is None and not await is_enabled("Stirring"):
            obj.spec.stirrer = None


class ForgottenFunctionStrategy:  # expect: gated-field-not-dropped
    async def prepare_for_create(self, ctx, obj: Vat) -> None:
        if not is_enabled("Stirring"):
            obj.spec.stirrer = None

    async def prepare_for_update(self, ctx, obj: Vat, old: Vat) -> None:
        if old.spec.stirrer is None and not await is_enabled("Stirring"):
            obj.spec.stirrer = None


class ForgottenByAnotherNameStrategy:  # expect: gated-field-not-dropped
    async def prepare_for_create(self, ctx, obj: Vat) -> None:
        asked = ask("Stirring")
        if not asked:
            obj.spec.stirrer = None

    async def prepare_for_update(self, ctx, obj: Vat, old: Vat) -> None:
        if old.spec.stirrer is None and not await is_enabled("Stirring"):
            obj.spec.stirrer = None


class OnlyIfOnStrategy:  # expect: gated-field-dropped-when-enabled
    async def prepare_for_create(self, ctx, obj: Vat) -> None:
        if gates.enabled("Stirring"):
            obj.spec.stirrer = None

    async def prepare_for_update(self, ctx, obj: Vat, old: Vat) -> None:
        if old.spec.stirrer is None and not await is_enabled("Stirring"):
            obj.spec.stirrer = None
