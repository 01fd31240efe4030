from apis.shop.types import Order, OrderList
from apis.shop.v1 import types as v1
from machinery.scheme import GroupVersion, Scheme

INTERNAL = GroupVersion("shop", "__internal")
V1 = GroupVersion("shop", "v1")


def install(scheme: Scheme) -> None:
    scheme.add_known_types(INTERNAL, Order, OrderList)
    scheme.add_known_types(V1, v1.Order, v1.Voucher)
