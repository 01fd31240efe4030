from dataclasses import dataclass


@dataclass
class Token:
    text: bytes
