from dataclasses import dataclass


@dataclass
class Timetable:
    rows: list[str]


@dataclass
class Ticket:
    price: str
