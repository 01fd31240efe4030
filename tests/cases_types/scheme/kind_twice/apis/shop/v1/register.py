from apis.shop.v1 import types
from machinery.scheme import GroupVersion, Scheme
from machinery.scheme import GroupVersionKind as Kind

GV = GroupVersion("shop", "v1")
ORDER = Kind("shop", "v1", "Order")


def add_to_scheme(scheme: Scheme) -> None:
    scheme.add_known_types(GV, types.Order, types.Voucher)
    scheme.add_known_types(GV, types.Purchase)
    scheme.add_known_type_with_name(ORDER, types.Purchase)  # expect: kind-registered-twice[?]
    scheme.add_known_type_with_name(Kind("shop", "v2", "Order"), types.Purchase)
    scheme.add_known_type_with_name(Kind("market", "v1", "Order"), types.Purchase)
    scheme.add_known_types(GV, types.Voucher)
