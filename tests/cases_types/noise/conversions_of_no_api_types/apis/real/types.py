from dataclasses import dataclass


@dataclass
class Real:  # holds: hub-type-differs
    name: str
