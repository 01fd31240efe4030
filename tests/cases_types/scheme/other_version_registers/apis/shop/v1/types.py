from dataclasses import dataclass

from apis.meta import ObjectMeta


@dataclass
class Order:  # holds: type-not-registered
    metadata: ObjectMeta
