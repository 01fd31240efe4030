from dataclasses import dataclass
from typing import Optional


@dataclass
class Order:  # expect: hub-type-differs[added_later]
    customer: str = ""
    amount: int = 0
    note: Optional[str] = None
