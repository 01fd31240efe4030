from pydantic import BaseModel


class Run(BaseModel):
    state: str  # expect: hub-type-differs[state]
