from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Tuple


@dataclass
class Crate:
    things: List
    table: dict
    maybe: Optional[List] = None
    few: Tuple = ()
    named: Dict[str, int] = None
