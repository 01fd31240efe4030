"""Code that runs between the rounds of a loop, or around a block: generators, managers, callbacks."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""


@dataclass
class LampSpec:
    rooms: list[str] = field(default_factory=list)


@dataclass
class LampStatus:
    lit: int = 0


@dataclass
class Lamp:
    metadata: Meta
    spec: LampSpec
    status: LampStatus


def dimming(lamp: Lamp):
    lamp.status = LampStatus()
    yield lamp
    lamp.spec.rooms.append("hall")


class GeneratorWipesStrategy:
    def prepare_for_create(self, ctx, lamp: Lamp):
        for _ in dimming(lamp):
            lamp.spec.rooms.clear()

    def prepare_for_update(self, ctx, lamp: Lamp, old: Lamp):
        lamp.status = old.status


class GeneratorPutsBackStrategy:  # expect: status-not-wiped-on-create
    def prepare_for_create(self, ctx, lamp: Lamp):
        sent = lamp.status

        def relighting():
            yield lamp
            lamp.status = sent

        for each in relighting():
            each.status = LampStatus()

    def prepare_for_update(self, ctx, lamp: Lamp, old: Lamp):
        lamp.status = old.status


class WipedInEachRoundStrategy:
    def prepare_for_create(self, ctx, lamp: Lamp):
        sent = lamp.status

        def relighting():
            yield lamp
            lamp.status = sent
            yield lamp

        for each in relighting():
            each.status = LampStatus()

    def prepare_for_update(self, ctx, lamp: Lamp, old: Lamp):
        lamp.status = old.status


class LeftInTheFirstRoundStrategy:
    def prepare_for_create(self, ctx, lamp: Lamp):
        sent = lamp.status

        def relighting():
            yield lamp
            lamp.status = sent

        for each in relighting():
            each.status = LampStatus()
            break

    def prepare_for_update(self, ctx, lamp: Lamp, old: Lamp):
        lamp.status = old.status


class AskedTwiceStrategy:  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, lamp: Lamp):
        sent = lamp.status

        def relighting():
            yield 1
            lamp.status = sent
            yield 2

        turns = relighting()
        next(turns)
        lamp.status = LampStatus()
        next(turns)

    def prepare_for_update(self, ctx, lamp: Lamp, old: Lamp):
        lamp.status = old.status


class LocalManagerStrategy:  # expect: status-not-wiped-on-create
    def prepare_for_create(self, ctx, lamp: Lamp):
        @contextlib.contextmanager
        def unlit():
            sent = lamp.status
            lamp.status = LampStatus()
            yield
            lamp.status = sent

        with unlit():
            lamp.spec.rooms = []

    def prepare_for_update(self, ctx, lamp: Lamp, old: Lamp):
        lamp.status = old.status


class LocalManagerWipesStrategy:
    def prepare_for_create(self, ctx, lamp: Lamp):
        @contextlib.contextmanager
        def unlit():
            yield
            lamp.status = LampStatus()

        with unlit():
            lamp.spec.rooms = []

    def prepare_for_update(self, ctx, lamp: Lamp, old: Lamp):
        lamp.status = old.status


class StackOfCallbacksStrategy:  # expect: status-not-wiped-on-create
    def prepare_for_create(self, ctx, lamp: Lamp):
        with contextlib.ExitStack() as stack:
            stack.callback(setattr, lamp, "status", lamp.status)
            lamp.status = LampStatus()

    def prepare_for_update(self, ctx, lamp: Lamp, old: Lamp):
        lamp.status = old.status


class WipedBehindTheStackStrategy:
    def prepare_for_create(self, ctx, lamp: Lamp):
        with contextlib.ExitStack() as stack:
            stack.callback(setattr, lamp, "status", lamp.status)
        lamp.status = LampStatus()

    def prepare_for_update(self, ctx, lamp: Lamp, old: Lamp):
        lamp.status = old.status


class NeverAskedForThePairStrategy:  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, lamp: Lamp):
        list(zip([], dimming(lamp)))

    def prepare_for_update(self, ctx, lamp: Lamp, old: Lamp):
        lamp.status = old.status
