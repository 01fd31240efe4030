"""Loops and generators that go on for longer than anybody follows them."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""


@dataclass
class WellSpec:
    buckets: list[str] = field(default_factory=list)


@dataclass
class WellStatus:
    depth: int = 0


@dataclass
class Well:
    metadata: Meta
    spec: WellSpec
    status: WellStatus


def depths():
    depth = 0
    while True:
        yield depth
        depth += 1


class LeftAfterManyRoundsStrategy:  # expect: status-not-wiped-on-create
    def prepare_for_create(self, ctx, well: Well):
        turns = 0
        while True:
            turns += 1
            if turns > 30:
                break

    def prepare_for_update(self, ctx, well: Well, old: Well):
        well.status = old.status


class WipedBehindTheLoopStrategy:
    def prepare_for_create(self, ctx, well: Well):
        turns = 0
        while True:
            turns += 1
            if turns > 30:
                break
        well.status = WellStatus()

    def prepare_for_update(self, ctx, well: Well, old: Well):
        well.status = old.status


class FirstOfAnEndlessGeneratorStrategy:  # expect: status-not-wiped-on-create
    def prepare_for_create(self, ctx, well: Well):
        well.spec.buckets.append(str(next(depths())))

    def prepare_for_update(self, ctx, well: Well, old: Well):
        well.status = old.status


class NumberedStrategy:
    def prepare_for_create(self, ctx, well: Well):
        numbers = depths()
        well.spec.buckets.append(str(next(numbers)))
        well.status = WellStatus()

    def prepare_for_update(self, ctx, well: Well, old: Well):
        well.status = old.status


class PutBackInALateRoundStrategy:  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, well: Well):
        sent, turns = well.status.depth, 0
        well.status = WellStatus()
        while turns < ctx.limit:
            turns += 1
            if turns == 9:
                well.status.depth = sent

    def prepare_for_update(self, ctx, well: Well, old: Well):
        well.status = old.status


class CountedStrategy:
    def prepare_for_create(self, ctx, well: Well):
        for number in itertools.count():
            if number >= len(well.spec.buckets):
                break
        well.status = WellStatus()

    def prepare_for_update(self, ctx, well: Well, old: Well):
        well.status = old.status
