from dataclasses import dataclass


@dataclass
class RoomSpecV1:  # expect: hub-type-missing
    beds: int
    floor: int


@dataclass
class Room:
    spec: RoomSpecV1
