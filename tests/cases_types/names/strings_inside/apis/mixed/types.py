from dataclasses import dataclass
from typing import Dict, List, Optional, Union


@dataclass
class Part:  # holds: hub-type-differs
    size: int


@dataclass
class Whole:  # holds: hub-type-differs
    parts: List["Part"]
    table: "Dict[str, List['Part']]"
    maybe: Optional["Part"]
    number: Union["int", "str"]
    self_same: "Optional[Whole]" = None
