from dataclasses import dataclass


@dataclass
class Printer:
    location: str
    toner_level: int
    online: bool
