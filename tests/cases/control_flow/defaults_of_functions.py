"""Defaults of parameters are evaluated where the function is defined, in the scope around it, once."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field

from timers import call_later


@dataclass
class Meta:
    generation: int = 0


@dataclass
class LampSpec:
    watts: int = 0


@dataclass
class LampStatus:
    lit: bool = False
    faults: list[str] = field(default_factory=list)


@dataclass
class Lamp:
    metadata: Meta
    spec: LampSpec
    status: LampStatus


class Base:
    def prepare_for_create(self, lamp: Lamp) -> None:
        self.reset(lamp)
        lamp.metadata.generation = 1

    def reset(self, lamp: Lamp) -> None:
        lamp.status = LampStatus()

    def prepare_for_update(self, lamp: Lamp, old: Lamp) -> None:
        lamp.status = old.status
        if lamp.spec != old.spec:
            lamp.metadata.generation = old.metadata.generation + 1


class NestedStrategy(Base):  # expect: status-not-wiped-on-create
    def reset(self, lamp: Lamp) -> None:
        def made(status=lamp.status):
            return status

        lamp.status = made()


class LambdaStrategy(Base):  # expect: status-not-wiped-on-create
    def reset(self, lamp: Lamp) -> None:
        made = lambda faults=lamp.status.faults: LampStatus(faults=faults)  # noqa: E731
        lamp.status = LampStatus()
        lamp.status = made()


class KeywordStrategy(Base):  # expect: status-not-wiped-on-create
    def reset(self, lamp: Lamp) -> None:
        def made(*, lit=lamp.status.lit):
            return LampStatus(lit=lit)

        lamp.status = made()


class GivenStrategy(Base):
    """The default is there, and is not used."""

    def reset(self, lamp: Lamp) -> None:
        def made(status=lamp.status):
            return status

        lamp.status = made(LampStatus())


class BeforeStrategy(Base):
    """The variable is another one when the function is called."""

    def reset(self, lamp: Lamp) -> None:
        kept = LampStatus()

        def made(status=kept):
            return status

        kept = lamp.status
        lamp.status = made()


class AfterStrategy(Base):  # expect: status-not-wiped-on-create
    def reset(self, lamp: Lamp) -> None:
        kept = lamp.status

        def made(status=kept):
            return status

        kept = LampStatus()
        lamp.status = made()


class EachRoundStrategy(Base):
    """Every round's function has its own."""

    def reset(self, lamp: Lamp) -> None:
        makers = []
        for status in (lamp.status, LampStatus()):
            makers.append(lambda status=status: status)
        lamp.status = makers[1]()


class FirstRoundStrategy(Base):  # expect: status-not-wiped-on-create
    def reset(self, lamp: Lamp) -> None:
        makers = []
        for status in (lamp.status, LampStatus()):
            makers.append(lambda status=status: status)
        lamp.status = makers[0]()


class MethodOfLocalClassStrategy(Base):  # expect: status-not-wiped-on-create
    def reset(self, lamp: Lamp) -> None:
        class Maker:
            def made(self, status=lamp.status):
                return status

        lamp.status = LampStatus()
        lamp.status = Maker().made()


class ClosureOfLocalClassStrategy(Base):  # expect: status-not-wiped-on-create
    def reset(self, lamp: Lamp) -> None:
        sent = lamp.status

        class Maker:
            def made(self):
                return sent

        lamp.status = LampStatus()
        lamp.status = Maker().made()


class LocalClassStrategy(Base):
    def reset(self, lamp: Lamp) -> None:
        class Maker:
            first = LampStatus()

            def made(self, status=first):
                return status

        lamp.status = Maker().made()


class BodyOfLocalClassStrategy(Base):  # expect: status-not-wiped-on-create
    def reset(self, lamp: Lamp) -> None:
        class Sent:
            status = lamp.status

        lamp.status = LampStatus()
        lamp.status = Sent.status


class EffectStrategy(Base):
    """The default's expression runs though nobody calls the function."""

    def reset(self, lamp: Lamp) -> None:
        def unused(done=setattr(lamp, "status", LampStatus())):
            return done


def gathered(fault: str, into: list[str] = []) -> list[str]:  # noqa: B006
    into.append(fault)
    return into


class KeptInDefaultStrategy(Base):  # expect: status-not-wiped-on-create
    """The status holds the default itself, in which what this caller sent stays, too."""

    def reset(self, lamp: Lamp) -> None:
        sent = lamp.status
        lamp.status = LampStatus(faults=gathered("new"))
        for fault in sent.faults:
            gathered(fault)


class OwnListStrategy(Base):
    def reset(self, lamp: Lamp) -> None:
        lamp.status = LampStatus(faults=gathered("new", []))


class AskedForItsDefaultStrategy(Base):
    """A default is read once, where the function is defined: who is given that gets at nothing else."""

    def reset(self, lamp: Lamp) -> None:
        if lamp.spec.watts:
            lamp.status = LampStatus()

            def watts(of=lamp.spec.watts):
                return of

            lamp.status.faults = inspect.signature(watts).parameters["of"].default
        else:
            lamp.status = LampStatus()


class LitLaterStrategy(Base):  # unproven: status-not-wiped-on-create
    def reset(self, lamp: Lamp) -> None:
        sent, lamp.status = lamp.status, LampStatus()
        lamp.status.lit = call_later(lambda lit=sent.lit: lit)
