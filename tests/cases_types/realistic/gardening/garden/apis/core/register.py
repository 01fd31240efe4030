from garden.apis.core import GROUP_NAME, types
from garden.runtime.scheme import GroupVersion, Scheme, SchemeBuilder

SCHEME_GROUP_VERSION = GroupVersion(group=GROUP_NAME, version="__internal")


def kind(name: str) -> tuple[str, str]:
    return GROUP_NAME, name


def add_known_types(scheme: Scheme) -> None:
    scheme.add_known_types(
        SCHEME_GROUP_VERSION,
        types.Shoot,
        types.ShootList,
        types.Seed,
        types.SeedList,
    )


scheme_builder = SchemeBuilder()
scheme_builder.register(add_known_types)
add_to_scheme = scheme_builder.add_to_scheme
