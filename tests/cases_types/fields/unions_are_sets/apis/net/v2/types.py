from dataclasses import dataclass
from typing import Optional, Union


@dataclass
class Port:
    number: str | int
    target: Union[str, None, int] = None
    protocol: Optional[str] = None
    weight: Optional[int] = None
    hint: Optional[Union[int, Union[str, None]]] = None


@dataclass
class Listener:
    port: Union[str, int]
    backup: None | int = None
    names: Optional[list[Optional[str]]] = None
