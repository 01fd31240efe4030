import typing_extensions as te
from dataclasses import dataclass


@dataclass
class Menu:
    title: str
    prices: te.Annotated[list[int], "cents", "more than one"]
    seats: int | None = None
    hall: te.Annotated[str | None, "where"] = None


@dataclass
class Table:
    number: te.Annotated[str, "from one"]
