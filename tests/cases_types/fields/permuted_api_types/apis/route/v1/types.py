from dataclasses import dataclass


@dataclass
class Stop:
    name: str


@dataclass
class Leg:
    id: str
    end: Stop
    begin: Stop
