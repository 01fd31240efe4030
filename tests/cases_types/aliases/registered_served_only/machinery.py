from typing import NamedTuple


class GroupVersion(NamedTuple):
    group: str
    version: str


class Scheme:
    def __init__(self):
        self.known = {}

    def add_known_types(self, group_version, *types):
        for one in types:
            self.known[group_version, one.__name__] = one
