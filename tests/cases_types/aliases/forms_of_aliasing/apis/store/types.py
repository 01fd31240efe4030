import apis.store.v1.types
from apis.store.v1 import types as v1
from apis.store.v1.types import Cart
from apis.store.v1.types import Lamp as Lamp
from typing_extensions import TypeAlias

Shelf = v1.Shelf  # holds: hub-type-differs
Till: TypeAlias = v1.Till
Door = apis.store.v1.types.Door

__all__ = ["Cart", "Shelf", "Till", "Door", "Lamp"]
