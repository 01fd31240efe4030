from dataclasses import dataclass


@dataclass
class OrderSpec:
    customer: str
    # +k8s:featureGate=OrderPriority
    priority: int = 0


@dataclass
class Order:
    name: str
    spec: OrderSpec
