"""Specs made anew of dumps that leave fields out: one that has another default comes back as another value, however
deep it lies; one that comes back as it was does not."""

from __future__ import annotations

from typing import Any, Optional

from pydantic import BaseModel, ConfigDict, Field


class Meta(BaseModel):
    name: str = ""


class Bell(BaseModel):
    """Without a tone on purpose, or with the usual one."""

    tone: Optional[int] = 440
    metal: str = "bronze"


class Clock(BaseModel):
    hands: Optional[int] = None
    face: str = "white"


class TowerSpec(BaseModel):
    height: int = 12
    bell: Optional[Bell] = None
    clock: Optional[Clock] = None
    clocks: list[Clock] = Field(default_factory=list)


class ChimeSpec(BaseModel):
    bells: list[Bell] = Field(default_factory=list)


class LedgerSpec(BaseModel):
    model_config = ConfigDict(extra="allow")
    pages: int = 0


class Tower(BaseModel):
    metadata: Meta
    spec: TowerSpec


class Chime(BaseModel):
    metadata: Meta
    spec: ChimeSpec


class Ledger(BaseModel):
    metadata: Meta
    spec: LedgerSpec


class WholePartAnewStatusStrategy:  # expect: spec-not-kept-on-status-update[spec]
    def prepare_for_update(self, obj: Tower, old: Tower) -> None:
        obj.metadata = old.metadata
        obj.spec = TowerSpec.model_validate(old.spec.model_dump(exclude_none=True))


class WholeObjectAnewStatusStrategy:  # expect: spec-not-kept-on-status-update[spec]
    def prepare_for_update(self, obj: Tower, old: Tower) -> Tower:
        return Tower(**old.model_dump(exclude_none=True))


class ListAnewStatusStrategy:  # unproven: spec-not-kept-on-status-update[spec]
    def prepare_for_update(self, obj: Chime, old: Chime) -> None:
        obj.metadata = old.metadata
        obj.spec = ChimeSpec(**old.spec.model_dump(exclude_none=True))


class UndeclaredAnewStatusStrategy:  # unproven: spec-not-kept-on-status-update[spec]
    """Fields that nobody declared may be none, too."""

    def prepare_for_update(self, obj: Ledger, old: Ledger) -> None:
        obj.metadata = old.metadata
        obj.spec = LedgerSpec(**old.spec.model_dump(exclude_none=True))


class ClocksAloneStatusStrategy:
    """Fields that are none come back as none."""

    def prepare_for_update(self, obj: Tower, old: Tower) -> None:
        told = old.spec.model_dump(exclude_none=True, exclude={"bell"})
        obj.metadata = old.metadata
        obj.spec = TowerSpec.model_validate({**told, "bell": old.spec.bell})


class DefaultsComeBackStatusStrategy:
    def prepare_for_update(self, obj: Tower, old: Tower) -> Tower:
        return Tower.model_validate(old.model_dump(exclude_defaults=True))


class DefaultsInListsComeBackStatusStrategy:
    def prepare_for_update(self, obj: Chime, old: Chime) -> None:
        obj.metadata = old.metadata
        obj.spec = ChimeSpec(**old.spec.model_dump(exclude_defaults=True))


class NeverAskedForStatusStrategy:
    def prepare_for_update(self, obj: Tower, old: Tower) -> Tower:
        return Tower.model_validate(old.model_dump(exclude_none=False, exclude_defaults=False))


class AskedForBySomeStatusStrategy:  # expect: spec-not-kept-on-status-update[spec]
    def __init__(self, sparse: bool) -> None:
        self.sparse = sparse

    def prepare_for_update(self, obj: Tower, old: Tower) -> Tower:
        return Tower.model_validate(old.model_dump(exclude_none=self.sparse))


class LookedUpStatusStrategy:  # expect: spec-not-kept-on-status-update[spec]
    """The usual metal is not told, which this takes for iron."""

    def prepare_for_update(self, obj: Tower, old: Tower) -> None:
        told = old.model_dump(exclude_defaults=True)
        obj.metadata, obj.spec = old.metadata, old.spec.model_copy()
        if old.spec.bell is not None:
            obj.spec.bell = Bell(tone=old.spec.bell.tone, metal=told["spec"]["bell"].get("metal", "iron"))


class LookedUpInListsStatusStrategy:  # expect: spec-not-kept-on-status-update[spec]
    def prepare_for_update(self, obj: Chime, old: Chime) -> None:
        told: list[dict[str, Any]] = old.spec.model_dump(exclude_defaults=True).get("bells", [])
        obj.metadata = old.metadata
        obj.spec = ChimeSpec(bells=[Bell(tone=each.get("tone"), metal=each.get("metal", "bronze")) for each in told])


class CopiedInPartStatusStrategy:  # expect: spec-not-kept-on-status-update[spec]
    def prepare_for_update(self, obj: Tower, old: Tower) -> None:
        obj.metadata = old.metadata
        obj.spec = old.spec.copy(exclude={"height"})


class CopiedInPartAndFilledStatusStrategy:
    def prepare_for_update(self, obj: Tower, old: Tower) -> None:
        obj.metadata = old.metadata
        obj.spec = old.spec.copy(exclude={"height"})
        obj.spec.height = old.spec.height
