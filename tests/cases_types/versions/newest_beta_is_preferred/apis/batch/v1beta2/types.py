from dataclasses import dataclass


@dataclass
class Run:
    command: list[str]
    retries: int
