from dataclasses import dataclass


@dataclass
class Train:  # holds: hub-type-differs
    number: int


@dataclass
class Timetable:
    rows: list[str]  # expect: hub-type-differs[rows]


@dataclass
class Ticket:
    price: int  # expect: hub-type-differs[price]


@dataclass
class Controller:
    """The server's own: no version declares it."""

    busy: bool
