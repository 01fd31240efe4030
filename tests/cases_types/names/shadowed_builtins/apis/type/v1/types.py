from dataclasses import dataclass
from typing import List, Set


@dataclass
class Thing:
    members: List[str]
    group: Set
