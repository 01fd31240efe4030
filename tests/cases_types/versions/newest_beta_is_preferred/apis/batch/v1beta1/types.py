from dataclasses import dataclass


@dataclass
class Run:
    command: str
