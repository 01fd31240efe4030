"""Lists that are found to have nothing twice, and lose what they have twice: nothing is lost."""

from __future__ import annotations

from dataclasses import dataclass, field, replace


@dataclass
class Meta:
    name: str = ""


@dataclass
class CrewSpec:
    names: list[str] = field(default_factory=list)
    ports: list[int] = field(default_factory=list)


@dataclass
class Crew:
    metadata: Meta
    spec: CrewSpec


def once(names: list[str]) -> list[str]:
    kept: list[str] = []
    for name in names:
        if name not in kept:
            kept.append(name)
    return kept


def once_by_a_set(names: list[str]) -> list[str]:
    seen: set[str] = set()
    kept = []
    for name in names:
        if name in seen:
            continue
        seen.add(name)
        kept.append(name)
    return kept


class Kept:
    def prepare_for_update(self, obj: Crew, old: Crew) -> None:
        obj.metadata = old.metadata
        if once(old.spec.names) == old.spec.names:
            obj.spec = replace(old.spec, names=self.names(obj, old))
        else:
            obj.spec = old.spec

    def names(self, obj: Crew, old: Crew) -> list[str]:
        return once(old.spec.names)


class OnceStatusStrategy(Kept):
    """Fewer names than there are would have been another list."""


class OnceInOtherWordsStatusStrategy(Kept):
    def names(self, obj: Crew, old: Crew) -> list[str]:
        return once_by_a_set(old.spec.names)


class OnceByKeysStatusStrategy(Kept):  # unproven: spec-not-kept-on-status-update[spec]
    def names(self, obj: Crew, old: Crew) -> list[str]:
        return list(dict.fromkeys(old.spec.names))


class OnceBySlicesStatusStrategy(Kept):  # unproven: spec-not-kept-on-status-update[spec]
    def names(self, obj: Crew, old: Crew) -> list[str]:
        return [name for place, name in enumerate(old.spec.names) if name not in old.spec.names[:place]]


class NotAskedStatusStrategy(Kept):  # expect: spec-not-kept-on-status-update[spec]
    def prepare_for_update(self, obj: Crew, old: Crew) -> None:
        obj.metadata = old.metadata
        obj.spec = replace(old.spec, names=once(old.spec.names))


class AskedOfTheCallersStatusStrategy(Kept):  # expect: spec-not-kept-on-status-update[spec]
    def prepare_for_update(self, obj: Crew, old: Crew) -> None:
        obj.metadata = old.metadata
        unique = once(obj.spec.names) == obj.spec.names
        obj.spec = replace(old.spec, names=once(old.spec.names)) if unique else old.spec


class OneAtMostStatusStrategy(Kept):  # expect: spec-not-kept-on-status-update[spec]
    def names(self, obj: Crew, old: Crew) -> list[str]:
        return once(old.spec.names)[:1]


class WithoutEmptyOnesStatusStrategy(Kept):
    """A list that equals what is left of it has no empty names."""

    def prepare_for_update(self, obj: Crew, old: Crew) -> None:
        obj.metadata = old.metadata
        if [name for name in old.spec.names if name] == old.spec.names:
            obj.spec = replace(old.spec, names=[name for name in old.spec.names if name != ""])
        else:
            obj.spec = old.spec


class WithoutZerosStatusStrategy(Kept):  # expect: spec-not-kept-on-status-update[spec]
    def prepare_for_update(self, obj: Crew, old: Crew) -> None:
        obj.metadata = old.metadata
        if [name for name in old.spec.names if name] == old.spec.names:
            obj.spec = replace(old.spec, ports=[port for port in old.spec.ports if port])
        else:
            obj.spec = old.spec
