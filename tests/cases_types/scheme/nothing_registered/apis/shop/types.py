from dataclasses import dataclass

from apis.meta import ObjectMeta


@dataclass
class Order:  # holds: hub-type-differs
    metadata: ObjectMeta
