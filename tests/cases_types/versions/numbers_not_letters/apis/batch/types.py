from dataclasses import dataclass


@dataclass
class Run:  # holds: hub-type-differs
    command: list[str]
