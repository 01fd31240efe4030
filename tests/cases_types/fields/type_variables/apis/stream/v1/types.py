from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass
class Page(Generic[T]):
    items: list[T]
    token: str


@dataclass
class Event:
    name: str


@dataclass
class Feed:
    first: Page[Event]
    second: Page[int]
    third: Page[int]
