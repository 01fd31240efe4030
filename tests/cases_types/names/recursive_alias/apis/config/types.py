from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, List, Union

JSON = Union[None, bool, int, float, str, List["JSON"], Dict[str, "JSON"]]


@dataclass
class ConfigMap:  # undecided: hub-type-differs
    name: str
    values: JSON  # undecided: hub-type-differs
