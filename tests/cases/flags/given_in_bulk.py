"""Flags that no class has under their names: given by loops, by initialisers, by methods that answer for all names."""

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Meta:
    name: str = ""


@dataclass
class Boat:
    metadata: Meta = field(default_factory=Meta)
    spec: str = ""


class Usual:
    allow_create_on_update = False


class Unusual:
    allow_create_on_update = True


def with_flags(class_: type) -> type:
    for name, value in vars(Unusual).items():
        setattr(class_, name, value)
    return class_


class Sailing:
    def prepare_for_create(self, boat: Boat) -> None:
        boat.metadata.name = boat.metadata.name.strip()


class NothingBoatStrategy(Sailing):
    pass


class AnswersBoatStrategy(Sailing):  # expect: allow-create-on-update-not-default
    def __getattr__(self, name: str) -> bool:
        if name == "allow_create_on_update":
            return True
        raise AttributeError(name)


class AnswersUsuallyBoatStrategy(Sailing):
    def __getattr__(self, name: str) -> bool:
        if name.startswith("allow_"):
            return name == "allow_unconditional_update"
        raise AttributeError(name)


class WrapsBoatStrategy(Sailing):
    # unproven: allow-create-on-update-not-default, allow-unconditional-update-not-default
    # unproven: garbage-collection-policy-not-default, reset-fields-mismatch, ungated-field-dropped
    def __init__(self, inner: object) -> None:
        self.inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


class OptionsBoatStrategy(Sailing):
    # unproven: allow-create-on-update-not-default, allow-unconditional-update-not-default
    # unproven: garbage-collection-policy-not-default, reset-fields-mismatch
    def __init__(self, **options: Any) -> None:
        self.__dict__.update(options)


class LoopBoatStrategy(Sailing):  # expect: allow-create-on-update-not-default
    def __init__(self) -> None:
        for name in ("allow_create_on_update", "allow_unconditional_update"):
            setattr(self, name, True)


class OwnLoopBoatStrategy(Sailing):
    def __init__(self) -> None:
        for name, value in (("allow_create_on_update", False), ("allow_unconditional_update", True)):
            setattr(self, name, value)


class LaterBoatStrategy(Sailing):  # unproven: allow-unconditional-update-not-default
    def configure(self, allow: bool) -> None:
        self.allow_unconditional_update = allow


class TakenOverBoatStrategy:
    # unproven: allow-create-on-update-not-default, allow-unconditional-update-not-default
    # unproven: garbage-collection-policy-not-default, reset-fields-mismatch
    def prepare_for_create(self, boat: Boat) -> None:
        boat.metadata.name = boat.metadata.name.strip()


for name, value in vars(Unusual).items():
    if not name.startswith("_"):
        setattr(TakenOverBoatStrategy, name, value)


@with_flags
class DecoratedBoatStrategy(Usual):
    # unproven: allow-create-on-update-not-default, allow-unconditional-update-not-default
    # unproven: garbage-collection-policy-not-default, reset-fields-mismatch, ungated-field-dropped
    def prepare_for_create(self, boat: Boat) -> None:
        boat.metadata.name = boat.metadata.name.strip()


class AsUsualBoatStrategy(Usual, Sailing):
    pass
