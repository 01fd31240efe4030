"""Compared too early, and not."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field, replace
from typing import Annotated

from apimachinery.gates import FeatureGate, enabled
from rally_rules import are_others, is_another_rally, is_another_size, tidy


@dataclass
class Meta:
    name: str = ""
    generation: int = 0


@dataclass
class Spec:
    size: int = 0
    names: list[str] = field(default_factory=list)
    turbo: Annotated[int | None, FeatureGate("Turbo")] = None


@dataclass
class Car:
    metadata: Meta
    spec: Spec


@dataclass
class RallySpec:
    size: int = 0
    closed: bool = False
    crews: list[str] = field(default_factory=list)


@dataclass
class Rally:
    metadata: Meta
    spec: RallySpec


def drop(obj: Car, old: Car | None) -> None:
    if enabled("Turbo") or (old is not None and old.spec.turbo is not None):
        return
    obj.spec.turbo = None


class Creates:  # expect: generation-not-bumped-on-spec-change, gated-field-not-dropped
    def prepare_for_create(self, obj: Car) -> None:
        drop(obj, None)
        obj.metadata.generation = 1


class EarlyStrategy(Creates):  # expect: generation-compared-too-early
    def prepare_for_update(self, obj: Car, old: Car) -> None:
        if obj.spec != old.spec:
            obj.metadata.generation += 1
        drop(obj, old)


class InTimeStrategy(Creates):
    def prepare_for_update(self, obj: Car, old: Car) -> None:
        drop(obj, old)
        if obj.spec != old.spec:
            obj.metadata.generation += 1


class RememberedStrategy(Creates):  # expect: generation-compared-too-early
    def prepare_for_update(self, obj: Car, old: Car) -> None:
        changed = obj.spec != old.spec
        drop(obj, old)
        obj.metadata.generation = old.metadata.generation + int(changed)


class NormalisedStrategy(Creates):  # expect: generation-compared-too-early
    def prepare_for_update(self, obj: Car, old: Car) -> None:
        drop(obj, old)
        if obj.spec != old.spec:
            obj.metadata.generation += 1
        obj.spec.names = sorted(obj.spec.names)


class FinallyStrategy(Creates):  # expect: generation-compared-too-early
    def prepare_for_update(self, obj: Car, old: Car) -> None:
        drop(obj, old)
        try:
            if obj.spec == old.spec:
                return
            obj.metadata.generation += 1
        finally:
            obj.spec.size = max(obj.spec.size, 1)


class HelperStrategy(Creates):  # expect: generation-compared-too-early
    def prepare_for_update(self, obj: Car, old: Car) -> None:
        self._bump(obj, old)
        self._drop(obj, old)

    def _bump(self, obj: Car, old: Car) -> None:
        if must_bump(old, obj):
            obj.metadata.generation = old.metadata.generation + 1

    def _drop(self, obj: Car, old: Car) -> None:
        drop(obj, old)


def must_bump(old: Car, new: Car) -> bool:
    if old.spec.size != new.spec.size:
        return True
    if old.spec.names != new.spec.names:
        return True
    return old.spec.turbo != new.spec.turbo


class HelperInTimeStrategy(HelperStrategy):
    def prepare_for_update(self, obj: Car, old: Car) -> None:
        self._drop(obj, old)
        self._bump(obj, old)


class ComparesACopyStrategy(Creates):
    """Normalises a copy for the comparison alone: nothing is changed afterwards."""

    def prepare_for_update(self, obj: Car, old: Car) -> None:
        drop(obj, old)
        before = copy.deepcopy(obj.spec)
        if before != old.spec:
            obj.metadata.generation += 1


class RebuiltStrategy(Creates):  # expect: generation-compared-too-early
    def prepare_for_update(self, obj: Car, old: Car) -> Car:
        generation = old.metadata.generation + (obj.spec != old.spec)
        drop(obj, old)
        return replace(obj, metadata=replace(obj.metadata, generation=generation))


class PutBackAfterwardsStrategy(Creates):  # expect: generation-compared-too-early
    """The old spec is put back after it was found different."""

    def prepare_for_update(self, obj: Car, old: Car) -> None:
        if obj.spec != old.spec:
            obj.metadata.generation += 1
        obj.spec = old.spec


class BaggedStrategy:  # unproven: generation-compared-too-early
    # unproven: generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    """A condition that can't be seen through was asked of the spec before that was changed."""

    def prepare_for_create(self, obj: Rally) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Rally, old: Rally) -> None:
        is_other = hash(repr(obj.spec)) != hash(repr(old.spec))
        obj.spec.size = max(obj.spec.size, 1)
        if is_other:
            obj.metadata.generation = old.metadata.generation + 1


class BaggedBehindStrategy:
    # unproven: generation-not-bumped-on-spec-change
    """The same, asked of what is stored."""

    def prepare_for_create(self, obj: Rally) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Rally, old: Rally) -> None:
        obj.spec.size = max(obj.spec.size, 1)
        if hash(repr(obj.spec)) != hash(repr(old.spec)):
            obj.metadata.generation = old.metadata.generation + 1


class PartlyPutBackStrategy:  # expect: generation-compared-too-early
    """A part of the old spec is put back after the two were compared."""

    def prepare_for_create(self, obj: Rally) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Rally, old: Rally) -> None:
        obj.metadata.generation = old.metadata.generation + (obj.spec != old.spec)
        if old.spec.closed:
            obj.spec = replace(old.spec, size=obj.spec.size)


class AskedBeforeStrategy:  # unproven: generation-compared-too-early
    # unproven: generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    """Code that nobody sees is given the spec itself, which is changed once more after its answer."""

    def prepare_for_create(self, obj: Rally) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Rally, old: Rally) -> None:
        is_other = is_another_rally(obj.spec, old.spec)
        obj.spec.size = 3
        if is_other:
            obj.metadata.generation = old.metadata.generation + 1


class AskedBeforeItWasTidiedStrategy(AskedBeforeStrategy):  # unproven: generation-compared-too-early
    # unproven: generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    """The change is another call that nobody sees: whether the answer shows it, nobody knows."""

    def prepare_for_update(self, obj: Rally, old: Rally) -> None:
        is_other = is_another_rally(obj.spec, old.spec)
        tidy(obj.spec)
        if is_other:
            obj.metadata.generation = old.metadata.generation + 1


class AskedBehindStrategy(AskedBeforeStrategy):
    # unproven: generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    """Code that nobody sees is asked of the spec when all is done, apart from what it does itself."""

    def prepare_for_update(self, obj: Rally, old: Rally) -> None:
        tidy(obj.spec)
        obj.spec.size = 3
        if is_another_rally(obj.spec, old.spec):
            obj.metadata.generation = old.metadata.generation + 1


class AskedOfEachPartStrategy(AskedBeforeStrategy):
    # unproven: generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    """One condition after another, each of its own part."""

    def prepare_for_update(self, obj: Rally, old: Rally) -> None:
        if is_another_size(obj.spec.size, old.spec.size) or are_others(obj.spec.crews, old.spec.crews):
            obj.metadata.generation = old.metadata.generation + 1


class CleanedTwiceStrategy(AskedBeforeStrategy):  # unproven: generation-compared-too-early
    # unproven: generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    """A list without what it has twice has nothing twice, in whatever form that is written."""

    def prepare_for_update(self, obj: Rally, old: Rally) -> None:
        obj.spec.crews = sorted(set(obj.spec.crews))
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
        obj.spec.crews = list(dict.fromkeys(obj.spec.crews))


class SortedAfterwardsStrategy(AskedBeforeStrategy):  # expect: generation-compared-too-early
    # unproven: generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    """A list without repetitions is in another order once it is sorted."""

    def prepare_for_update(self, obj: Rally, old: Rally) -> None:
        obj.spec.crews = list(dict.fromkeys(obj.spec.crews))
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
        obj.spec.crews = sorted(obj.spec.crews)


class CleanedAfterwardsStrategy(AskedBeforeStrategy):  # expect: generation-compared-too-early
    # unproven: generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    def prepare_for_update(self, obj: Rally, old: Rally) -> None:
        obj.spec.crews = [*obj.spec.crews]
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
        obj.spec.crews = list(dict.fromkeys(obj.spec.crews))


class StrippedTwiceStrategy(AskedBeforeStrategy):  # unproven: generation-compared-too-early
    # unproven: generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    def prepare_for_update(self, obj: Rally, old: Rally) -> None:
        obj.spec.crews = [crew.strip() for crew in obj.spec.crews]
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
        obj.spec.crews = [crew.strip() for crew in obj.spec.crews]


class CountedTwiceStrategy(AskedBeforeStrategy):  # expect: generation-compared-too-early
    # unproven: generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    """One more is another number each time."""

    def prepare_for_update(self, obj: Rally, old: Rally) -> None:
        obj.spec.size = obj.spec.size + 1
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
        obj.spec.size = obj.spec.size + 1
