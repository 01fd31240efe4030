from dataclasses import dataclass
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


@dataclass
class Keyed(Generic[K, V]):
    key: K
    value: V  # either: hub-type-differs[value]


@dataclass
class Numbers(Keyed[str, int]):  # holds: hub-type-differs
    unit: str


@dataclass
class Swapped(Keyed[int, str]):
    unit: str  # expect: hub-type-differs[unit]


@dataclass
class Wrong(Keyed[str, int]):  # either: hub-type-differs[value]
    unit: str
