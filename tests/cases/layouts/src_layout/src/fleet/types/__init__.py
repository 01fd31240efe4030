from .meta import Meta
from .truck import Truck, TruckSpec, TruckStatus

__all__ = ["Meta", "Truck", "TruckSpec", "TruckStatus"]
