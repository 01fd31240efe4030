from dataclasses import dataclass
from typing import NewType, Optional

VehicleUID = NewType("VehicleUID", str)


@dataclass
class Vehicle:
    uid: str
    timeout: int
    grace: float
    parent: VehicleUID
    peers: list[VehicleUID]
    owner: Optional[VehicleUID] = None
