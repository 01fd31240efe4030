class Sheet:  # holds: hub-type-differs
    __slots__ = ("width", "height")
    width: int
    height: int

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height


class Roll:  # expect: hub-type-differs
    __slots__ = ("length",)
    length: int


class Card:  # expect: hub-type-differs
    colour: str


class Note:  # holds: hub-type-differs
    text: str
