"""A field of the metadata that holds nothing is reset by nothing, however it is written: ``None`` for an empty text, an
empty mapping for ``None``. What is inside the spec is stored as it was."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""
    finalizers: list[str] = field(default_factory=list)
    deletion_timestamp: str | None = None
    labels: dict[str, str] | None = None


@dataclass
class MooringSpec:
    length: int = 0
    mark: str | None = None


@dataclass
class MooringStatus:
    taken: bool = False


@dataclass
class Mooring:
    metadata: Meta
    spec: MooringSpec
    status: MooringStatus


class Base:
    def keep(self, obj: Mooring, old: Mooring) -> None:
        obj.metadata.labels = old.metadata.labels
        obj.metadata.finalizers = old.metadata.finalizers
        obj.metadata.deletion_timestamp = old.metadata.deletion_timestamp


class TextStatusStrategy(Base):
    def prepare_for_update(self, ctx, obj: Mooring, old: Mooring) -> None:
        self.keep(obj, old)
        obj.spec = old.spec
        obj.metadata.deletion_timestamp = old.metadata.deletion_timestamp or None


class MappingStatusStrategy(Base):
    def prepare_for_update(self, ctx, obj: Mooring, old: Mooring) -> None:
        self.keep(obj, old)
        obj.spec = old.spec
        obj.metadata.labels = old.metadata.labels or {}


class NoMappingStatusStrategy(Base):
    def prepare_for_update(self, ctx, obj: Mooring, old: Mooring) -> None:
        self.keep(obj, old)
        obj.spec = old.spec
        obj.metadata.labels = old.metadata.labels or None


class CallersMappingStatusStrategy(Base):  # expect: metadata-not-reset-on-status-update
    def prepare_for_update(self, ctx, obj: Mooring, old: Mooring) -> None:
        sent = obj.metadata.labels
        self.keep(obj, old)
        obj.spec = old.spec
        obj.metadata.labels = old.metadata.labels or sent


class InsideStatusStrategy(Base):  # expect: spec-not-kept-on-status-update
    def prepare_for_update(self, ctx, obj: Mooring, old: Mooring) -> None:
        self.keep(obj, old)
        obj.spec.length = old.spec.length
        obj.spec.mark = old.spec.mark or None
