from dataclasses import dataclass

from apis.meta.v1.types import ObjectMeta


@dataclass
class App:  # holds: hub-type-differs
    metadata: ObjectMeta
