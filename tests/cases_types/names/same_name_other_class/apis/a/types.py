from dataclasses import dataclass

from common.one import Quantity


@dataclass
class Size:
    amount: Quantity
