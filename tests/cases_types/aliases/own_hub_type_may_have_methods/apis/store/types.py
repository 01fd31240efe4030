from dataclasses import dataclass


@dataclass
class Cart:  # holds: hub-type-differs
    owner: str

    def is_open(self) -> bool:
        return bool(self.owner)


Cart.limit = 3
