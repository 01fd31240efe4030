from pydantic import BaseModel, Field


class Item(BaseModel):  # holds: hub-type-differs
    sku: str
    price: int = Field(default=0, ge=0)
    tags: list[str] = Field(default_factory=list)


class Basket(BaseModel):
    items: list[Item]
    voucher: str | None = None
    total: int  # expect: hub-type-differs[total]
