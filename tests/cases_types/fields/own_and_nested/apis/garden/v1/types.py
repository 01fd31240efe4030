from dataclasses import dataclass


@dataclass
class Bed:
    area: int


@dataclass
class Garden:
    beds: list[Bed]
    open: str
    shade: Bed | None
