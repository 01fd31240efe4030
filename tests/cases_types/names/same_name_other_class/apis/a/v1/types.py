from dataclasses import dataclass

from common.two import Quantity


@dataclass
class Size:
    amount: Quantity
