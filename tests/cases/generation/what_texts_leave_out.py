"""Texts and mappings of a spec that are made by somebody else, or leave something of it out."""

from __future__ import annotations

import json
from dataclasses import asdict, astuple, dataclass, field


@dataclass
class Meta:
    generation: int = 0


@dataclass
class SafeSpec:
    shelves: int = 0
    code: str = field(default="", repr=False)
    owners: list[str] = field(default_factory=list)


@dataclass
class Safe:
    metadata: Meta
    spec: SafeSpec


class Create:  # expect: generation-not-bumped-on-spec-change
    def prepare_for_create(self, obj: Safe) -> None:
        obj.metadata.generation = 1


class ReprStrategy(Create):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Safe, old: Safe) -> None:
        if repr(obj.spec) != repr(old.spec):
            obj.metadata.generation = old.metadata.generation + 1


class ReprAndCodeStrategy(Create):
    def prepare_for_update(self, obj: Safe, old: Safe) -> None:
        if repr(obj.spec) != repr(old.spec) or obj.spec.code != old.spec.code:
            obj.metadata.generation = old.metadata.generation + 1


def without_owners(items: list[tuple[str, object]]) -> dict[str, object]:
    return {name: value for name, value in items if name != "owners"}


class FactoryStrategy(Create):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Safe, old: Safe) -> None:
        if asdict(obj.spec, dict_factory=without_owners) != asdict(old.spec, dict_factory=without_owners):
            obj.metadata.generation = old.metadata.generation + 1


class PlainFactoryStrategy(Create):
    def prepare_for_update(self, obj: Safe, old: Safe) -> None:
        new, before = asdict(obj.spec, dict_factory=dict), asdict(old.spec, dict_factory=dict)
        if new != before:
            obj.metadata.generation = old.metadata.generation + 1


class FirstOfTupleStrategy(Create):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Safe, old: Safe) -> None:
        first = lambda values: values[0]  # noqa: E731
        if astuple(obj.spec, tuple_factory=first) != astuple(old.spec, tuple_factory=first):
            obj.metadata.generation = old.metadata.generation + 1


class DefaultStrategy(Create):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Safe, old: Safe) -> None:
        new = json.dumps(obj.spec, default=lambda spec: {"shelves": spec.shelves})
        if new != json.dumps(old.spec, default=lambda spec: {"shelves": spec.shelves}):
            obj.metadata.generation = old.metadata.generation + 1


class WholeDefaultStrategy(Create):
    def prepare_for_update(self, obj: Safe, old: Safe) -> None:
        if json.dumps(obj.spec, default=lambda spec: spec.__dict__) != json.dumps(old.spec, default=vars):
            obj.metadata.generation = old.metadata.generation + 1


class Terse(json.JSONEncoder):
    def default(self, o: object) -> object:
        return None


class EncoderStrategy(Create):
    # unproven: generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    def prepare_for_update(self, obj: Safe, old: Safe) -> None:
        if json.dumps(obj.spec, cls=Terse) != json.dumps(old.spec, cls=Terse):
            obj.metadata.generation = old.metadata.generation + 1
