from dataclasses import dataclass

from apis.meta import ObjectMeta


@dataclass
class Order:
    metadata: ObjectMeta
