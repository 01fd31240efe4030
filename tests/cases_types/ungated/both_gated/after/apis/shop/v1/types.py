from dataclasses import dataclass


@dataclass
class OrderSpec:  # holds: ungated-new-field
    customer: str
    # +k8s:featureGate=OrderPriority
    priority: int = 0


@dataclass
class Order:
    name: str
    spec: OrderSpec
