from dataclasses import dataclass


@dataclass
class Parcel:
    state: str
    weight: int
