from pydantic import BaseModel


class Site(BaseModel):  # holds: hub-type-differs
    host: str
    port: int = 80
