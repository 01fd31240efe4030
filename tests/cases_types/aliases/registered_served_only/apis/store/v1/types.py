from dataclasses import dataclass

from apis.meta import ObjectMeta


@dataclass
class Cart:  # holds: type-not-registered
    metadata: ObjectMeta
