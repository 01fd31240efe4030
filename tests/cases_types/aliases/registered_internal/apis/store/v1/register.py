from apis.store.v1 import types
from machinery import GroupVersion, Scheme

GROUP_VERSION = GroupVersion(group="store", version="v1")


def add_to_scheme(scheme: Scheme) -> None:
    scheme.add_known_types(GROUP_VERSION, types.Cart, types.Shelf)
