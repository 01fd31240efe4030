"""No group: nothing here is an API."""

from dataclasses import dataclass


@dataclass
class Token:
    text: str


@dataclass
class Line:
    number: int
