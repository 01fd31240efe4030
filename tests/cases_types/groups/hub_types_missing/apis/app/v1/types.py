from dataclasses import dataclass


@dataclass
class App:  # holds: hub-type-missing
    name: str


@dataclass
class AppList:  # expect: hub-type-missing
    items: list[App]


@dataclass
class AppScale:  # expect: hub-type-missing
    size: int
