from pydantic import BaseModel, Field


class Host(BaseModel):
    host_name: str = Field(alias="host-name", description="Where it is.")
