from dataclasses import dataclass


@dataclass
class App:
    name: str


@dataclass
class AppTemplate:  # expect: hub-type-missing
    name: str
