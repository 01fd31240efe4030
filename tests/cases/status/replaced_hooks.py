"""Hooks that are bound anew: in the class body, behind the class, by what makes the class or its objects."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""


@dataclass
class FerrySpec:
    route: str = ""


@dataclass
class FerryStatus:
    docked: bool = False


@dataclass
class Ferry:
    metadata: Meta = field(default_factory=Meta)
    spec: FerrySpec = field(default_factory=FerrySpec)
    status: FerryStatus = field(default_factory=FerryStatus)


def idle(self, ctx, ferry: Ferry) -> None:
    pass


def wiping(self, ctx, ferry: Ferry) -> None:
    ferry.status = FerryStatus()


def logged(hook):
    return hook


def silenced(hook):
    return idle


class Kept:  # expect: status-not-wiped-on-create
    def prepare_for_update(self, ctx, ferry: Ferry, old: Ferry) -> None:
        ferry.status = old.status


class Wiping(Kept):
    def prepare_for_create(self, ctx, ferry: Ferry) -> None:
        ferry.status = FerryStatus()


class AssignedFerryStrategy(Kept):  # expect: status-not-wiped-on-create
    prepare_for_create = idle


class AssignedBehindFerryStrategy(Wiping):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, ctx, ferry: Ferry) -> None:
        ferry.status = FerryStatus()

    prepare_for_create = idle


class RewrittenFerryStrategy(Kept):
    def prepare_for_create(self, ctx, ferry: Ferry) -> None:
        pass

    prepare_for_create = wiping


class LoggedFerryStrategy(Wiping):
    def prepare_for_create(self, ctx, ferry: Ferry) -> None:
        ferry.status = FerryStatus()

    prepare_for_create = logged(prepare_for_create)


class SilencedFerryStrategy(Wiping):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, ctx, ferry: Ferry) -> None:
        ferry.status = FerryStatus()

    prepare_for_create = silenced(prepare_for_create)


class HelperFerryStrategy(Kept):  # expect: status-not-wiped-on-create
    def wipe(self, ferry: Ferry) -> None:
        ferry.status = FerryStatus()

    def prepare_for_create(self, ctx, ferry: Ferry) -> None:
        self.wipe(ferry)

    wipe = lambda self, ferry: None  # noqa: E731


class DeletedFerryStrategy(Kept):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, ferry: Ferry) -> None:
        ferry.status = FerryStatus()

    del prepare_for_create


class LoopedFerryStrategy(Kept):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, ferry: Ferry) -> None:
        ferry.status = FerryStatus()

    for prepare_for_create in (idle,):
        pass


class PatchedFerryStrategy(Wiping):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, ctx, ferry: Ferry) -> None:
        ferry.status = FerryStatus()


PatchedFerryStrategy.prepare_for_create = idle


class InheritingFerryStrategy(Wiping):  # expect: status-not-wiped-on-create
    pass


setattr(InheritingFerryStrategy, "prepare_for_create", idle)


class PatchedLaterFerryStrategy(Kept):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, ferry: Ferry) -> None:
        ferry.status = FerryStatus()


def patch() -> None:
    PatchedLaterFerryStrategy.prepare_for_create = idle


def replaced(class_):
    class_.prepare_for_create = idle
    return class_


def numbered(class_):
    class_.number = 1
    return class_


@replaced
class DecoratedFerryStrategy(Kept):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, ferry: Ferry) -> None:
        ferry.status = FerryStatus()


@numbered
class NumberedFerryStrategy(Kept):
    def prepare_for_create(self, ctx, ferry: Ferry) -> None:
        ferry.status = FerryStatus()


class Replacing(type):
    def __new__(mcs, name, bases, names):
        names["prepare_for_create"] = idle
        return super().__new__(mcs, name, bases, names)


class MadeFerryStrategy(Kept, metaclass=Replacing):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, ferry: Ferry) -> None:
        ferry.status = FerryStatus()


class Adopting:
    def __init_subclass__(cls) -> None:
        cls.prepare_for_create = idle


class AdoptedFerryStrategy(Adopting, Kept):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, ferry: Ferry) -> None:
        ferry.status = FerryStatus()


class OwnFerryStrategy(Kept):  # unproven: status-not-wiped-on-create
    def __init__(self) -> None:
        self.prepare_for_create = lambda ctx, ferry: None

    def prepare_for_create(self, ctx, ferry: Ferry) -> None:
        ferry.status = FerryStatus()


class AnsweringFerryStrategy(Kept):  # unproven: status-not-wiped-on-create, status-not-kept-on-update
    # unproven: allow-create-on-update-not-default, allow-unconditional-update-not-default
    # unproven: garbage-collection-policy-not-default, reset-fields-mismatch
    def __getattribute__(self, name):
        return lambda *given: None

    def prepare_for_create(self, ctx, ferry: Ferry) -> None:
        ferry.status = FerryStatus()

    def prepare_for_update(self, ctx, ferry: Ferry, old: Ferry) -> None:
        ferry.status = old.status


class OneFerryStrategy(Kept):
    _one = None

    def __new__(cls):
        if cls._one is None:
            cls._one = super().__new__(cls)
        return cls._one

    def prepare_for_create(self, ctx, ferry: Ferry) -> None:
        ferry.status = FerryStatus()


class AnotherFerryStrategy(Kept):
    # unproven: status-not-wiped-on-create, status-not-kept-on-update, ungated-field-dropped
    # unproven: allow-create-on-update-not-default, allow-unconditional-update-not-default
    # unproven: garbage-collection-policy-not-default, reset-fields-mismatch
    def __new__(cls):
        return object.__new__(AssignedFerryStrategy)

    def prepare_for_create(self, ctx, ferry: Ferry) -> None:
        ferry.status = FerryStatus()
