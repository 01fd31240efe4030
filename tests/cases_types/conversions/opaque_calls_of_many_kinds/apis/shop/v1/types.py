from dataclasses import dataclass
from typing import Optional


@dataclass
class Order:
    customer: str = ""
    amount: int = 0
    note: Optional[str] = None
