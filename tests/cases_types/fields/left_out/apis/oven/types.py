from dataclasses import InitVar, dataclass
from typing import ClassVar


@dataclass
class Oven:  # holds: hub-type-differs
    KIND: ClassVar[str] = "Oven"
    name: str = ""
    power: int = 0
    seed: InitVar[int] = 0
    limit = 300

    def __post_init__(self, seed: int) -> None:
        self.heated = seed > 0
