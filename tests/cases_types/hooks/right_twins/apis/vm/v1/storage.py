from dataclasses import dataclass, field


@dataclass
class Machine:
    size: str
    property_bag: dict[str, str] = field(default_factory=dict)
