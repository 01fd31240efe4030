"""Texts of specs with mappings: two of equal mappings may have their keys in another order."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field


@dataclass
class Meta:
    generation: int = 0


@dataclass
class KilnSpec:
    clay: str = ""
    heats: dict[str, int] = field(default_factory=dict)


@dataclass
class Kiln:
    metadata: Meta
    spec: KilnSpec


class KilnRegistry:
    def prepare_for_create(self, obj: Kiln) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        if self.told(obj.spec) != self.told(old.spec):
            obj.metadata.generation = old.metadata.generation + 1

    def told(self, spec: KilnSpec) -> object:
        return spec


class SortedTextStrategy(KilnRegistry):
    def told(self, spec: KilnSpec) -> object:
        return json.dumps(asdict(spec), sort_keys=True)


class TextStrategy(KilnRegistry):
    # expect: generation-bumped-without-spec-change
    def told(self, spec: KilnSpec) -> object:
        return json.dumps(asdict(spec))


class PrintedStrategy(KilnRegistry):
    # expect: generation-bumped-without-spec-change
    def told(self, spec: KilnSpec) -> object:
        return repr(spec)


class InWordsStrategy(KilnRegistry):
    # unproven: generation-not-bumped-on-spec-change
    # unproven: generation-bumped-without-spec-change
    def told(self, spec: KilnSpec) -> object:
        return f"{spec}"


class WithoutMappingStrategy(KilnRegistry):
    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        if repr(obj.spec.clay) != repr(old.spec.clay) or obj.spec.heats.items() != old.spec.heats.items():
            obj.metadata.generation = old.metadata.generation + 1


class ByIdentityStrategy(KilnRegistry):
    # unproven: generation-not-bumped-on-spec-change
    # unproven: generation-bumped-without-spec-change
    def told(self, spec: KilnSpec) -> object:
        return id(spec)
