from apis.store import types


def total(self):
    return 0


types.Cart.total = total  # expect: hub-alias-extended[?]
