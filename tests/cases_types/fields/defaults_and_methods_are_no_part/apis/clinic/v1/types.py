from dataclasses import dataclass, field


@dataclass
class Patient:
    name: str = ""
    age: int = field(default=18, metadata={"doc": "years"})
    notes: list[str] = field(default_factory=lambda: ["new"], repr=False)

    def __post_init__(self) -> None:
        if self.age < 0:
            raise ValueError(self.age)
