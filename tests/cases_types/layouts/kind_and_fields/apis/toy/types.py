import attrs


@attrs.define
class Doll:  # expect: hub-type-differs; hub-type-differs[dress]
    hair: str
    shoes: int  # expect: hub-type-differs[shoes]
