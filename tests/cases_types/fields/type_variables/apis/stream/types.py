from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass
class Page(Generic[T]):  # holds: hub-type-differs
    items: list[T]
    token: str


@dataclass
class Event:  # holds: hub-type-differs
    name: str


@dataclass
class Feed:
    first: Page[Event]
    second: Page[str]  # expect: hub-type-differs[second]
    third: Page[int]
