from dataclasses import dataclass


@dataclass
class Widget:
    name: str


@dataclass
class Gadget:
    name: str
