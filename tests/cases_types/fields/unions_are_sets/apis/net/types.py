from dataclasses import dataclass
from typing import Optional, Union


@dataclass
class Port:
    number: Union[int, str]
    target: Optional[Union[int, str]] = None
    protocol: str | None = None
    weight: int | float | None = None  # expect: hub-type-differs[weight]
    hint: Union[None, str, int] = None


@dataclass
class Listener:  # holds: hub-type-differs
    port: int | str
    backup: Optional[int] = None
    names: list[str | None] | None = None
