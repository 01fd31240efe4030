import typing


class Doll(typing.TypedDict):
    hair: str
    shoes: typing.Optional[int]
    dress: str
