"""Conditions and collections that nobody can see through: never a violation, unless it is one whatever they are."""

from __future__ import annotations

from dataclasses import dataclass, field

import bookings


@dataclass
class Meta:
    generation: int = 0
    labels: dict[str, str] = field(default_factory=dict)


@dataclass
class RoomSpec:
    beds: int = 0
    view: str = ""


@dataclass
class RoomStatus:
    guests: int = 0
    remark: str = ""


@dataclass
class Room:
    metadata: Meta
    spec: RoomSpec
    status: RoomStatus


def count(room: Room, stored: Room) -> None:
    if room.spec != stored.spec:
        room.metadata.generation = stored.metadata.generation + 1


class Plain:
    def prepare_for_create(self, ctx, room: Room) -> None:
        room.status = RoomStatus()
        room.metadata.generation = 1

    def prepare_for_update(self, ctx, room: Room, stored: Room) -> None:
        room.status = stored.status
        count(room, stored)


class PlainStrategy(Plain):
    pass


class ChosenByTheUnseenStrategy(Plain):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, room: Room) -> None:
        room.status = RoomStatus(remark="busy" if bookings.any(room.status) else "free")
        room.metadata.generation = 1


class ChosenByTheCallerStrategy(Plain):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, ctx, room: Room) -> None:
        room.status = RoomStatus(remark="busy" if room.status.guests else "free")
        room.metadata.generation = 1


class ChosenByBothStrategy(Plain):  # expect: status-not-kept-on-update
    """Whatever the call gives, the caller's count of guests makes a difference."""

    def prepare_for_update(self, ctx, room: Room, stored: Room) -> None:
        taken = room.status.guests > 0
        room.status = stored.status
        if taken:
            room.status.remark = "taken" if bookings.open() else "was taken"
        count(room, stored)


class AskedByTheCallerStrategy(Plain):  # unproven: status-not-wiped-on-create
    """Nobody knows whether the call ever changes anything."""

    def prepare_for_create(self, ctx, room: Room) -> None:
        beds = [room.spec.beds]
        if room.status.guests > 0:
            bookings.look_at(beds)
        room.status = RoomStatus(remark="some" if beds else "none")
        room.metadata.generation = 1


class WipedAtTimesStrategy(Plain):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, room: Room) -> None:
        if bookings.open():
            room.status = RoomStatus()
        room.metadata.generation = 1


class WipedForEachStrategy(Plain):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, room: Room) -> None:
        for _ in bookings.today():
            room.status = RoomStatus()
        room.metadata.generation = 1


class RefusedAtTimesStrategy(Plain):  # expect: status-not-wiped-on-create
    """Where it is not refused, the caller's status is stored."""

    def prepare_for_create(self, ctx, room: Room) -> None:
        if bookings.closed():
            raise ValueError(room.spec.view)
        room.metadata.generation = 1


class NeverWipedStrategy(Plain):  # expect: status-not-wiped-on-create
    """Both ways some of it stays."""

    def prepare_for_create(self, ctx, room: Room) -> None:
        if bookings.open():
            room.status.guests = 0
        else:
            room.status.remark = ""
        room.metadata.generation = 1


class KnownPathStrategy(Plain):  # expect: status-not-wiped-on-create
    """A way to the violation that asks nobody."""

    def prepare_for_create(self, ctx, room: Room) -> None:
        if room.spec.beds > 2:
            if bookings.open():
                room.spec.view = "sea"
            room.metadata.generation = 1
            return
        room.status = RoomStatus()
        room.metadata.generation = 1


class OwnFlagStrategy(Plain):  # expect: status-not-kept-on-update
    """Whoever makes the strategy chooses."""

    def __init__(self, lenient: bool) -> None:
        self.lenient = lenient

    def prepare_for_update(self, ctx, room: Room, stored: Room) -> None:
        if not self.lenient:
            room.status = stored.status
        count(room, stored)


class CountedAtTimesStrategy(Plain):  # unproven: generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx, room: Room, stored: Room) -> None:
        room.status = stored.status
        if not bookings.open():
            count(room, stored)


class TwoFirstsStrategy(Plain):  # unproven: generation-not-set-on-create
    def prepare_for_create(self, ctx, room: Room) -> None:
        room.status = RoomStatus()
        room.metadata.generation = 1
        if bookings.open():
            room.metadata.generation = 2


class RoomStatusStrategy:  # unproven: spec-not-kept-on-status-update, reset-fields-mismatch
    def get_reset_fields(self) -> set[str]:
        return {"spec", "metadata.labels"}

    def prepare_for_update(self, ctx, room: Room, stored: Room) -> None:
        if bookings.open():
            room.spec = stored.spec
        room.metadata.labels = stored.metadata.labels


class NamedElsewhereStatusStrategy:  # unproven: reset-fields-mismatch
    def __init__(self, resets: list[str]) -> None:
        self.resets = resets

    def get_reset_fields(self) -> set[str]:
        return set(self.resets)

    def prepare_for_update(self, ctx, room: Room, stored: Room) -> None:
        room.spec = stored.spec
        room.metadata.labels = stored.metadata.labels


class NamedAtTimesStatusStrategy:  # unproven: reset-fields-mismatch
    def get_reset_fields(self) -> set[str]:
        return {"spec", "metadata.labels"} if bookings.open() else {"spec"}

    def prepare_for_update(self, ctx, room: Room, stored: Room) -> None:
        room.spec = stored.spec
        room.metadata.labels = stored.metadata.labels


class NeverNamedStatusStrategy:  # expect: reset-fields-mismatch
    """Whichever it is, labels are not named."""

    def get_reset_fields(self) -> set[str]:
        return {"spec"} if bookings.open() else {"spec", "status"}

    def prepare_for_update(self, ctx, room: Room, stored: Room) -> None:
        room.spec = stored.spec
        room.metadata.labels = stored.metadata.labels
