import collections.abc
import typing
import uuid
from dataclasses import dataclass
from datetime import datetime as timestamp
from decimal import Decimal


@dataclass
class Thing:
    when: timestamp
    price: "Decimal"
    parts: typing.Sequence[str]
    table: typing.Mapping[str, "int"]
    factory: type[int]
    uid: uuid.UUID
    hook: collections.abc.Callable[[int], str]
    since: timestamp
    hook2: collections.abc.Callable[[str], str]
    numbers: list[int]
