from dataclasses import dataclass


@dataclass
class RoomSpecV1:  # expect: hub-type-missing
    beds: int
    floor: str


@dataclass
class Room:
    spec: RoomSpecV1
