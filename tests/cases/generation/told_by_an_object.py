"""Something that is there, or is not, says whether anything changed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Meta:
    generation: int = 0


@dataclass
class BellSpec:
    tone: str = ""
    weight: int = 0


@dataclass
class Bell:
    metadata: Meta
    spec: BellSpec


class Starts:
    def prepare_for_create(self, bell: Bell) -> None:
        bell.metadata.generation = 1

    def prepare_for_update(self, bell: Bell, old: Bell) -> None:
        raise NotImplementedError


class TokenStrategy(Starts):
    def prepare_for_update(self, bell: Bell, old: Bell) -> None:
        change = object() if bell.spec != old.spec else None
        if change is not None:
            bell.metadata.generation = old.metadata.generation + 1


class OtherTokenStrategy(Starts):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, bell: Bell, old: Bell) -> None:
        change = object() if bell.spec.tone != old.spec.tone else None
        if change is not None:
            bell.metadata.generation = old.metadata.generation + 1
