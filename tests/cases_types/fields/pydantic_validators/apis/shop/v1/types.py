from typing import Optional

from pydantic import BaseModel, field_validator


class Item(BaseModel):
    sku: str
    price: int
    tags: list[str] = []

    @field_validator("sku")
    @classmethod
    def upper(cls, value: str) -> str:
        return value.upper()


class Basket(BaseModel):
    items: list[Item]
    voucher: Optional[str]
    total: float
