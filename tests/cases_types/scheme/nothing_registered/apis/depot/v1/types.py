from dataclasses import dataclass

from apis.meta import ObjectMeta


@dataclass
class Rack:  # holds: type-not-registered
    metadata: ObjectMeta


@dataclass
class Bay:  # expect: type-not-registered
    metadata: ObjectMeta
