from dataclasses import dataclass


@dataclass
class Sprocket:
    name: str
