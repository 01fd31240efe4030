from dataclasses import dataclass


@dataclass
class Train:
    number: str


@dataclass
class Timetable:
    rows: dict[str, str]
