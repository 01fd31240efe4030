from pydantic import BaseModel


class Order(BaseModel):  # holds: ungated-new-field
    amount: int
    name: str
