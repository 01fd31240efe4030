from pydantic import BaseModel, Field, computed_field


class Host(BaseModel):  # holds: hub-type-differs
    api_version: str = Field(default="a/v1", alias="apiVersion")
    host_name: str = Field(alias="hostName")

    @computed_field
    @property
    def url(self) -> str:
        return "https://" + self.host_name

    class Config:
        title = "Host"
