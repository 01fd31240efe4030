from dataclasses import dataclass


@dataclass(slots=True)
class Base:
    name: str


@dataclass(slots=True)
class Wide(Base):
    width: int
