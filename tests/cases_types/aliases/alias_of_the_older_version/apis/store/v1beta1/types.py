from dataclasses import dataclass


@dataclass
class Cart:
    owner: int  # either: hub-type-differs[?]
