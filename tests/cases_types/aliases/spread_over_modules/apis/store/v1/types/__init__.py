from .furniture import Shelf
from .orders import Cart

__all__ = ["Cart", "Shelf"]
