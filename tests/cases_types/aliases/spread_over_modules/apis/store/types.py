from apis.store.v1 import types as v1
from apis.store.v1.types import Cart

Shelf = v1.Shelf  # holds: hub-type-differs; hub-alias-extended; hub-alias-registered-internal

__all__ = ["Cart", "Shelf"]


def size(shelf: Shelf) -> int:
    return shelf.size


Cart.total = size  # expect: hub-alias-extended[total]
