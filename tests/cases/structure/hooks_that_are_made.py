"""Hooks that no statement of the class body defines: a call gives them, a property, a decorator of the class, or an
object that answers for the strategy."""

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""


@dataclass
class Status:
    lamps: int = 0


@dataclass
class Beacon:
    metadata: Meta = field(default_factory=Meta)
    status: Status = field(default_factory=Status)


def clearing(clears: bool):
    def hook(self, ctx, beacon: Beacon) -> None:
        if clears:
            beacon.status = Status()

    return hook


def steps(*run):
    def hook(self, ctx, beacon):
        for step in run:
            step(beacon)

    return hook


def clear(beacon: Beacon) -> None:
    beacon.status = Status()


def look(beacon: Beacon) -> None:
    print(beacon.status)


def silent(hook):
    def replaced(self, ctx, beacon):
        return None

    return replaced


def wiping(self, ctx, beacon: Beacon) -> None:
    beacon.status = Status()


class Kept:  # expect: status-not-wiped-on-create
    def prepare_for_update(self, ctx, beacon: Beacon, old: Beacon) -> None:
        beacon.status = old.status


class ClearedBeaconStrategy(Kept):
    prepare_for_create = clearing(True)


class UnclearedBeaconStrategy(Kept):  # expect: status-not-wiped-on-create
    prepare_for_create = clearing(False)


class AnnotatedBeaconStrategy(Kept):
    prepare_for_create: Callable = clearing(True)


class AnnotatedUnclearedBeaconStrategy(Kept):  # expect: status-not-wiped-on-create
    prepare_for_create: Callable = clearing(False)


class SteppingBeaconStrategy:  # expect: status-not-kept-on-update
    object_type = Beacon
    prepare_for_create = steps(look, clear)


class LookingBeaconStrategy:  # expect: status-not-wiped-on-create, status-not-kept-on-update
    object_type = Beacon
    prepare_for_create = steps(look)


class DecoratedBeaconStrategy(Kept):  # expect: status-not-wiped-on-create
    prepare_for_create = silent(wiping)


class AskedBeaconStrategy(Kept):
    @property
    def prepare_for_create(self):
        return lambda ctx, beacon: clear(beacon)


class AskedInVainBeaconStrategy(Kept):  # expect: status-not-wiped-on-create
    @property
    def prepare_for_create(self):
        return lambda ctx, beacon: look(beacon)


class Wiper:
    def __call__(self, ctx, beacon: Beacon) -> None:
        beacon.status = Status()


class Looker:
    def __call__(self, ctx, beacon: Beacon) -> None:
        look(beacon)


class CalledBeaconStrategy(Kept):
    prepare_for_create = Wiper()


class CalledInVainBeaconStrategy(Kept):  # expect: status-not-wiped-on-create
    prepare_for_create = Looker()


class Static:
    @staticmethod
    def wipe(strategy, ctx, beacon: Beacon) -> None:
        beacon.status = Status()

    @staticmethod
    def skip(strategy, ctx, beacon: Beacon) -> None:
        pass


class BorrowingBeaconStrategy(Kept):
    prepare_for_create = Static.wipe


class BorrowingInVainBeaconStrategy(Kept):  # expect: status-not-wiped-on-create
    prepare_for_create = Static.skip


class MadeBeaconStrategy(Kept):
    def __init__(self) -> None:
        self.prepare_for_create = lambda ctx, beacon: clear(beacon)


class MadeInVainBeaconStrategy(Kept):  # expect: status-not-wiped-on-create
    def __init__(self) -> None:
        self.prepare_for_create = lambda ctx, beacon: look(beacon)


class Inner:  # expect: status-not-kept-on-update
    def prepare_for_create(self, ctx, beacon: Beacon) -> None:
        beacon.status = Status()


class DelegatingBeaconStrategy(Kept):
    def __init__(self) -> None:
        self.inner = Inner()

    def __getattr__(self, name):
        return getattr(self.inner, name)


class RefusingBeaconStrategy(Kept):  # expect: status-not-wiped-on-create
    def __getattr__(self, name):
        raise AttributeError(name)


def given(class_):
    class_.prepare_for_create = wiping
    return class_


@given
class GivenBeaconStrategy(Kept):  # unproven: status-not-wiped-on-create
    pass


class Wiping(Kept):
    def prepare_for_create(self, ctx, beacon: Beacon) -> None:
        beacon.status = Status()


def taken(class_):
    class_.prepare_for_create = lambda self, ctx, beacon: None
    return class_


@taken
class TakenBeaconStrategy(Wiping):  # unproven: status-not-wiped-on-create
    pass


class Giving(Kept):  # unproven: status-not-wiped-on-create
    def __init_subclass__(cls) -> None:
        cls.prepare_for_create = wiping


class GivenByBaseBeaconStrategy(Giving):  # unproven: status-not-wiped-on-create
    pass
