from pydantic import BaseModel

from apis.meta import ObjectMeta


class Line(BaseModel):
    sku: str


class OrderSpec(BaseModel):
    lines: list[Line]


class Loose(BaseModel):
    """Metadata that is a dict makes no API object."""

    metadata: dict[str, str]


class Order(BaseModel):  # holds: type-not-registered
    metadata: ObjectMeta
    spec: OrderSpec
