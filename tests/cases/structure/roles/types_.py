from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""
    labels: dict = field(default_factory=dict)


@dataclass
class Spec:
    size: int = 0


@dataclass
class Dock:
    metadata: Meta
    spec: Spec
    status: str = ""
