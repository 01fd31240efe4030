from pydantic import BaseModel, ConfigDict


class Pane(BaseModel):
    width: int


class Frame(BaseModel):
    width: int
    model_config = ConfigDict(frozen=True, title="Frame")


class Putty(BaseModel):
    weight: int


class Window(BaseModel):
    height: int
