from dataclasses import dataclass


@dataclass
class RoomSpec:
    beds: int
    floor: int  # expect: hub-type-differs[floor]


@dataclass
class Room:
    spec: RoomSpec
