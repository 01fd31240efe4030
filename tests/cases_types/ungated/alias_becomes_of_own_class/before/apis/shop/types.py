from apis.shop.v1.types import Order, OrderSpec  # noqa: F401
