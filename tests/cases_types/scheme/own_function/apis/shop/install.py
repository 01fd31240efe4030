import apis.shop.v1.types
from machinery.scheme import GroupVersion, Scheme

scheme = Scheme()


def register(version: str, *kinds: type) -> None:
    scheme.add_known_types(GroupVersion("shop", version), *kinds)


register("v1", apis.shop.v1.types.Order, apis.shop.v1.types.Voucher)
