"""Bumps decided by comparing what was made of the parts of the two specs, each made in the same way."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain


@dataclass
class ObjectMeta:
    generation: int = 0


@dataclass
class RhymeSpec:
    line: str = ""


@dataclass
class Rhyme:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: RhymeSpec = field(default_factory=RhymeSpec)


@dataclass
class ChoirSpec:
    seats: dict[str, str] = field(default_factory=dict)


@dataclass
class Choir:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: ChoirSpec = field(default_factory=ChoirSpec)


@dataclass
class TourSpec:
    towns: list[str] = field(default_factory=list)


@dataclass
class Tour:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: TourSpec = field(default_factory=TourSpec)


@dataclass
class BandSpec:
    voices: set[str] = field(default_factory=set)


@dataclass
class Band:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: BandSpec = field(default_factory=BandSpec)


class Create:
    def prepare_for_create(self, ctx, obj) -> None:
        obj.metadata.generation = 1


class LettersStrategy(Create):
    # unproven: generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx, obj: Rhyme, old: Rhyme) -> None:
        if list(obj.spec.line) != list(old.spec.line):
            obj.metadata.generation += 1


class CodesStrategy(Create):
    # unproven: generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx, obj: Rhyme, old: Rhyme) -> None:
        if tuple(ord(letter) for letter in obj.spec.line) != tuple(ord(letter) for letter in old.spec.line):
            obj.metadata.generation += 1


class WordsStrategy(Create):
    # unproven: generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx, obj: Rhyme, old: Rhyme) -> None:
        if [*obj.spec.line.split(" ")] != [*old.spec.line.split(" ")]:
            obj.metadata.generation += 1


class SortedLettersStrategy(Create):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx, obj: Rhyme, old: Rhyme) -> None:
        if sorted(obj.spec.line) != sorted(old.spec.line):
            obj.metadata.generation += 1


class TurnedMappingStrategy(Create):  # undecided: generation-not-bumped-on-spec-change
    # unproven: generation-bumped-without-spec-change
    def prepare_for_update(self, ctx, obj: Choir, old: Choir) -> None:
        if {voice: seat for seat, voice in obj.spec.seats.items()} != {v: s for s, v in old.spec.seats.items()}:
            obj.metadata.generation += 1


class SmallKeysStrategy(Create):  # undecided: generation-not-bumped-on-spec-change
    # unproven: generation-bumped-without-spec-change
    def prepare_for_update(self, ctx, obj: Choir, old: Choir) -> None:
        now = {seat.lower(): voice for seat, voice in obj.spec.seats.items()}
        before = {seat.lower(): voice for seat, voice in old.spec.seats.items()}
        if now != before:
            obj.metadata.generation += 1


class SmallLineStrategy(Create):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx, obj: Rhyme, old: Rhyme) -> None:
        if obj.spec.line.lower() != old.spec.line.lower():
            obj.metadata.generation += 1


class SmallAndLetterByLetterStrategy(Create):
    # unproven: generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx, obj: Rhyme, old: Rhyme) -> None:
        if obj.spec.line.lower() != old.spec.line.lower() or list(obj.spec.line) != list(old.spec.line):
            obj.metadata.generation += 1


class CountedWordsStrategy(Create):
    # unproven: generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx, obj: Rhyme, old: Rhyme) -> None:
        if len(obj.spec.line.split()) != len(old.spec.line.split()):
            obj.metadata.generation += 1


class KeyedByLineStrategy(Create):
    def prepare_for_update(self, ctx, obj: Rhyme, old: Rhyme) -> None:
        if {obj.spec.line: 1} != {old.spec.line: 1}:
            obj.metadata.generation += 1


class KeyedByTwoStrategy(Create):
    # unproven: generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx, obj: Rhyme, old: Rhyme) -> None:
        if {"refrain": 1, obj.spec.line: 2} != {"refrain": 1, old.spec.line: 2}:
            obj.metadata.generation += 1


class MarkedVoicesStrategy(Create):
    # unproven: generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx, obj: Band, old: Band) -> None:
        if {voice + "!" for voice in obj.spec.voices} != {voice + "!" for voice in old.spec.voices}:
            obj.metadata.generation += 1


class CountedVoicesStrategy(Create):
    # unproven: generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    def prepare_for_update(self, ctx, obj: Band, old: Band) -> None:
        now, before = obj.spec.voices, old.spec.voices
        if len(now | before) != len(now & before):
            obj.metadata.generation += 1


class OnesStrategy(Create):
    # unproven: generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx, obj: Band, old: Band) -> None:
        if dict.fromkeys(obj.spec.voices) != dict.fromkeys(old.spec.voices):
            obj.metadata.generation += 1


class OnceEachStrategy(Create):
    # unproven: generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx, obj: Band, old: Band) -> None:
        if set(dict.fromkeys(obj.spec.voices)) != set(dict.fromkeys(old.spec.voices)):
            obj.metadata.generation += 1


class TwiceStrategy(Create):  # expect: generation-not-bumped-on-spec-change
    # undecided: generation-bumped-without-spec-change
    def prepare_for_update(self, ctx, obj: Tour, old: Tour) -> None:
        if len(obj.spec.towns) > 1 or set(obj.spec.towns) != set(old.spec.towns):
            obj.metadata.generation += 1


class LettersOrNoneStrategy(Create):
    # unproven: generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx, obj: Rhyme, old: Rhyme) -> None:
        if list(obj.spec.line or "") != list(old.spec.line or ""):
            obj.metadata.generation += 1


class JoinedStrategy(Create):
    def prepare_for_update(self, ctx, obj: Tour, old: Tour) -> None:
        if sum([[town] for town in obj.spec.towns], []) != sum([[town] for town in old.spec.towns], []):
            obj.metadata.generation += 1


class ChainedStrategy(Create):
    def prepare_for_update(self, ctx, obj: Tour, old: Tour) -> None:
        now, before = (chain.from_iterable([town] for town in each.spec.towns) for each in (obj, old))
        if list(now) != list(before):
            obj.metadata.generation += 1


class JoinedInPartStrategy(Create):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx, obj: Tour, old: Tour) -> None:
        now, before = (sum([[town] for town in each.spec.towns if town], []) for each in (obj, old))
        if now != before:
            obj.metadata.generation += 1


class SharedSeatsStrategy(Create):
    # unproven: generation-bumped-without-spec-change
    def prepare_for_update(self, ctx, obj: Choir, old: Choir) -> None:
        now, before = obj.spec.seats, old.spec.seats
        if len(now.keys() | before.keys()) != len(now) or now != before:
            obj.metadata.generation += 1


@dataclass
class Part:
    key: str = ""
    bars: int = 0


@dataclass
class ScoreSpec:
    parts: dict[str, Part] = field(default_factory=dict)


@dataclass
class Score:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: ScoreSpec = field(default_factory=ScoreSpec)


class RetoldStrategy(Create):
    # unproven: generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx, obj: Score, old: Score) -> None:
        now, before = ({name: (p.key, p.bars) for name, p in each.spec.parts.items()} for each in (obj, old))
        if now != before:
            obj.metadata.generation += 1


class RetoldInPartStrategy(Create):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx, obj: Score, old: Score) -> None:
        now, before = ({name: (p.key, p.key) for name, p in each.spec.parts.items()} for each in (obj, old))
        if now != before:
            obj.metadata.generation += 1
