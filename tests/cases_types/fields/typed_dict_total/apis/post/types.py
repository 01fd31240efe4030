from typing import TypedDict

from typing_extensions import NotRequired, Required


class Letter(TypedDict):  # holds: hub-type-differs
    sender: str
    receiver: str
    stamp: NotRequired[int]


class Card(TypedDict, total=False):
    sender: Required[str]
    picture: bytes  # expect: hub-type-differs[picture]
