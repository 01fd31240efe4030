from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from somewhere.unknown import Address
    from somewhere.unknown import Gate as Port


@dataclass
class Host:
    address: Address
    gate: Port
    name: int
