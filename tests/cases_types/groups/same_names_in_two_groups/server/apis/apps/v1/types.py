from dataclasses import dataclass


@dataclass
class Deployment:
    replicas: int


@dataclass
class Scale:
    size: int
