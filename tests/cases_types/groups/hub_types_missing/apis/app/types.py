from dataclasses import dataclass


@dataclass
class App:
    name: str
