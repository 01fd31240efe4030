from pydantic import BaseModel


class Raft(BaseModel):
    name: str = ""
    logs: int = 0
