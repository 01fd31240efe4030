from pydantic import BaseModel


class Run(BaseModel):
    state: int
