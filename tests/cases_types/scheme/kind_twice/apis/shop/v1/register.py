from apis.shop.v1 import types
from machinery.scheme import GroupVersion, GroupVersionKind, Scheme

GV = GroupVersion("shop", "v1")


def add_to_scheme(scheme: Scheme) -> None:
    scheme.add_known_types(GV, types.Order, types.Voucher)
    scheme.add_known_types(GV, types.Purchase)
    scheme.add_known_type_with_name(  # expect: kind-registered-twice[?]
        GroupVersionKind("shop", "v1", "Order"), types.Purchase
    )
    scheme.add_known_type_with_name(GroupVersionKind("shop", "v2", "Order"), types.Purchase)
    scheme.add_known_type_with_name(GroupVersionKind("market", "v1", "Order"), types.Purchase)
    scheme.add_known_types(GV, types.Voucher)
