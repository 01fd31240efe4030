from typing import TypedDict


class Letter(TypedDict, total=False):
    sender: str
    receiver: str
    stamp: int


class Card(TypedDict):
    sender: str
    picture: str
