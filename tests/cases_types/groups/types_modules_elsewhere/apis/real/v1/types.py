from dataclasses import dataclass


@dataclass
class Real:
    name: str
