from typing import NamedTuple


class GroupVersionKind(NamedTuple):
    group: str
    version: str
    kind: str


class GroupVersion(NamedTuple):
    group: str
    version: str

    def with_kind(self, kind: str) -> GroupVersionKind:
        return GroupVersionKind(self.group, self.version, kind)


class Scheme:
    def __init__(self) -> None:
        self.known: dict[GroupVersionKind, type] = {}

    def add_known_types(self, group_version: GroupVersion, *types: type) -> None:
        for one in types:
            self.add_known_type_with_name(group_version.with_kind(one.__name__), one)

    def add_known_type_with_name(self, gvk: GroupVersionKind, one: type) -> None:
        self.known[gvk] = one
