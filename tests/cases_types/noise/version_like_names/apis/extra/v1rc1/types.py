from dataclasses import dataclass


@dataclass
class Note:
    text: float
