from apis.shop.v1.types import Order
from machinery.scheme import GroupVersion, Scheme


def add_to_scheme(scheme: Scheme) -> None:
    scheme.add_known_types(GroupVersion("shop", "v1"), Order)
