from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Row:
    id: int
    email: str
    password_hash: str


@dataclass
class User:
    id: int
    email: str
    password_hash: str = ""


def convert_row_to_user(row: Row) -> User:
    """The hash stays in the database."""
    return User(id=row.id, email=row.email)


class Celsius(float):
    def convert_to(self, unit: type[float]) -> float:
        return unit(self)

    @classmethod
    def convert_from(cls, other: float) -> Celsius:
        return cls(other)


def convert_rgb_to_hsv(r, g, b):
    return max(r, g, b), min(r, g, b), 0
