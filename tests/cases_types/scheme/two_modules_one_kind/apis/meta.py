from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)


@dataclass
class ListMeta:
    resource_version: str = ""
