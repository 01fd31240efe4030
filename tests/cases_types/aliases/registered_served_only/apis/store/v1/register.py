from apis.store.v1.types import Cart
from machinery import GroupVersion, Scheme


def add_to_scheme(scheme: Scheme) -> None:
    scheme.add_known_types(GroupVersion("store", "v1"), Cart)
