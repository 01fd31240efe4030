from pydantic import BaseModel


class Flow(BaseModel):
    name: str
    tags: set[str]


class Draft(BaseModel):  # expect: hub-type-missing
    name: str
