"""Statuses made of the mapping of one that may be of a derived class, which has more than the declared one takes."""

from __future__ import annotations

from pydantic import BaseModel, Field


class QuarryMeta(BaseModel):
    name: str = ""


class QuarryStatus(BaseModel):
    depth: int = 0
    blasts: list[str] = Field(default_factory=list)


class FloodedQuarryStatus(QuarryStatus):
    pumps: int = 0


class Quarry(BaseModel):
    metadata: QuarryMeta = Field(default_factory=QuarryMeta)
    status: QuarryStatus = Field(default_factory=QuarryStatus)


class Emptied:
    def prepare_for_create(self, ctx, quarry: Quarry) -> None:
        quarry.status = QuarryStatus()

    def prepare_for_update(self, ctx, quarry: Quarry, old: Quarry) -> None:
        quarry.status = old.status


class CopiedStrategy(Emptied):
    def prepare_for_update(self, ctx, quarry: Quarry, old: Quarry) -> None:
        quarry.status = old.status.model_copy(update={"depth": old.status.depth})


class SpreadStrategy(Emptied):  # unproven: status-not-kept-on-update
    def prepare_for_update(self, ctx, quarry: Quarry, old: Quarry) -> None:
        quarry.status = QuarryStatus(**dict(old.status))


class SpreadNamespaceStrategy(Emptied):  # unproven: status-not-kept-on-update
    def prepare_for_update(self, ctx, quarry: Quarry, old: Quarry) -> None:
        quarry.status = QuarryStatus(**vars(old.status))


class ConstructedStrategy(Emptied):  # unproven: status-not-kept-on-update
    def prepare_for_update(self, ctx, quarry: Quarry, old: Quarry) -> None:
        quarry.status = QuarryStatus.model_construct(**dict(old.status))


class ValidatedStrategy(Emptied):  # unproven: status-not-kept-on-update
    def prepare_for_update(self, ctx, quarry: Quarry, old: Quarry) -> None:
        quarry.status = QuarryStatus.model_validate(dict(old.status))


class ValidatedItselfStrategy(Emptied):
    def prepare_for_update(self, ctx, quarry: Quarry, old: Quarry) -> None:
        quarry.status = QuarryStatus.model_validate(old.status)
