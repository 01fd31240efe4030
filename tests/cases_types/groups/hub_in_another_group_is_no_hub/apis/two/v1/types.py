from dataclasses import dataclass


@dataclass
class Sprocket:
    name: str


@dataclass
class Gadget:  # expect: hub-type-missing
    name: str
