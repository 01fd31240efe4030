from dataclasses import dataclass

from apis.meta import ObjectMeta


@dataclass
class Order:  # expect: type-not-registered
    metadata: ObjectMeta
