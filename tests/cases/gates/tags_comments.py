"""Gates in comments, above a field or at its end, and in field metadata."""

from __future__ import annotations

from dataclasses import dataclass, field

from features import enabled


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class AboveSpec:
    name: str = ""
    # How much more than asked for.
    # +k8s:featureGate=Burst
    # +optional
    burst: int | None = None


@dataclass
class AtEndSpec:
    burst: int | None = None  # +featureGate=Burst
    other: int | None = None


@dataclass
class MetadataSpec:
    burst: int | None = field(default=None, metadata={"feature_gate": "Burst"})
    other: int | None = field(default=None, metadata={"doc": "not gated"})


@dataclass
class Above:
    metadata: ObjectMeta
    spec: AboveSpec


@dataclass
class AtEnd:
    metadata: ObjectMeta
    spec: AtEndSpec


@dataclass
class InMetadata:
    metadata: ObjectMeta
    spec: MetadataSpec


class AboveStrategy:
    def prepare_for_create(self, obj: Above) -> None:
        if not enabled("Burst"):
            obj.spec.burst = None

    def prepare_for_update(self, obj: Above, old: Above) -> None:
        if not enabled("Burst") and old.spec.burst is None:
            obj.spec.burst = None


class AboveForgottenStrategy:  # expect: gated-field-not-dropped[spec.burst]
    def prepare_for_create(self, obj: Above) -> None:
        obj.spec.name = obj.spec.name.lower()


class AtEndStrategy:
    def prepare_for_create(self, obj: AtEnd) -> None:
        if not enabled("Burst"):
            obj.spec.burst = None

    def prepare_for_update(self, obj: AtEnd, old: AtEnd) -> None:
        if not enabled("Burst") and old.spec.burst is None:
            obj.spec.burst = None


class AtEndWrongFieldStrategy:  # expect: gated-field-not-dropped[spec.burst], ungated-field-dropped[spec.other]
    def prepare_for_create(self, obj: AtEnd) -> None:
        if not enabled("Burst"):
            obj.spec.other = None

    def prepare_for_update(self, obj: AtEnd, old: AtEnd) -> None:
        if not enabled("Burst") and old.spec.burst is None:
            obj.spec.other = None


class InMetadataStrategy:
    def prepare_for_create(self, obj: InMetadata) -> None:
        if not enabled("Burst"):
            obj.spec.burst = None

    def prepare_for_update(self, obj: InMetadata, old: InMetadata) -> None:
        if not enabled("Burst") and old.spec.burst is None:
            obj.spec.burst = None


class InMetadataForgottenStrategy:  # expect: gated-field-not-dropped[spec.burst]
    def prepare_for_create(self, obj: InMetadata) -> None:
        if not enabled("Burst"):
            obj.spec.burst = None

    def prepare_for_update(self, obj: InMetadata, old: InMetadata) -> None:
        obj.metadata = old.metadata
