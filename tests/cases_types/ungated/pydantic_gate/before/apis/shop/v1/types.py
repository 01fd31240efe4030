from pydantic import BaseModel


class Kite(BaseModel):
    colour: str
