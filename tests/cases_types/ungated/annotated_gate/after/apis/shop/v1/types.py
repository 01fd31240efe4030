from dataclasses import dataclass
from typing import Annotated, Optional

import gates
from gates import FeatureGate


@dataclass
class OrderSpec:
    customer: str
    priority: Annotated[Optional[int], FeatureGate("OrderPriority")] = None
    discount: Annotated[int, "cents", gates.FeatureGate("OrderDiscount")] = 0
    parcels: Annotated[int, "how many"] = 0  # expect: ungated-new-field[parcels]


@dataclass
class Order:
    name: str
    spec: OrderSpec
