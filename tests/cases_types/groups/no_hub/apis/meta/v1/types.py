from dataclasses import dataclass


@dataclass
class ObjectMeta:
    name: str


@dataclass
class ListMeta:
    token: str
