from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str
    labels: dict[str, str] = field(default_factory=dict)
