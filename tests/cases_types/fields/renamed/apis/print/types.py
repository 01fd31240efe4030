from dataclasses import dataclass


@dataclass
class Printer:  # expect: hub-type-differs[toner_level]
    location: str
    toner: int  # expect: hub-type-differs[toner]
    online: bool
