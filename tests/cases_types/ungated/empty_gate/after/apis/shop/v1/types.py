from dataclasses import dataclass, field
from typing import Annotated

from gates import FeatureGate


@dataclass
class OrderSpec:
    customer: str
    # +k8s:featureGate=
    priority: int | None = None  # expect: ungated-new-field[priority]
    parcels: Annotated[int, FeatureGate("")] = 0  # expect: ungated-new-field[parcels]
    late: bool = field(default=False, metadata={"feature_gate": ""})  # expect: ungated-new-field[late]


@dataclass
class Order:
    name: str
    spec: OrderSpec
