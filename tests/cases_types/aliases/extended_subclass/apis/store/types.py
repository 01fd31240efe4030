from apis.store.v1 import types as v1


class Cart(v1.Cart):  # expect: hub-alias-extended[?] # undecided: hub-type-differs
    def is_open(self) -> bool:
        return bool(self.owner)


Till = v1.Till  # holds: hub-alias-extended


class CountedTill(Till):
    """Another name is another class."""

    def count(self) -> int:
        return self.cash
