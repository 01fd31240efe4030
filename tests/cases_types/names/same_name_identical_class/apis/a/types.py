from dataclasses import dataclass

from common.one import Quantity


@dataclass
class Size:  # holds: hub-type-differs
    amount: Quantity
