"""Sets of equal specs, which may give their elements in any order, and which copies of them compare as they do."""

from __future__ import annotations

from dataclasses import astuple, dataclass, field, replace
from itertools import filterfalse


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


@dataclass
class ChoirSpec:
    voices: set[str] = field(default_factory=set)
    seats: dict[str, int] = field(default_factory=dict)


@dataclass
class ChoirStatus:
    sung: int = 0


@dataclass
class Choir:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: ChoirSpec = field(default_factory=ChoirSpec)
    status: ChoirStatus = field(default_factory=ChoirStatus)


class Rehearsed:
    def prepare_for_create(self, obj: Choir) -> None:
        obj.status = ChoirStatus()
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Choir, old: Choir) -> None:
        obj.status = old.status
        others = replace(obj.spec, voices=set()) != replace(old.spec, voices=set())
        if others or self.changed(obj.spec, old.spec):
            obj.metadata.generation += 1

    def changed(self, spec: ChoirSpec, before: ChoirSpec) -> bool:
        return spec.voices != before.voices


class FrozenStrategy(Rehearsed):
    def changed(self, spec: ChoirSpec, before: ChoirSpec) -> bool:
        return frozenset(spec.voices) != frozenset(before.voices)


class UnpackedStrategy(Rehearsed):
    def changed(self, spec: ChoirSpec, before: ChoirSpec) -> bool:
        return {*spec.voices} != {voice for voice in before.voices}


class NothingTakenAwayStrategy(Rehearsed):
    def changed(self, spec: ChoirSpec, before: ChoirSpec) -> bool:
        return spec.voices - set() != before.voices.difference([])


class OneTakenAwayStrategy(Rehearsed):  # unproven: generation-not-bumped-on-spec-change
    def changed(self, spec: ChoirSpec, before: ChoirSpec) -> bool:
        return spec.voices - {"alto"} != before.voices - {"alto"}


class PairsLeftOutStrategy(Rehearsed):
    # unproven: generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    def changed(self, spec: ChoirSpec, before: ChoirSpec) -> bool:
        return any(filterfalse(lambda pair: pair[0] == pair[1], zip(astuple(spec), astuple(before))))


class SortedStrategy(Rehearsed):
    def changed(self, spec: ChoirSpec, before: ChoirSpec) -> bool:
        return tuple(sorted(spec.voices)) != tuple(sorted(before.voices))


class SortedApartStrategy(Rehearsed):  # unproven: generation-not-bumped-on-spec-change
    def changed(self, spec: ChoirSpec, before: ChoirSpec) -> bool:
        def order(voice: str) -> tuple[int, str]:
            return len(voice), voice

        return sorted(spec.voices, key=order) != sorted(before.voices, key=order)


class SortedByLengthStrategy(Rehearsed):
    # unproven: generation-bumped-without-spec-change, generation-not-bumped-on-spec-change
    def changed(self, spec: ChoirSpec, before: ChoirSpec) -> bool:
        return sorted(spec.voices, key=len) != sorted(before.voices, key=len)


class ListedStrategy(Rehearsed):  # expect: generation-bumped-without-spec-change
    def changed(self, spec: ChoirSpec, before: ChoirSpec) -> bool:
        return list(spec.voices) != list(before.voices)


class AsTextStrategy(Rehearsed):  # expect: generation-bumped-without-spec-change
    def changed(self, spec: ChoirSpec, before: ChoirSpec) -> bool:
        return str(spec.voices) != str(before.voices)


class ShoutedStrategy(Rehearsed):  # expect: generation-not-bumped-on-spec-change
    def changed(self, spec: ChoirSpec, before: ChoirSpec) -> bool:
        return {voice.upper() for voice in spec.voices} != {voice.upper() for voice in before.voices}


class OneByOneStrategy(Rehearsed):  # unproven: generation-not-bumped-on-spec-change
    def changed(self, spec: ChoirSpec, before: ChoirSpec) -> bool:
        for voice in spec.voices:
            if voice not in before.voices:
                return True
        for voice in before.voices:
            if voice not in spec.voices:
                return True
        return False


class AddedOnlyStrategy(Rehearsed):  # expect: generation-not-bumped-on-spec-change
    def changed(self, spec: ChoirSpec, before: ChoirSpec) -> bool:
        for voice in spec.voices:
            if voice not in before.voices:
                return True
        return False


class SeatsByNumberStrategy(Rehearsed):  # unproven: generation-bumped-without-spec-change
    def changed(self, spec: ChoirSpec, before: ChoirSpec) -> bool:
        def number(seat: tuple[str, int]) -> int:
            return seat[1]

        in_order = sorted(spec.seats.items(), key=number) == sorted(before.seats.items(), key=number)
        return spec.voices != before.voices or not in_order


class SeatsByNameStrategy(Rehearsed):
    def changed(self, spec: ChoirSpec, before: ChoirSpec) -> bool:
        def name(seat: tuple[str, int]) -> str:
            return seat[0]

        in_order = sorted(spec.seats.items(), key=name) == sorted(before.seats.items(), key=name)
        return spec.voices != before.voices or not in_order
