from apis.shop.v1 import types as shop_v1
from machinery import scheme as machinery

SHOP = machinery.GroupVersion("shop", "v1")


def new_scheme() -> machinery.Scheme:
    scheme = machinery.Scheme()
    known = {SHOP: [shop_v1.Order, shop_v1.Refund]}
    for group_version, kinds in known.items():
        scheme.add_known_types(group_version, *kinds)
    return scheme
