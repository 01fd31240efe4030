from dataclasses import dataclass, field


@dataclass
class Patient:  # holds: hub-type-differs
    """Whoever comes in."""

    name: str
    age: int = 0
    notes: list[str] = field(default_factory=list)

    def adult(self) -> bool:
        return self.age >= 18

    @property
    def initials(self) -> str:
        return self.name[:1]
