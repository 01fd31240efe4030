"""Hooks that reach what they do through tables, readers, named tuples and patterns of the standard library."""

from __future__ import annotations

import functools
import operator
from collections import namedtuple
from dataclasses import dataclass, field, fields
from enum import Enum
from operator import attrgetter, itemgetter, methodcaller
from typing import NamedTuple


class Size(Enum):
    SMALL = "small"
    LARGE = "large"


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


@dataclass
class BoatSpec:
    sail: str = ""
    crew: int = 0
    size: Size = Size.SMALL
    armed: bool = False


@dataclass
class BoatStatus:
    position: str = ""
    log: list[str] = field(default_factory=list)


@dataclass
class Boat:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: BoatSpec = field(default_factory=BoatSpec)
    status: BoatStatus = field(default_factory=BoatStatus)


class Both(NamedTuple):
    new: Boat
    old: Boat


Stamp = namedtuple("Stamp", "boat number")


class BoatBase:
    def prepare_for_create(self, obj: Boat) -> None:
        obj.status = BoatStatus()
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Boat, old: Boat) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


def moor(boat: Boat) -> None:
    boat.status = BoatStatus()


def anchor(boat: Boat) -> None:
    boat.status = BoatStatus(position="at anchor")


def drift(boat: Boat) -> None:
    pass


BY_SAIL = {"jib": moor, "main": anchor}
BY_SIZE = {Size.SMALL: moor, Size.LARGE: anchor}
BY_ARMS = {True: moor, False: anchor}


class TableByTextStrategy(BoatBase):
    def prepare_for_create(self, obj: Boat) -> None:
        BY_SAIL.get(obj.spec.sail, moor)(obj)
        obj.metadata.generation = 1


class TableByMemberStrategy(BoatBase):
    def prepare_for_create(self, obj: Boat) -> None:
        BY_SIZE[obj.spec.size](obj)
        obj.metadata.generation = 1


class TableByTruthStrategy(BoatBase):
    def prepare_for_create(self, obj: Boat) -> None:
        BY_ARMS[obj.spec.armed](obj)
        obj.metadata.generation = {True: 1}.get(obj.spec.armed, 1)


class TableThatDriftsStrategy(BoatBase):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Boat) -> None:
        {"jib": moor, "none": drift}.get(obj.spec.sail, anchor)(obj)
        obj.metadata.generation = 1


class TableOfMembersThatDriftsStrategy(BoatBase):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Boat) -> None:
        {Size.SMALL: moor, Size.LARGE: drift}[obj.spec.size](obj)
        obj.metadata.generation = 1


class ChosenByTruthStrategy(BoatBase):
    def prepare_for_update(self, obj: Boat, old: Boat) -> None:
        obj.status = old.status
        obj.metadata.generation = old.metadata.generation + {True: 1, False: 0}[obj.spec != old.spec]


class ChosenTheWrongWayStrategy(BoatBase):
    # expect: generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    def prepare_for_update(self, obj: Boat, old: Boat) -> None:
        obj.status = old.status
        obj.metadata.generation = old.metadata.generation + {True: 0, False: 1}[obj.spec != old.spec]


class ReaderStrategy(BoatBase):
    def prepare_for_update(self, obj: Boat, old: Boat) -> None:
        obj.status = attrgetter("status")(old)
        every = attrgetter(*(each.name for each in fields(BoatSpec)))
        if every(obj.spec) != every(old.spec):
            obj.metadata.generation = attrgetter("metadata.generation")(old) + 1


class ReaderOfSomeStrategy(BoatBase):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Boat, old: Boat) -> None:
        obj.status = old.status
        some = attrgetter("sail", "crew", "size")
        if some(obj.spec) != some(old.spec):
            obj.metadata.generation = old.metadata.generation + 1


class ItemReaderStrategy(BoatBase):
    def prepare_for_update(self, obj: Boat, old: Boat) -> None:
        new, was = itemgetter(1, 0)((old, obj))
        was, new = obj, old if new is None else new
        obj.status = itemgetter(0)([old]).status
        if operator.ne(obj.spec, old.spec):
            operator.setitem(vars(obj.metadata), "generation", old.metadata.generation + 1)


class MethodCallerStrategy(BoatBase):
    def prepare_for_create(self, obj: Boat) -> None:
        methodcaller("wipe", obj)(self)
        obj.metadata.generation = 1

    def wipe(self, obj: Boat) -> None:
        obj.status = BoatStatus()


class ReducedStrategy(BoatBase):
    def prepare_for_create(self, obj: Boat) -> Boat:
        def wiped(boat: Boat) -> Boat:
            boat.status = BoatStatus()
            return boat

        def stamped(boat: Boat) -> Boat:
            boat.metadata.generation = 1
            return boat

        return functools.reduce(lambda boat, step: step(boat), (wiped, stamped), obj)

    def prepare_for_update(self, obj: Boat, old: Boat) -> None:
        obj.status = old.status
        if functools.reduce(
            lambda changed, each: changed or getattr(obj.spec, each.name) != getattr(old.spec, each.name),
            fields(BoatSpec),
            False,
        ):
            obj.metadata.generation = old.metadata.generation + 1


class ReducedWithoutAStampStrategy(BoatBase):  # expect: generation-not-set-on-create
    def prepare_for_create(self, obj: Boat) -> Boat:
        def wiped(boat: Boat) -> Boat:
            boat.status = BoatStatus()
            return boat

        return functools.reduce(lambda boat, step: step(boat), (wiped,), obj)


class UnpackedStrategy(BoatBase):
    def prepare_for_update(self, obj: Boat, old: Boat) -> None:
        new, stored = Both(obj, old)
        new.status = stored.status
        if new.spec != stored.spec:
            new.metadata.generation = stored.metadata.generation + 1


class IndexedStrategy(BoatBase):
    def prepare_for_update(self, obj: Boat, old: Boat) -> None:
        both = Both(old, old)._replace(new=obj)
        both[0].status = both[1].status
        if both[0].spec != both[-1].spec:
            both.new.metadata.generation = both.old.metadata.generation + 1


class UnpackedTheWrongWayStrategy(BoatBase):
    # expect: status-not-kept-on-update, generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Boat, old: Boat) -> None:
        stored, new = Both(obj, old)
        new.status = stored.status
        if new.spec != stored.spec:
            new.metadata.generation = stored.metadata.generation + 1


class NamedTupleCallStrategy(BoatBase):
    def prepare_for_create(self, obj: Boat) -> None:
        stamp = Stamp(obj, 1)
        stamp.boat.status = BoatStatus()
        stamp[0].metadata.generation = stamp.number


class ClassPatternStrategy(BoatBase):
    def prepare_for_update(self, obj: Boat, old: Boat) -> None:
        match (obj, old):
            case (Boat(metadata, spec), Boat(was, wanted, status)):
                obj.status = status
                if spec != wanted:
                    metadata.generation = was.generation + 1


class SequencePatternStrategy(BoatBase):
    def prepare_for_create(self, obj: Boat) -> None:
        match [obj, 1, 2]:
            case [boat, number, *_]:
                boat.status = BoatStatus()
                boat.metadata.generation = number


class SequencePatternThatMissesStrategy(BoatBase):  # expect: status-not-wiped-on-create, generation-not-set-on-create
    def prepare_for_create(self, obj: Boat) -> None:
        match [obj, 1, 2]:
            case [boat, number]:
                boat.status = BoatStatus()
                boat.metadata.generation = number


class InitialisedAgainStrategy(BoatBase):
    def prepare_for_create(self, obj: Boat) -> None:
        obj.status.__init__()
        obj.metadata.generation = 1


class InitialisedWithTheOldStrategy(BoatBase):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Boat) -> None:
        obj.status.__init__(position=obj.status.position)
        obj.metadata.generation = 1


class Mooring:
    def __init__(self, berth: str) -> None:
        self.berth = berth
        self.fresh = BoatStatus


class HelpedStrategy(BoatBase):
    def __init__(self, mooring: Mooring) -> None:
        self.mooring = mooring

    def prepare_for_create(self, obj: Boat) -> None:
        obj.status = self.mooring.fresh()
        obj.metadata.generation = 1


class ThirdOfTheLogStrategy(BoatBase):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Boat) -> None:
        obj.metadata.generation = 1
        if len(obj.status.log) > 2 and obj.status.log[2] == "sunk":
            return
        obj.status = BoatStatus()
