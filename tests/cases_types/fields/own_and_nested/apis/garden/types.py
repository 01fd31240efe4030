from dataclasses import dataclass


@dataclass
class Bed:
    area: float  # expect: hub-type-differs[area]


@dataclass
class Garden:
    beds: list[Bed]
    open: bool  # expect: hub-type-differs[open]
    shade: Bed  # expect: hub-type-differs[shade]
