"""Lists that lose what they have twice, and then again in other words: the second time nothing is lost."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field


@dataclass
class Meta:
    generation: int = 0


@dataclass
class ChoirSpec:
    name: str = ""
    voices: list[str] = field(default_factory=list)


@dataclass
class Choir:
    metadata: Meta
    spec: ChoirSpec


def by_slices(names: list[str]) -> list[str]:
    return [name for place, name in enumerate(names) if name not in names[:place]]


def by_keys(names: list[str]) -> list[str]:
    return list(dict.fromkeys(names))


def by_a_set(names: list[str]) -> list[str]:
    heard: set[str] = set()
    return [name for name in names if not (name in heard or heard.add(name))]  # type: ignore[func-returns-value]


def by_folding(names: list[str]) -> list[str]:
    return functools.reduce(lambda kept, name: kept if name in kept else [*kept, name], names, [])


def by_place(names: list[str]) -> list[str]:
    return sorted(set(names), key=names.index)


class Sung:
    def prepare_for_create(self, obj: Choir) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Choir, old: Choir) -> None:
        obj.spec.voices = self.once(obj.spec.voices)
        changed = obj.spec != old.spec
        obj.spec.voices = self.again(obj.spec.voices)
        if changed:
            obj.metadata.generation = old.metadata.generation + 1

    def once(self, names: list[str]) -> list[str]:
        return by_a_set(names)

    def again(self, names: list[str]) -> list[str]:
        return by_a_set(names)


class SetTwiceStrategy(Sung):
    """One that is not told apart from those before it is left out in both, or in none."""


class SlicesStrategy(Sung):
    # unproven: generation-compared-too-early, generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    def again(self, names: list[str]) -> list[str]:
        return by_slices(names)


class KeysStrategy(Sung):
    # unproven: generation-compared-too-early, generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    def again(self, names: list[str]) -> list[str]:
        return by_keys(names)


class PlacesStrategy(Sung):
    # unproven: generation-compared-too-early, generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    def again(self, names: list[str]) -> list[str]:
        return by_place(names)


class FoldedStrategy(Sung):
    # unproven: generation-compared-too-early, generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    def once(self, names: list[str]) -> list[str]:
        return by_folding(names)


class KeysOfSlicesStrategy(Sung):
    # unproven: generation-compared-too-early, generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    def once(self, names: list[str]) -> list[str]:
        return by_slices(names)

    def again(self, names: list[str]) -> list[str]:
        return by_keys(names)


class OnlyAfterwardsStrategy(Sung):  # expect: generation-compared-too-early
    def once(self, names: list[str]) -> list[str]:
        return names


class FewerAfterwardsStrategy(Sung):  # expect: generation-compared-too-early
    # undecided: generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    def again(self, names: list[str]) -> list[str]:
        return names[:1]


class OthersAfterwardsStrategy(Sung):  # expect: generation-compared-too-early
    # undecided: generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    def again(self, names: list[str]) -> list[str]:
        return [name.lower() for name in by_keys(names)]


class SortedAfterwardsStrategy(Sung):  # expect: generation-compared-too-early
    # undecided: generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    def again(self, names: list[str]) -> list[str]:
        return sorted(by_keys(names), key=len)
