from dataclasses import dataclass

from apis.meta import ObjectMeta


@dataclass
class Cart:
    metadata: ObjectMeta


@dataclass
class Shelf:
    metadata: ObjectMeta
