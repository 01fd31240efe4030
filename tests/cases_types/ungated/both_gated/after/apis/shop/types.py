from dataclasses import dataclass


@dataclass
class OrderSpec:  # holds: ungated-new-field; hub-type-differs
    customer: str
    priority: int = 0  # +featureGate=OrderPriority


@dataclass
class Order:
    name: str
    spec: OrderSpec
