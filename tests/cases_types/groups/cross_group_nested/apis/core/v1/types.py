from dataclasses import dataclass


@dataclass
class PodSpec:
    image: bytes
