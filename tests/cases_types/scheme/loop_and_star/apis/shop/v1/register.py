from apis.shop.v1.types import Order, OrderList, Voucher, VoucherList
from machinery.scheme import GroupVersion, Scheme

GV = GroupVersion(group="shop", version="v1")
ORDERS = (Order, OrderList)


def add_to_scheme(scheme: Scheme) -> None:
    for kind in [Voucher, VoucherList]:
        scheme.add_known_types(GV, kind)
    scheme.add_known_types(GV, *ORDERS)
