from dataclasses import dataclass, field


@dataclass
class OrderSpec:
    customer: str
    priority: int | None = field(default=None, metadata={"feature_gate": "OrderPriority"})
    discount: int = field(default=0, metadata={"doc": "cents"})  # expect: ungated-new-field[discount]


@dataclass
class Order:
    name: str
    spec: OrderSpec
