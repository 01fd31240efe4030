"""More ways to compare and to count."""

from __future__ import annotations

import copy
import dataclasses
import hashlib
import json
from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""
    generation: int = 0
    annotations: dict[str, str] = field(default_factory=dict)


@dataclass
class Inner:
    text: str = ""


@dataclass
class Spec:
    size: int = 0
    inner: Inner = field(default_factory=Inner)


@dataclass
class Crane:
    metadata: Meta
    spec: Spec


class Creates:  # expect: generation-not-bumped-on-spec-change
    def prepare_for_create(self, obj: Crane) -> None:
        obj.metadata.generation = 1


class TernaryStrategy(Creates):
    def prepare_for_update(self, obj: Crane, old: Crane) -> None:
        obj.metadata.generation = old.metadata.generation + 1 if obj.spec != old.spec else old.metadata.generation


class BoolAsIntStrategy(Creates):
    def prepare_for_update(self, obj: Crane, old: Crane) -> None:
        obj.metadata.generation = old.metadata.generation + (obj.spec != old.spec)


class IntOfBoolStrategy(Creates):
    def prepare_for_update(self, obj: Crane, old: Crane) -> None:
        obj.metadata.generation += int(not obj.spec == old.spec)


class AsDictStrategy(Creates):
    def prepare_for_update(self, obj: Crane, old: Crane) -> None:
        if dataclasses.asdict(obj.spec) != dataclasses.asdict(old.spec):
            obj.metadata.generation = 1 + old.metadata.generation


class HashStrategy(Creates):
    def prepare_for_update(self, obj: Crane, old: Crane) -> None:
        def digest(spec):
            return hashlib.sha256(json.dumps(dataclasses.asdict(spec), sort_keys=True).encode()).hexdigest()

        changed = digest(obj.spec) != digest(old.spec)
        if not changed:
            return
        obj.metadata.generation += 1


class FieldByFieldStrategy(Creates):
    def prepare_for_update(self, obj: Crane, old: Crane) -> None:
        same = obj.spec.size == old.spec.size and obj.spec.inner == old.spec.inner
        if not same:
            obj.metadata.generation += 1


class FieldByFieldMissesStrategy(Creates):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Crane, old: Crane) -> None:
        same = obj.spec.size == old.spec.size
        if not same:
            obj.metadata.generation += 1


class NestedFieldByFieldStrategy(Creates):
    def prepare_for_update(self, obj: Crane, old: Crane) -> None:
        if (obj.spec.size, obj.spec.inner.text) != (old.spec.size, old.spec.inner.text):
            obj.metadata.generation += 1


class AnyOfFieldsStrategy(Creates):
    def prepare_for_update(self, obj: Crane, old: Crane) -> None:
        if any(getattr(obj.spec, f.name) != getattr(old.spec, f.name) for f in dataclasses.fields(Spec)):
            obj.metadata.generation += 1


class AnyOfNamesMissesStrategy(Creates):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Crane, old: Crane) -> None:
        if any(getattr(obj.spec, name) != getattr(old.spec, name) for name in ["inner"]):
            obj.metadata.generation += 1


class SnapshotStrategy(Creates):
    def prepare_for_update(self, obj: Crane, old: Crane) -> None:
        before = copy.deepcopy(old.spec)
        obj.spec.size = max(obj.spec.size, 1)
        if obj.spec != before:
            obj.metadata.generation = old.metadata.generation + 1


class TwiceStrategy(Creates):  # expect: generation-not-bumped-on-spec-change
    """Two bumps for one change."""

    def prepare_for_update(self, obj: Crane, old: Crane) -> None:
        if obj.spec.size != old.spec.size:
            obj.metadata.generation += 1
        if obj.spec.inner != old.spec.inner:
            obj.metadata.generation += 1


class FlagStrategy(Creates):
    def prepare_for_update(self, obj: Crane, old: Crane) -> None:
        changed = False
        if obj.spec.size != old.spec.size:
            changed = True
        if obj.spec.inner != old.spec.inner:
            changed = True
        if changed:
            obj.metadata.generation = old.metadata.generation + 1


class NotNotStrategy(Creates):
    def prepare_for_update(self, obj: Crane, old: Crane) -> None:
        match obj.spec == old.spec:
            case True:
                pass
            case False:
                obj.metadata.generation += 1


class CallersCountStrategy(Creates):
    """obj.generation is the old one by promise of the framework."""

    def prepare_for_update(self, obj: Crane, old: Crane) -> None:
        generation = obj.metadata.generation
        obj.metadata = dataclasses.replace(obj.metadata, generation=generation + (1 if obj.spec != old.spec else 0))


class WrongWayStrategy(Creates):
    # expect: generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    def prepare_for_update(self, obj: Crane, old: Crane) -> None:
        if obj.spec == old.spec:
            obj.metadata.generation += 1


class IdentityStrategy(Creates):  # expect: generation-bumped-without-spec-change
    """Two objects are never one."""

    def prepare_for_update(self, obj: Crane, old: Crane) -> None:
        if obj.spec is not old.spec:
            obj.metadata.generation += 1


class AnnotationsTooStrategy(Creates):  # expect: generation-bumped-without-spec-change
    def prepare_for_update(self, obj: Crane, old: Crane) -> None:
        if obj.spec != old.spec or obj.metadata.annotations != old.metadata.annotations:
            obj.metadata.generation += 1


class OldChangedFirstStrategy(Creates):
    # expect: generation-bumped-without-spec-change, generation-not-bumped-on-spec-change
    """Old is the old object as it was at entry."""

    def prepare_for_update(self, obj: Crane, old: Crane) -> None:
        old.spec.size = 0
        if obj.spec != old.spec:
            obj.metadata.generation += 1


class ZeroOnCreateStrategy:  # expect: generation-not-set-on-create
    def prepare_for_create(self, obj: Crane) -> None:
        obj.metadata.generation += 1

    def prepare_for_update(self, obj: Crane, old: Crane) -> None:
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class OrOneStrategy:  # expect: generation-not-set-on-create
    def prepare_for_create(self, obj: Crane) -> None:
        obj.metadata.generation = obj.metadata.generation or 1

    def prepare_for_update(self, obj: Crane, old: Crane) -> None:
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class PutsSpecBackStrategy(Creates):
    """A hook that puts the old spec back can't change it."""

    def prepare_for_update(self, obj: Crane, old: Crane) -> None:
        obj.spec = old.spec


class BumpsInTryStrategy(Creates):
    def prepare_for_update(self, obj: Crane, old: Crane) -> None:
        try:
            changed = obj.spec != old.spec
        except Exception:
            raise
        else:
            obj.metadata.generation += changed


class MaxStrategy(Creates):  # expect: generation-bumped-without-spec-change
    def prepare_for_update(self, obj: Crane, old: Crane) -> None:
        obj.metadata.generation = max(old.metadata.generation, obj.metadata.generation) + 1
