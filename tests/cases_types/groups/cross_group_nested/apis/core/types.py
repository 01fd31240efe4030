from dataclasses import dataclass


@dataclass
class PodSpec:
    image: str  # expect: hub-type-differs[image]
