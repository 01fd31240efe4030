"""Keys that are computed, or that decide which elements are taken over, make another mapping."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Meta:
    labels: dict[str, str] = field(default_factory=dict)
    generation: int = 0


@dataclass
class Shelf:
    metadata: Meta
    data: dict[str, str]
    status: dict[str, str]


class Base:
    subresource = "status"

    def prepare_for_update(self, ctx, obj: Shelf, old: Shelf):
        obj.data = old.data
        obj.metadata.labels = old.metadata.labels


class RaisedStrategy(Base):  # expect: spec-not-kept-on-status-update[data]
    def prepare_for_update(self, ctx, obj: Shelf, old: Shelf):
        obj.data = {key.upper(): text for key, text in old.data.items()}
        obj.metadata.labels = old.metadata.labels


class FilteredStrategy(Base):  # expect: metadata-not-reset-on-status-update[metadata.labels]
    def prepare_for_update(self, ctx, obj: Shelf, old: Shelf):
        obj.data = old.data
        obj.metadata.labels = {key: text for key, text in old.metadata.labels.items() if key}


class SwappedStrategy(Base):  # expect: spec-not-kept-on-status-update[data]
    def prepare_for_update(self, ctx, obj: Shelf, old: Shelf):
        obj.data = {text: key for key, text in old.data.items()}
        obj.metadata.labels = old.metadata.labels


class PairedStrategy(Base):  # expect: spec-not-kept-on-status-update[data]
    def prepare_for_update(self, ctx, obj: Shelf, old: Shelf):
        obj.data = dict((f"x-{key}", text) for key, text in old.data.items())
        obj.metadata.labels = old.metadata.labels


class AddedStrategy(Base):  # expect: spec-not-kept-on-status-update[data]
    def prepare_for_update(self, ctx, obj: Shelf, old: Shelf):
        obj.data = dict(old.data)
        obj.data[ctx.user.lower()] = "seen"
        obj.metadata.labels = old.metadata.labels


class RebuiltStrategy(Base):
    def prepare_for_update(self, ctx, obj: Shelf, old: Shelf):
        obj.data = {key: text for key, text in old.data.items()}
        obj.metadata.labels = {key: old.metadata.labels[key] for key in old.metadata.labels}


class FromPairsStrategy(Base):
    def prepare_for_update(self, ctx, obj: Shelf, old: Shelf):
        obj.data = dict(list(old.data.items()))
        obj.metadata.labels = {**old.metadata.labels}
