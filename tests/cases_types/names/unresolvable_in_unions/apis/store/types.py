from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, Optional


@dataclass
class Host:
    address: Optional[Address]  # unproven: hub-type-differs[address]
    ports: Dict[str, Port] | None = None  # unproven: hub-type-differs[ports]
    name: Optional[str] = None
