from dataclasses import dataclass


@dataclass
class Base:
    name: str
    weight: int


@dataclass
class Cargo(Base):  # holds: hub-type-differs
    value: int
    weight: float


@dataclass
class Crew(Base):
    rank: str
    name: str | None  # expect: hub-type-differs[name]
