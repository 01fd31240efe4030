import typing
from dataclasses import dataclass


@dataclass
class Sample:
    value: object
    extra: dict[str, object]
    raw: object
    blob: typing.Any
