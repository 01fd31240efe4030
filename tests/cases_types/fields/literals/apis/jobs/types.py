import typing
from dataclasses import dataclass
from typing import Literal


@dataclass
class Job:
    phase: Literal["Pending", "Running"]
    policy: Literal["Never", None]
    restart: Literal["a", "b"]  # expect: hub-type-differs[restart]
    kind_of: Literal["x"]  # expect: hub-type-differs[kind_of]
    number: Literal[1]  # expect: hub-type-differs[number]
    either: Literal["a"] | Literal["b"]
    flag: Literal[True]  # expect: hub-type-differs[flag]
