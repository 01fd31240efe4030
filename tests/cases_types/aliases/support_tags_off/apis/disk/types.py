from dataclasses import dataclass


@dataclass
class Disk:  # holds: hub-type-differs
    size: int
