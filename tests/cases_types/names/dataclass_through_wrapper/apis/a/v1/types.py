import dataclasses


@dataclasses.dataclass
class Host:
    name: str
