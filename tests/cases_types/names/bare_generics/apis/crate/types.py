import typing
from dataclasses import dataclass


@dataclass
class Crate:
    things: list
    table: typing.Dict
    maybe: typing.Optional[list] = None
    few: tuple = ()
    named: dict = None  # expect: hub-type-differs[named]
