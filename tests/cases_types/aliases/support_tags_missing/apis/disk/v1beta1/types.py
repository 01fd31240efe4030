from dataclasses import dataclass  # either: support-generation-not-enabled[?]


@dataclass
class Disk:
    size: int
