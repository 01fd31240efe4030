import typing
from dataclasses import dataclass
from typing import Literal, Optional


@dataclass
class Job:
    phase: typing.Literal["Running", "Pending"]
    policy: Optional[Literal["Never"]]
    restart: Literal["a", "c"]
    kind_of: str
    number: Literal["1"]
    either: Literal["a", "b"]
    flag: Literal[1]
