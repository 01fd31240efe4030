"""Names that are bound again behind what runs when the module is loaded: that has what they were bound to by then."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class WellStatus:
    phase: str = ""


@dataclass
class Well:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    depth: int = 0
    status: WellStatus = field(default_factory=WellStatus)


class Keeping:  # expect: status-not-wiped-on-create
    def prepare_for_update(self, obj: Well, old: Well) -> None:
        obj.status = old.status


def wiped(self, obj: Well) -> None:
    obj.status = WellStatus()


def nothing(self, obj: Well) -> None:
    obj.depth = 1


def same(function):
    return function


# ---------------------------------------------------------------------------------------------- what runs at once

hook = nothing


class AttributeStrategy(Keeping):
    # unproven: status-not-wiped-on-create
    prepare_for_create = hook


class InItsOwnBodyStrategy(Keeping):
    # unproven: status-not-wiped-on-create
    chosen = nothing
    prepare_for_create = chosen
    chosen = wiped


class DefinedAgainStrategy(Keeping):
    # unproven: status-not-wiped-on-create
    def chosen(self, obj: Well) -> None:
        obj.depth = 1

    prepare_for_create = chosen

    def chosen(self, obj: Well) -> None:
        obj.status = WellStatus()


class DefaultStrategy(Keeping):
    # unproven: status-not-wiped-on-create
    def prepare_for_create(self, obj: Well, wipe=hook) -> None:
        wipe(self, obj)


table = {"create": hook}


class TableStrategy(Keeping):
    # unproven: status-not-wiped-on-create
    def prepare_for_create(self, obj: Well) -> None:
        table["create"](self, obj)


def decorated(function):
    return nothing


class DecoratedStrategy(Keeping):
    # unproven: status-not-wiped-on-create
    @decorated
    def prepare_for_create(self, obj: Well) -> None:
        obj.status = WellStatus()


def decorated(function):
    return function


class BehindStrategy(Keeping):
    # unproven: status-not-wiped-on-create
    def prepare_for_create(self, obj: Well) -> None:
        obj.depth = 1


BehindStrategy.prepare_for_create = hook
hook = wiped


class SeenAtTheEndStrategy(Keeping):
    prepare_for_create = hook


class LaterStrategy(Keeping):
    def prepare_for_create(self, obj: Well) -> None:
        hook(self, obj)


# ------------------------------------------------------------------------------------- values set behind a class


class MatchedStrategy(Keeping):
    # A pattern binds names, too.
    # unproven: status-not-wiped-on-create
    def prepare_for_create(self, obj: Well) -> None:
        obj.status = WellStatus()

    match nothing:
        case prepare_for_create:
            pass


class OwnNameStrategy(Keeping):
    # unproven: status-not-wiped-on-create
    # Code behind the class knows nothing of the names in it.
    def prepare_for_create(self, obj: Well) -> None:
        obj.depth = 2

    def nothing(self, obj: Well) -> None:
        obj.status = WellStatus()


OwnNameStrategy.prepare_for_create = nothing


def prepare_for_create(self, obj: Well) -> None:
    obj.depth = 1


class WrappedOtherStrategy(Keeping):
    # unproven: status-not-wiped-on-create
    # Not the method is wrapped, but a function of its name.
    def prepare_for_create(self, obj: Well) -> None:
        obj.status = WellStatus()


WrappedOtherStrategy.prepare_for_create = same(prepare_for_create)


class WrappedStrategy(Keeping):
    def prepare_for_create(self, obj: Well) -> None:
        obj.status = WellStatus()


WrappedStrategy.prepare_for_create = same(WrappedStrategy.prepare_for_create)


class ItselfStrategy(Keeping):
    def prepare_for_create(self, obj: Well) -> None:
        obj.status = WellStatus()


ItselfStrategy.prepare_for_create = ItselfStrategy.prepare_for_create


class Parts:
    hook = nothing


class PartStrategy(Keeping):
    # unproven: status-not-wiped-on-create
    prepare_for_create = Parts.hook


Parts.hook = wiped


class FirstStrategy(Keeping):
    # unproven: status-not-wiped-on-create
    prepare_for_create = wiped


class SecondStrategy(Keeping):
    # unproven: status-not-wiped-on-create
    prepare_for_create = nothing


FirstStrategy.prepare_for_create = SecondStrategy.prepare_for_create
SecondStrategy.prepare_for_create = FirstStrategy.prepare_for_create
