from garden.apis.core import GROUP_NAME
from garden.apis.core.v1beta1.types import Seed, SeedList, Shoot, ShootList
from garden.runtime.scheme import GroupVersion, Scheme, SchemeBuilder

SCHEME_GROUP_VERSION = GroupVersion(group=GROUP_NAME, version="v1beta1")


def add_known_types(scheme: Scheme) -> None:
    for cls in (Shoot, ShootList, Seed, SeedList):
        scheme.add_known_types(SCHEME_GROUP_VERSION, cls)


scheme_builder = SchemeBuilder()
scheme_builder.register(add_known_types)
