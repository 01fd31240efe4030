"""Names that a module lacks are for its own function to answer, whichever way it is asked for them."""

import sys
from dataclasses import dataclass, field

LAST: dict[str, object] = {}


@dataclass
class Meta:
    name: str = ""


@dataclass
class Status:
    lamps: int = 0


@dataclass
class Tower:
    metadata: Meta = field(default_factory=Meta)
    status: Status = field(default_factory=Status)


def __getattr__(name: str) -> object:
    if name == "latest":
        return LAST["status"]
    if name == "restored":
        LAST["tower"].status = LAST["status"]
    if name == "empty":
        return Status()
    raise AttributeError(name)


class Kept:  # expect: status-not-wiped-on-create
    def prepare_for_update(self, tower: Tower, old: Tower) -> None:
        tower.status = old.status


class EmptyTowerStrategy(Kept):
    def prepare_for_create(self, tower: Tower) -> None:
        LAST["status"] = tower.status
        tower.status = sys.modules[__name__].empty


class LatestTowerStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, tower: Tower) -> None:
        LAST["status"] = tower.status
        tower.status = sys.modules[__name__].latest


class NamedTowerStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, tower: Tower) -> None:
        LAST["status"] = tower.status
        tower.status = getattr(sys.modules[__name__], "latest")


class RestoredTowerStrategy(Kept):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, tower: Tower) -> None:
        LAST["tower"], LAST["status"] = tower, tower.status
        tower.status = Status()
        hasattr(sys.modules[__name__], "restored")
