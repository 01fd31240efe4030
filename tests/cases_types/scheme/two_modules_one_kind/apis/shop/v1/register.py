from apis.shop.v1 import legacy, types
from machinery.scheme import GroupVersion, Scheme


def add_to_scheme(scheme: Scheme) -> None:
    version = GroupVersion("shop", "v1")
    scheme.add_known_types(version, types.Order)
    scheme.add_known_types(version, legacy.Order)  # expect: kind-registered-twice[?]
