"""What can't be seen through comes after the bump: each of the three bump rules is unproven, unless it is decided."""

from __future__ import annotations

from dataclasses import dataclass

import importers


@dataclass
class Meta:
    generation: int = 0
    name: str = ""


@dataclass
class PressSpec:
    tons: int = 0


@dataclass
class Press:
    metadata: Meta
    spec: PressSpec


class Base:
    def __init__(self, field: str) -> None:
        self.field = field

    def prepare_for_create(self, press: Press) -> None:
        press.metadata.generation = 1

    def prepare_for_update(self, press: Press, old: Press):
        if press.spec != old.spec:
            press.metadata.generation = old.metadata.generation + 1
        return self.finish(press)

    def finish(self, press: Press):
        return press


class GivenAwayStrategy(Base):  # unproven: generation-not-bumped-on-spec-change
    # unproven: generation-bumped-without-spec-change, generation-compared-too-early
    def finish(self, press: Press):
        importers.adjust(press)


class ReturnedStrategy(Base):  # unproven: generation-not-bumped-on-spec-change
    # unproven: generation-bumped-without-spec-change, generation-compared-too-early
    def finish(self, press: Press):
        return importers.adjusted(press)


class TooDeepStrategy(Base):  # unproven: generation-not-bumped-on-spec-change
    # unproven: generation-bumped-without-spec-change, generation-compared-too-early
    def finish(self, press: Press):
        if press.metadata.name:
            self.finish(press)
        importers.adjust(press)
        return press


class ChangedThenHiddenStrategy(Base):  # unproven: generation-not-bumped-on-spec-change
    # unproven: generation-bumped-without-spec-change, generation-compared-too-early
    """Spec is changed after the comparison; whether generation is still what that asked for is not known."""

    def finish(self, press: Press):
        press.spec.tons = 1
        importers.adjust(press.metadata)


class HiddenGenerationStrategy(Base):  # unproven: generation-not-bumped-on-spec-change
    # unproven: generation-bumped-without-spec-change
    """Nothing changes spec after the comparison."""

    def finish(self, press: Press):
        importers.adjust(press.metadata)


class ChangedStrategy(Base):  # expect: generation-compared-too-early
    def finish(self, press: Press):
        press.spec.tons = 1


class HiddenBeforeStrategy(Base):
    """What is compared is what is stored."""

    def prepare_for_update(self, press: Press, old: Press) -> None:
        importers.adjust(press.spec)
        if press.spec != old.spec:
            press.metadata.generation = old.metadata.generation + 1
