from dataclasses import dataclass

from apis.rail.v1beta1.types import Seat


@dataclass
class Wagon:
    seats: list[Seat]
