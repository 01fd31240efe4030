from dataclasses import dataclass


@dataclass
class Widget:
    name: str
