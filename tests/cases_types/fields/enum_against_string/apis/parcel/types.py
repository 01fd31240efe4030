import enum
from dataclasses import dataclass


class State(str, enum.Enum):
    SENT = "Sent"
    LOST = "Lost"


@dataclass
class Parcel:
    state: State  # expect: hub-type-differs[state]
    weight: int
