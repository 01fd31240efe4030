from dataclasses import dataclass


@dataclass
class OrderSpec:  # holds: ungated-new-field
    customer: str
    # How urgent it is.
    # +k8s:featureGate=OrderPriority
    # +optional
    priority: int | None = None
    # +featureGate=OrderDiscount,OrderPriority
    discount: int | None = None


@dataclass
class Order:
    name: str
    spec: OrderSpec
