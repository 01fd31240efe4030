"""Elements that are left of a spec when those of the old one are taken from it, compared with nothing."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Meta:
    generation: int = 0


@dataclass
class PantrySpec:
    shelf: str = ""
    jars: list[str] = field(default_factory=list)


@dataclass
class Pantry:
    metadata: Meta = field(default_factory=Meta)
    spec: PantrySpec = field(default_factory=PantrySpec)


class PantryBase:
    def prepare_for_create(self, obj: Pantry) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Pantry, old: Pantry) -> None:
        if obj.spec != old.spec or self.is_more(obj.spec.jars, old.spec.jars):
            obj.metadata.generation = old.metadata.generation + 1

    def is_more(self, new: list[str], old: list[str]) -> bool:
        return False


class NewJarsStrategy(PantryBase):
    def is_more(self, new: list[str], old: list[str]) -> bool:
        return [jar for jar in new if jar not in old] != []


class SetOfNewJarsStrategy(PantryBase):
    def is_more(self, new: list[str], old: list[str]) -> bool:
        return not set() == {jar for jar in new if jar not in old}


class OtherKindStrategy(PantryBase):  # expect: generation-bumped-without-spec-change
    def is_more(self, new: list[str], old: list[str]) -> bool:
        return [jar for jar in new if jar not in old] != ()


class LabelledStrategy(PantryBase):  # expect: generation-bumped-without-spec-change
    def is_more(self, new: list[str], old: list[str]) -> bool:
        return [jar for jar in new if jar] != []
