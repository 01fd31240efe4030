from common.decorators import dataclass


@dataclass
class Host:  # holds: hub-type-differs
    name: str
