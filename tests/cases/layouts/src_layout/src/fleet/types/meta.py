from dataclasses import dataclass, field


@dataclass(slots=True)
class Meta:
    name: str = ""
    generation: int = 0
    labels: dict = field(default_factory=dict)
    annotations: "dict[str, str]" = field(default_factory=dict)
