from dataclasses import dataclass


@dataclass
class OrderSpec:  # holds: ungated-new-field
    customer: str
    priority: int | None = None  # +k8s:featureGate=OrderPriority
    discount: int | None = None  # +featureGate=OrderDiscount


@dataclass
class Order:
    name: str
    spec: OrderSpec
