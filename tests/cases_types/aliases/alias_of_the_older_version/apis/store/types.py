from apis.store.v1beta1 import types as v1beta1

Cart = v1beta1.Cart  # either: hub-type-differs[?]
