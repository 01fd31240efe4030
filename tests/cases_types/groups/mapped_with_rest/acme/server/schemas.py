from pydantic import BaseModel


class Flow(BaseModel):
    name: str
    tags: list[str]  # expect: hub-type-differs[tags]


class Internal(BaseModel):
    secret: str
