from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    model_config = ConfigDict(frozen=True)


class Pane(Frozen):  # expect: hub-type-differs
    width: int


class Frame(BaseModel, frozen=True):  # holds: hub-type-differs
    width: int


class Putty(BaseModel):  # holds: hub-type-differs
    model_config = ConfigDict(extra="forbid")

    weight: int


class Window(BaseModel):  # expect: hub-type-differs
    model_config = {"frozen": True}

    height: int
