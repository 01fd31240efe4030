from dataclasses import dataclass

from apis.store.v1 import types as v1

Item = v1.Item


@dataclass
class Cart:  # expect: hub-type-not-aliased
    owner: str


@dataclass
class Shelf:
    width: int

    def wide(self) -> bool:
        return self.width > 10


@dataclass
class Door:
    open: str  # expect: hub-type-differs[open]
