from dataclasses import dataclass

from apis.store.v1 import types as v1

Item = v1.Item  # holds: hub-type-differs


@dataclass
class Cart:
    items: list[Item]
    note: bytes  # expect: hub-type-differs[note]
