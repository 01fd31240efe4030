from dataclasses import dataclass


@dataclass
class Crate:
    width: int
    height: int
    labels: dict[str, str]
    content: str


@dataclass
class Box:
    width: int
    height: int
    labels: dict[str, str]
    content: str
