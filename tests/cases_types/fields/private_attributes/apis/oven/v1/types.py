from pydantic import BaseModel


class Oven(BaseModel):
    name: str
    power: int = 0
    _warm: bool = False
