from dataclasses import dataclass

from apis.meta import ObjectMeta
from apis.store.v1 import types as v1

Cart = v1.Cart  # either: hub-alias-registered-internal[?]


@dataclass
class Shelf:
    metadata: ObjectMeta
