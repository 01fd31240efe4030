from dataclasses import dataclass
from typing import Annotated, Optional


@dataclass
class Menu:  # holds: hub-type-differs
    title: Annotated[str, "the headline"]
    prices: list[Annotated[int, "cents"]]
    seats: Annotated[Optional[int], ("min", 1)] = None
    hall: Optional[Annotated[str, 3]] = None


@dataclass
class Table:
    number: Annotated[int, "from one"]  # expect: hub-type-differs[number]
