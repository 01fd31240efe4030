"""Create and update have functions of their own; locals alias the parts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from apimachinery.gates import FeatureGate
from features import enabled


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class ClaimSpec:
    size: int = 0
    source: Annotated[str | None, FeatureGate("Source")] = None


@dataclass
class ClaimStatus:
    allocated: Annotated[int | None, FeatureGate("Allocated")] = None


@dataclass
class Claim:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: ClaimSpec = field(default_factory=ClaimSpec)
    status: ClaimStatus = field(default_factory=ClaimStatus)


def drop_on_create(claim: Claim) -> None:
    spec = claim.spec
    if not enabled("Source"):
        spec.source = None


def drop_on_update(claim: Claim, old: Claim) -> None:
    spec, old_spec = claim.spec, old.spec
    if enabled("Source"):
        return
    if old_spec.source is not None:
        return
    spec.source = None


class SplitStrategy:
    def prepare_for_create(self, obj: Claim) -> None:
        obj.status = ClaimStatus()
        drop_on_create(obj)

    def prepare_for_update(self, obj: Claim, old: Claim) -> None:
        obj.status = old.status
        drop_on_update(obj, old)


class CreateOnlyStrategy(SplitStrategy):  # expect: gated-field-not-dropped[spec.source]
    """Where update validation forbids the field anyway, this is an exception to ask for."""

    def prepare_for_update(self, obj: Claim, old: Claim) -> None:
        obj.status = old.status


class CreateFunctionOnUpdateStrategy(SplitStrategy):  # expect: gated-field-dropped-in-use[spec.source]
    def prepare_for_update(self, obj: Claim, old: Claim) -> None:
        obj.status = old.status
        drop_on_create(obj)


class ClaimStatusStrategy(SplitStrategy):
    def prepare_for_update(self, obj: Claim, old: Claim) -> None:
        obj.spec = old.spec
        if not enabled("Allocated") and old.status.allocated is None:
            obj.status.allocated = None


class SpecDecidesStatusStrategy(SplitStrategy):
    # unproven: gated-field-not-dropped[status.allocated]
    # expect: gated-field-dropped-in-use[status.allocated]
    """The in-use test looks at spec, the drop is in status."""

    def prepare_for_update(self, obj: Claim, old: Claim) -> None:
        obj.spec = old.spec
        if not enabled("Allocated") and old.spec.source is None:
            obj.status.allocated = None


class WrongGateStatusStrategy(SplitStrategy):
    # expect: gated-field-not-dropped[status.allocated], gated-field-dropped-when-enabled[status.allocated]
    # undecided: ungated-field-dropped
    def prepare_for_update(self, obj: Claim, old: Claim) -> None:
        obj.spec = old.spec
        if not enabled("Source") and old.status.allocated is None:
            obj.status.allocated = None
