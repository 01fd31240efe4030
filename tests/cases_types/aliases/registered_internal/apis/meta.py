from dataclasses import dataclass


@dataclass
class ObjectMeta:
    name: str
