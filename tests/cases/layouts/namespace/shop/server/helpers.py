from shop.api import order as _order


def bump(new: _order.Order, old: _order.Order) -> _order.Order:
    if new.spec.items == old.spec.items:
        return new
    new.metadata.generation = old.metadata.generation + 1
    return new
