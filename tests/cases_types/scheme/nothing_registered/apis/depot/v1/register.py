from apis.depot.v1.types import Rack
from machinery.scheme import GroupVersion, Scheme


def add_to_scheme(scheme: Scheme) -> None:
    scheme.add_known_types(GroupVersion("depot", "v1"), Rack)
