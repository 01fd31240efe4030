from dataclasses import dataclass


@dataclass
class OrderSpec:
    # +k8s:featureGate=OrderPriority
    priority: int | None
    discount: int | None  # expect: ungated-new-field[discount]
    customer: str
    parcels: int = 1  # expect: ungated-new-field[parcels]
    # +featureGate=Late
    late: bool = False


@dataclass
class Order:
    name: str
    spec: OrderSpec
