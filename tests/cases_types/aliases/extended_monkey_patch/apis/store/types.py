from apis.store.v1 import types as v1
from apis.store.v1.types import Till

Cart = v1.Cart
Door = v1.Door
Lamp = v1.Lamp  # holds: hub-alias-extended


def cart_is_open(self):
    return bool(self.owner)


Cart.is_open = cart_is_open  # expect: hub-alias-extended[?]
Till.limit = 100  # expect: hub-alias-extended[?]
setattr(Door, "locked", property(lambda self: not self.open))  # expect: hub-alias-extended[?]


def bright(lamp: Lamp) -> bool:
    """A plain function over the alias adds nothing to it."""
    return lamp.watts > 60
