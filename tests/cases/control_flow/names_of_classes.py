"""Values that a class has under the name of a field, and worths of the members of an enum, where these are computed."""

import enum
import os
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple


@dataclass
class Meta:
    name: str = ""


@dataclass
class Spec:
    size: int = 0


@dataclass
class Status:
    phase: str = ""


@dataclass
class Lamp:
    metadata: Meta = field(default_factory=Meta)
    spec: Spec = field(default_factory=Spec)
    status: Status = field(default_factory=Status)


def nothing() -> bool:
    return bool("")


class Switch:
    is_on: bool = nothing()
    count: int = len("four")


class Counted:
    most: ClassVar[int] = len("four")
    least: ClassVar[int] = len("")


@dataclass
class Described:
    is_on: bool = field(default=False)
    count: int = field(default=4)
    names: list[str] = field(default_factory=list)


class Pair(NamedTuple):
    is_on: bool = False


@dataclass(slots=True)
class Slotted:
    is_on: bool = False


class Making(type):
    is_off = False
    is_on = True


class Made(metaclass=Making):
    pass


class Answer:
    def __init__(self, answer: bool) -> None:
        self.answer = answer

    def __get__(self, holder: object, owner: object = None) -> bool:
        return self.answer


class Answered:
    no = Answer(False)
    yes: bool = Answer(True)


class Phase(enum.Enum):
    OPEN = bool(os.environ.get("OPEN"))
    SHUT = len("")
    FULL = len("four")


class Wiping:
    def keeps(self) -> bool:
        return False

    def prepare_for_create(self, obj: Lamp) -> None:
        if not self.keeps():
            obj.status = Status()

    def prepare_for_update(self, obj: Lamp, old: Lamp) -> None:
        obj.status = old.status


class SwitchedOffStrategy(Wiping):
    def keeps(self) -> bool:
        return Switch.is_on


class SwitchedOnStrategy(Wiping):  # expect: status-not-wiped-on-create
    def keeps(self) -> bool:
        return Switch.count == 4


class OfItselfStrategy(Wiping):
    kept: bool = nothing()

    @classmethod
    def keeps(cls) -> bool:
        return cls.kept


class OfItselfKeepingStrategy(Wiping):  # expect: status-not-wiped-on-create
    kept: int = len("four")

    @classmethod
    def keeps(cls) -> bool:
        return cls.kept > 3


class LeastStrategy(Wiping):
    def keeps(self) -> bool:
        return Counted.least > 0


class MostStrategy(Wiping):  # expect: status-not-wiped-on-create
    def keeps(self) -> bool:
        return Counted.most > 0


class DescribedOffStrategy(Wiping):
    def keeps(self) -> bool:
        return Described.is_on


class DescribedOnStrategy(Wiping):  # expect: status-not-wiped-on-create
    def keeps(self) -> bool:
        return Described.count == 4


class WithoutADefaultStrategy(Wiping):  # unproven: status-not-wiped-on-create
    """The class has no such name: it fails, as nobody says here."""

    def keeps(self) -> bool:
        return Described.names


class OfATupleStrategy(Wiping):  # unproven: status-not-wiped-on-create
    """A place in the tuple, which is nothing of its default."""

    def keeps(self) -> bool:
        return Pair.is_on


class OpenStrategy(Wiping):  # expect: status-not-wiped-on-create
    def keeps(self) -> bool:
        return Phase.OPEN.value


class ShutStrategy(Wiping):
    def keeps(self) -> bool:
        return Phase.SHUT.value


class FullStrategy(Wiping):  # expect: status-not-wiped-on-create
    def keeps(self) -> bool:
        return Phase.FULL.value


class OfASlotStrategy(Wiping):  # unproven: status-not-wiped-on-create
    """The class has what reads the slot under the name."""

    def keeps(self) -> bool:
        return Slotted.is_on


class OfTheClassOfAClassStrategy(Wiping):
    def keeps(self) -> bool:
        return Made.is_off


class OfTheClassOfAClassKeepingStrategy(Wiping):  # expect: status-not-wiped-on-create
    def keeps(self) -> bool:
        return Made.is_on


class AnsweredNoStrategy(Wiping):
    def keeps(self) -> bool:
        return Answered.no


class AnsweredYesStrategy(Wiping):  # expect: status-not-wiped-on-create
    def keeps(self) -> bool:
        return Answered.yes
