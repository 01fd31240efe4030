from dataclasses import dataclass


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Kiln:
    metadata: ObjectMeta
    heat: int = 0
