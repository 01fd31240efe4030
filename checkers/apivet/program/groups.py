"""The tree as a whole, as far as its files and their paths tell: API groups, and features that rules ask for."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

#: Features of the tree as a whole that rules may ask for.
Something = Literal["support tags", "reset fields"]


class Served(Struct, frozen=True):
    """A served version of a group: its module, its version (``v1beta1``; the module's own name where a mapping names
    no version), and the modules that hold its storage twins."""

    module: str
    version: str
    storage: tuple[str, ...] = ()


class Rename(Struct, frozen=True):
    """Types that go by another name in the served modules; ``{name}`` stands for any text (``V1{name}``)."""

    hub: str
    served: str


class Group(Struct, frozen=True):
    """An API group (contract section 6): a hub module, where there is one, and served ones, the preferred first.

    ``name`` is for people: the package of the group, or what a mapping's ``{rest}`` stands for.
    """

    name: str
    hub: str | None
    served: tuple[Served, ...]
    renames: tuple[Rename, ...] = ()
