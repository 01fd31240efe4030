from typing import Literal

from pydantic import BaseModel


class Site(BaseModel):
    api_version: Literal["web/v1"] = "web/v1"
    kind: Literal["Site"] = "Site"
    host: str
    port: int = 80
