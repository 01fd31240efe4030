from dataclasses import dataclass


@dataclass
class Host:
    name: str
