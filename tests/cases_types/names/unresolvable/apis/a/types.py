from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from somewhere.unknown import Address, Gate


@dataclass
class Host:
    address: Address
    gate: Gate
    name: str  # expect: hub-type-differs[name]
