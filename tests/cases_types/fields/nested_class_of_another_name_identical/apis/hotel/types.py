from dataclasses import dataclass


@dataclass
class RoomSpec:
    beds: int
    floor: int


@dataclass
class Room:  # holds: hub-type-differs
    spec: RoomSpec
