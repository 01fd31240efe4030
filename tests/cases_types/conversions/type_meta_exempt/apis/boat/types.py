from dataclasses import dataclass


@dataclass
class Raft:
    name: str = ""
