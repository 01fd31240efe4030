from apis.store.v1 import types as v1

Cart = v1.Cart  # holds: hub-type-differs
