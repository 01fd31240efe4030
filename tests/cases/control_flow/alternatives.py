"""Fields of which the declaration has alternatives: which of them an object has is asked by its class, or by a field
that tells it."""

from dataclasses import dataclass, field
from typing import Literal


@dataclass
class Meta:
    name: str = ""


@dataclass
class Train:
    by: Literal["train"] = "train"
    seat: int = 0


@dataclass
class Ferry:
    by: Literal["ferry"] = "ferry"
    deck: str = ""


@dataclass
class Spec:
    way: Train | Ferry = field(default_factory=Train)
    back: Train | Ferry | None = None
    legs: list[Train | Ferry] = field(default_factory=list)
    code: int | str = 0
    extra: object = None


@dataclass
class Status:
    booked: bool = False


@dataclass
class Trip:
    metadata: Meta = field(default_factory=Meta)
    spec: Spec = field(default_factory=Spec)
    status: Status = field(default_factory=Status)


class Kept:  # expect: status-not-wiped-on-create
    def prepare_for_update(self, trip: Trip, old: Trip) -> None:
        trip.status = old.status


class OnlyTrainsTripStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, trip: Trip) -> None:
        if isinstance(trip.spec.way, Train):
            trip.status = Status()


class NoFerriesTripStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, trip: Trip) -> None:
        match trip.spec.way:
            case Ferry():
                return
        trip.status = Status()


class EitherTripStrategy(Kept):
    def prepare_for_create(self, trip: Trip) -> None:
        if isinstance(trip.spec.way, Train):
            trip.status = Status()
        elif isinstance(trip.spec.way, Ferry):
            trip.status = Status(booked=False)


class NoWayBackTripStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, trip: Trip) -> None:
        match trip.spec.back:
            case Ferry() | Train():
                trip.status = Status()


class EachTripStrategy(Kept):
    def prepare_for_create(self, trip: Trip) -> None:
        match trip.spec.back:
            case Ferry():
                trip.status = Status()
            case Train():
                trip.status = Status()
            case None:
                trip.status = Status()


class TextOrNumberTripStrategy(Kept):
    def prepare_for_create(self, trip: Trip) -> None:
        if isinstance(trip.spec.code, str):
            trip.status = Status()
        elif isinstance(trip.spec.code, int):
            trip.status = Status()


class AnythingTripStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, trip: Trip) -> None:
        if isinstance(trip.spec.extra, Train):
            trip.status = Status()


class FoundTripStrategy(Kept):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, trip: Trip) -> None:
        if isinstance(self.found, Train):
            trip.status = Status()


class NoSuchTrainTripStrategy(Kept):
    def prepare_for_create(self, trip: Trip) -> None:
        way = trip.spec.way
        if isinstance(way, Train) and way.by == "ferry":
            return
        if way.by == "aeroplane":
            return
        trip.status = Status()


class LegsTripStrategy(Kept):
    def prepare_for_create(self, trip: Trip) -> None:
        for leg in trip.spec.legs:
            if leg.by == "ferry" and isinstance(leg, Train):
                return
        trip.status = Status()


class ToldByFieldTripStrategy(Kept):
    def prepare_for_create(self, trip: Trip) -> None:
        if trip.spec.way.by == "train":
            trip.status = Status()
        elif isinstance(trip.spec.way, Ferry):
            trip.status = Status()


class FerriesTripStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, trip: Trip) -> None:
        if trip.spec.way.by == "train":
            trip.status = Status()


@dataclass
class Fare:
    metadata: Meta = field(default_factory=Meta)
    spec: int | float | str = 0
    status: Status = field(default_factory=Status)


class Priced:  # expect: status-not-wiped-on-create
    def prepare_for_update(self, fare: Fare, old: Fare) -> None:
        fare.status = old.status


class NumberOrTextFareStrategy(Priced):
    def prepare_for_create(self, fare: Fare) -> None:
        if isinstance(fare.spec, (int, float)):
            fare.status = Status()
        elif isinstance(fare.spec, str):
            fare.status = Status()


class WholeOrTextFareStrategy(Priced):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, fare: Fare) -> None:
        if isinstance(fare.spec, int):
            fare.status = Status()
        elif isinstance(fare.spec, str):
            fare.status = Status()


class Guests(list[str]):
    pass


class Rooms(dict[str, str]):
    pass


@dataclass
class Lodging:
    guests: Guests = field(default_factory=Guests)
    rooms: Rooms = field(default_factory=Rooms)


@dataclass
class Stay:
    metadata: Meta = field(default_factory=Meta)
    spec: Lodging = field(default_factory=Lodging)
    status: Status = field(default_factory=Status)


class Lodged:  # expect: status-not-wiped-on-create
    def prepare_for_update(self, stay: Stay, old: Stay) -> None:
        stay.status = old.status


class FirstGuestStayStrategy(Lodged):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, stay: Stay) -> None:
        for guest in stay.spec.guests:
            if guest == "nobody":
                return
        stay.status = Status()


class RoomStayStrategy(Lodged):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, stay: Stay) -> None:
        if stay.spec.rooms.get("first") != "taken":
            stay.status = Status()
