from dataclasses import dataclass


@dataclass
class Raft:
    name: str = ""
    api_version: str = "boat/v1"
    kind: str = "Raft"
