"""The served type for each hub type (contract section 6): the one of its name in the preferred version."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from apivet.program.groups import Group, Served
from apivet.program.model import External, Field, Module, Program, Type


class Pair(Struct, frozen=True, eq=False):
    """A hub type and its preferred served type. ``name`` is what the hub module calls it; ``aliased`` says that it is a
    name for a served class and no class of its own."""

    name: str
    hub: Type
    served: Type
    group: Group
    version: Served
    aliased: bool

    @property
    def object(self) -> str:
        """The hub type's dotted name, also where it is but an alias."""
        return f"{self.group.hub}.{self.name}"


def hub_pairs(program: Program, group: Group) -> Iterator[Pair]:
    """The pairs of a group, in the order in which the hub module names them."""
    if group.hub is None:
        return
    served_types = {type_.dotted for version in group.served for type_ in program.declared_in(version.module)}
    declared = {type_.dotted for type_ in program.declared_in(group.hub)} - served_types
    for name in program.bound_in(group.hub):
        hub = program.resolve(group.hub, name)
        found = preferred(program, group, name) if isinstance(hub, Type) else None
        if found is None or not isinstance(hub, Type):
            continue
        version, served = found
        if hub.dotted not in declared | served_types and served.dotted not in served_types:
            # Both modules only use a class that is declared elsewhere; what differs there is said where it is judged.
            if hub.dotted == served.dotted or program.groups_of(hub.module):
                continue
        if is_api_type(hub) or is_api_type(served):
            yield Pair(name, hub, served, group, version, hub.dotted in served_types)


def preferred(program: Program, group: Group, hub_name: str) -> tuple[Served, Type] | None:
    """The served type that goes with a name of the hub: from the first version that has it. What comes after a version
    that can't be read, or that binds the name to something that is computed, may not be the preferred one."""
    for version in group.served:
        if not isinstance(program.locate(version.module), Module):
            return None
        for name in served_names(group, hub_name):
            found = program.resolve(version.module, name)
            if isinstance(found, Type):
                return version, found
            if not isinstance(found, External):
                return None
    return None


def served_names(group: Group, hub_name: str) -> tuple[str, ...]:
    """The possible names of a hub type in the served modules: as the mapping says, else the same."""
    mapped = tuple(name for rename in group.renames if (name := _renamed(rename.hub, rename.served, hub_name)))
    return mapped or (hub_name,)


def hub_names(group: Group, served_name: str) -> tuple[str, ...]:
    """The possible names of a served type in the hub."""
    mapped = tuple(name for rename in group.renames if (name := _renamed(rename.served, rename.hub, served_name)))
    return mapped or (served_name,)


def _renamed(pattern: str, template: str, name: str) -> str | None:
    """``V1beta1Job`` for ``V1Job`` by ``V1{name}`` and ``V1beta1{name}``."""
    before, placeholder, after = pattern.partition("{name}")
    if not placeholder:
        return template if name == pattern else None
    if len(name) <= len(before) + len(after) or not (name.startswith(before) and name.endswith(after)):
        return None
    return template.replace("{name}", name[len(before) : len(name) - len(after)])


def is_api_type(type_: Type) -> bool:
    """Whether a class holds data that clients see: with fields, as an enum, or as a kind of text or number. Helpers
    without any, and errors, are none."""
    is_value = any(base.islower() and "." not in base for base in type_.outside_bases)
    return (type_.structured or type_.form == "enum" or is_value) and not type_.name.startswith("_")


class Counterparts:
    """Corresponding types, for any types that a comparison comes across. ``pairs`` are known beforehand: a hub may
    take over types from modules of no group."""

    def __init__(self, program: Program, pairs: Iterable[Pair] = ()) -> None:
        self._program = program
        known = [pair for pair in pairs if not program.groups_of(pair.hub.module)]
        self._of_hub: dict[str, str | None] = {pair.hub.dotted: pair.served.dotted for pair in known}
        self._of_served: dict[str, str | None] = {pair.served.dotted: pair.hub.dotted for pair in known}

    def correspond(self, hub: str, served: str) -> bool:
        """Whether a difference between these two is one of the types' own: they are a pair, or neither is half of
        another one. That of a type without a name is its holder's; so is that of two generics with arguments, unless
        the generics are to blame."""
        (here, given), (there, given_there) = self._declaration(hub), self._declaration(served)
        if given or given_there:
            return given == given_there and self._served_for(here) == there
        return self._served_for(hub) in (served, None) and self._hub_for(served) in (hub, None)

    def paired(self, hub: str, served: str) -> bool:
        """Whether these two are a pair, or go by one name."""
        return self._served_for(hub) == served or hub.rpartition(".")[2] == served.rpartition(".")[2]

    def is_judged(self, hub: str, served: str) -> bool:
        """Whether these are a pair that is judged where the hub module is."""
        return self._served_for(self._declaration(hub)[0]) == self._declaration(served)[0]

    def _declaration(self, dotted: str) -> tuple[str, str]:
        """The name that a type is declared under, and the rest: the arguments of a generic, a type without a name."""
        type_ = self._program.type(dotted)
        if type_ is None or dotted.endswith(f".{type_.name}"):
            return dotted, ""
        declared = f"{type_.module}.{type_.name}"
        return declared, dotted.removeprefix(declared)

    def served_field(self, hub: str, name: str) -> Field | None:
        """The field of that name that the served type of a hub type has."""
        served = self._served_for(hub)
        type_ = self._program.type(served) if served not in (None, hub) else None
        return type_.field(name) if type_ is not None else None

    def version(self, served: Type) -> str:
        """The module of a served type for messages: its version, where it is one of a group."""
        for group in self._program.groups_of(served.module):
            for version in group.served:
                if served.module == version.module or served.module.startswith(f"{version.module}."):
                    return version.version
        return served.module

    def _served_for(self, hub: str) -> str | None:
        if hub not in self._of_hub:
            self._of_hub[hub] = self._find_served(hub)
        return self._of_hub[hub]

    def _find_served(self, hub: str) -> str | None:
        type_ = self._program.type(hub)
        if type_ is None or not _is_top_level(type_):
            return None
        for group in self._program.groups_of(type_.module):
            # A package may spread the types of the hub over modules of its own.
            named = self._program.resolve(group.hub, type_.name) if group.hub is not None else None
            if isinstance(named, Type) and named.dotted == hub:
                found = preferred(self._program, group, type_.name)
                if found is not None:
                    return found[1].dotted
        return None

    def _hub_for(self, served: str) -> str | None:
        if served not in self._of_served:
            self._of_served[served] = self._find_hub(served)
        return self._of_served[served]

    def _find_hub(self, served: str) -> str | None:
        type_ = self._program.type(served)
        if type_ is None or not _is_top_level(type_):
            return None
        for group in self._program.groups_of(type_.module):
            if group.hub is None or group.hub == type_.module:
                continue
            for name in hub_names(group, type_.name):
                found = self._program.resolve(group.hub, name)
                if isinstance(found, Type) and self._served_for(found.dotted) == served:
                    return found.dotted
        return None


def _is_top_level(type_: Type) -> bool:
    return type_.dotted == f"{type_.module}.{type_.name}"
