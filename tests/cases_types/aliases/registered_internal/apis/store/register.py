from apis.store import types
from machinery import GroupVersion, Scheme

GROUP_VERSION = GroupVersion("store", "__internal")


def add_to_scheme(scheme: Scheme) -> None:
    scheme.add_known_types(GROUP_VERSION, types.Cart, types.Shelf)  # either: hub-alias-registered-internal[?]
