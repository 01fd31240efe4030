import dataclasses
import typing


@dataclasses.dataclass
class Oven:
    name: str = ""
    registry: "typing.ClassVar[dict[str, int]]" = {}
    power: int = 0
