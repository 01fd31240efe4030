from pydantic import BaseModel, Field


class Kite(BaseModel):
    colour: str
    tail: int | None = Field(default=None, json_schema_extra={"feature_gate": "KiteTail"})
    line: int | None = Field(default=None, json_schema_extra={"unit": "m"})  # expect: ungated-new-field[line]
