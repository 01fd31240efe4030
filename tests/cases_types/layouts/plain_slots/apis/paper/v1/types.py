class Sheet:
    width: int
    height: int

    __slots__ = ["width", "height"]


class Roll:
    length: int


class Card:
    __slots__ = ("colour",)
    colour: str


class Note:
    text: str
