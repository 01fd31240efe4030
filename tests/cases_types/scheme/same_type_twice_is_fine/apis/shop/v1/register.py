from apis.shop.v1 import types
from apis.shop.v1.types import Order
from machinery.scheme import GroupVersion, GroupVersionKind, Scheme


def add_to_scheme(scheme: Scheme) -> None:
    scheme.add_known_types(GroupVersion("shop", "v1"), Order)
    scheme.add_known_types(GroupVersion("shop", "v1"), types.Order)
    scheme.add_known_type_with_name(GroupVersionKind(group="shop", version="v1", kind="Order"), types.Purchase)
