from dataclasses import dataclass
from typing import Optional


@dataclass
class Order:  # holds: ungated-new-field
    note: Optional[str]
    name: str
    amount: float
