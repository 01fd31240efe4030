from dataclasses import InitVar, dataclass
from typing import ClassVar


@dataclass
class OrderStatus:  # holds: ungated-new-field
    KINDS: ClassVar[list[str]] = ["a"]
    phase: str
    seed: InitVar[int] = 0
    limit = 3

    def done(self) -> bool:
        total: int = self.limit
        return total > 2

    @property
    def label(self) -> str:
        return self.phase
