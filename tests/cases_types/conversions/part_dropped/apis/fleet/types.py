from dataclasses import dataclass, field


@dataclass
class Engine:
    power: int = 0
    fuel: str = ""


@dataclass
class Axle:
    load: int = 0
    width: int = 0


@dataclass
class Truck:
    plate: str = ""
    engine: Engine = field(default_factory=Engine)
    axles: list[Axle] = field(default_factory=list)
