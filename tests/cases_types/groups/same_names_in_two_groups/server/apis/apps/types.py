from dataclasses import dataclass


@dataclass
class Deployment:  # holds: hub-type-differs
    replicas: int


@dataclass
class Scale:  # holds: hub-type-differs
    size: int
