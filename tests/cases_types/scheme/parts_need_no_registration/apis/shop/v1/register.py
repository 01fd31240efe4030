from apis.shop.v1.types import Order
from machinery.scheme import GroupVersion, Scheme


class Builder:
    def add(self, scheme: Scheme) -> None:
        scheme.add_known_types(GroupVersion("shop", "v1"), Order)
