"""API groups (contract section 6): which modules are a hub, which its served versions, and which hold storage types.

Where modules lie says it all: directories are listed, no file is read. A module that is not called ``types`` or
``storage``, lies in no package of that name and fits no pattern of the configuration costs a look at its path.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from apivet.program.files import is_below
from apivet.program.groups import Group, Rename, Served
from apivet.python.files.hub_patterns import VERSION_TEXT, HubPattern, version_rank, version_within
from apivet.python.files.layout import PACKAGE_FILES, SOURCES, FileSystem, Layout, dotted_below
from apivet.vocabulary import HubMapping

_VERSION: Final = re.compile(VERSION_TEXT)
#: Paths to which the default layout may apply; all others are told by this alone.
_LIKELY: Final = re.compile(r"/(?:types|storage)(?:/|\.pyi?$)")


class ModulePlace(Struct, frozen=True):
    """The place of a module in the default layout: the directory of its group, and its version, where it has one."""

    directory: str
    version: str | None = None


class _ServedModule(Struct, frozen=True):
    """A served module while its group is put together."""

    path: str
    version: str
    storage: tuple[str, ...] = ()


class ApiGroups:
    """The groups of a tree, as far as they are asked for. ``met`` is told the path and the dotted name of every module
    of a group."""

    def __init__(
        self, layout: Layout, mappings: Sequence[HubMapping], met: Callable[[str, str], None] | None = None
    ) -> None:
        self.layout = layout
        self.mappings = tuple(HubPattern(mapping) for mapping in mappings)
        self._met = met
        self._known: dict[str, tuple[Group, ...]] = {}
        self._named: dict[str, list[tuple[str, str]]] = {}

    @classmethod
    def of_tree(cls, root: str, source_roots: Sequence[str], mappings: Sequence[HubMapping]) -> ApiGroups:
        """The groups of the tree below a root, for callers that need nothing else of it."""
        return cls(Layout(FileSystem(), os.path.realpath(root), tuple(source_roots), ()), mappings)

    def forget(self) -> None:
        """Drop what was learnt from the file system."""
        self._known.clear()
        self._named.clear()

    def of(self, path: str) -> tuple[Group, ...]:
        """The groups that the module at ``path`` is part of: those with a hub, else the ones without."""
        known = self._known.get(path)
        if known is None:
            known = self._known[path] = tuple(self._find(path)) if self.mappings or _LIKELY.search(path) else ()
        return known

    def _find(self, path: str) -> list[Group]:
        module = self._package_of_types(path)
        served = self._served_beside(module) or module
        hubs = list(dict.fromkeys(self._hubs(served)))
        groups = [group for hub in hubs if (group := self._with_hub(hub, self._name(module))) is not None]
        return groups or list(self._without_hub(served, self._name(module)))

    def _matched(self, mapping: HubPattern, paths: Iterable[str]) -> tuple[list[str], list[str]]:
        """The modules among these whose names the hub's pattern of a mapping fits, and those for the served one."""
        hubs, served = [], []
        for path in paths:
            names = [name for _, name in self._names(path)]
            if any(mapping.hub.match(name) for name in names):
                hubs.append(path)
            if any(mapping.served.match(name) for name in names):
                served.append(path)
        return hubs, served

    def _served_of(self, mapping: HubPattern, hub: str) -> Iterator[_ServedModule]:
        """The served modules that a mapping leads to from a hub module."""
        for base, name in self._names(hub):
            meaning = mapping.hub.match(name)
            members = () if meaning is None else self._mapped(mapping, meaning.rest, self._bases(base))
            yield from (member for member in members if member.path != hub)

    def idle_mappings(self, paths: Sequence[str]) -> Iterator[tuple[int, str]]:
        """The mappings, by number, that lead from none of these modules to another one, or to none of the version that
        they prefer, and why."""
        for number, mapping in enumerate(self.mappings, start=1):
            hubs, served = self._matched(mapping, paths)
            preferred = mapping.source.preferred
            versions = {member.version for hub in hubs if served for member in self._served_of(mapping, hub)}
            if versions and (not preferred or preferred in versions):
                continue
            if versions:
                what = f"no served module is of the version that 'preferred' names, '{preferred}'"
            elif hubs and served:
                what = "no module that 'hub' matches has one that 'served' matches"
            else:
                absent = [f"'{key}'" for key, found in (("hub", hubs), ("served", served)) if not found]
                what = f"{' and '.join(absent)} {'match' if len(absent) > 1 else 'matches'} no module"
            yield number, what

    # -------------------------------------------------------------------------------------------- the default layout

    def place(self, path: str) -> ModulePlace | None:
        """The place in the default layout of this hub or served module: ``apis/<group>/types.py``,
        ``apis/<group>/<version>/types.py``, or packages of these names."""
        directory, name = _without_package(path)
        if name != "types.py":
            return None
        above, last = os.path.split(directory)
        if os.path.basename(above) == "apis":
            return ModulePlace(directory)
        if _VERSION.fullmatch(last) and os.path.basename(os.path.dirname(above)) == "apis":
            return ModulePlace(above, last)
        return None

    def _package_of_types(self, path: str) -> str:
        """The ``types`` package that a module is inside of, else the module: a package may spread its types over
        files."""
        directory, name = os.path.split(path)
        if name not in PACKAGE_FILES and os.path.basename(directory) == "types":
            package = self.layout.package_file(directory)
            if package is not None and self.place(package) is not None:
                return package
        return path

    def _served_beside(self, path: str) -> str | None:
        """The served module whose storage types are here: ``<version>/storage.py``, ``<version>/storage/types.py``
        or a package of that name."""
        directory, name = _without_package(path)
        if name == "types.py" and os.path.basename(directory) == "storage":
            directory = os.path.dirname(directory)
        elif name != "storage.py":
            return None
        return self._types_in(directory) if _VERSION.fullmatch(os.path.basename(directory)) else None

    def _types_in(self, directory: str) -> str | None:
        """The module called ``types`` of a directory."""
        return _module_in(self.layout, directory, "types")

    def _twins_beside(self, path: str) -> tuple[str, ...]:
        """The module of the storage types that lies beside a served module of the default layout."""
        directory, name = _without_package(path)
        if name != "types.py" or not _VERSION.fullmatch(os.path.basename(directory)):
            return ()
        inside = _module_in(self.layout, os.path.join(directory, "storage"), "types")
        found = inside or _module_in(self.layout, directory, "storage")
        return () if found is None else (found,)

    def _versions_in(self, directory: str) -> Iterator[_ServedModule]:
        """The served modules of a group's directory."""
        for name in sorted(self.layout.files.listing(directory).directories):
            if _VERSION.fullmatch(name):
                path = self._types_in(os.path.join(directory, name))
                if path is not None:
                    yield _ServedModule(path, name, self._twins_beside(path))

    # --------------------------------------------------------------------------------------------------- the groups

    def _hubs(self, path: str) -> Iterator[str]:
        """The hub modules of the groups that a hub or served module may be part of."""
        place = self.place(path)
        if place is not None:
            hub = self._types_in(place.directory)
            if hub is not None:
                yield hub
        for mapping in self.mappings:
            for base, name in self._names(path):
                if mapping.hub.match(name) is not None:
                    yield path
                for rest in mapping.rests_of_served(name):
                    yield from mapping.hub.find(self.layout, self._bases(base), rest)

    def _with_hub(self, hub: str, module: str) -> Group | None:
        """The group of a hub; nothing where it has no served versions but by mappings, or ``module`` is not in it."""
        place = self.place(hub)
        default = place is not None and place.version is None
        members: dict[str, _ServedModule] = {}
        name = ""
        renames: list[Rename] = []
        preferred: list[str] = []
        if place is not None and default:
            name = self.layout.dotted(place.directory)
            members = {member.path: member for member in self._versions_in(place.directory)}
        for mapping in self.mappings:
            for base, dotted in self._names(hub):
                rest = mapping.hub.match(dotted)
                found = [] if rest is None else self._mapped(mapping, rest.rest, self._bases(base))
                for member in found:
                    if member.path != hub:
                        members[member.path] = _joined(members.get(member.path), member)
                        renames += mapping.renames
                        preferred.append(mapping.source.preferred)
                        name = name or (rest.rest if rest else "")
        if not members and not default:
            return None
        group = self._group(name or self.layout.dotted(hub), hub, members.values(), renames, preferred)
        return group if module in _modules(group) else None

    def _without_hub(self, path: str, module: str) -> Iterator[Group]:
        """The groups that a module is part of and that have no hub. Of mappings, only those make any that tell
        versions or storage types: what else the served pattern fits is but a module without a counterpart."""
        place = self.place(path)
        if place is not None and place.version is not None:
            yield self._group(self.layout.dotted(place.directory), None, self._versions_in(place.directory), ())
            return
        for mapping in self.mappings if place is None else ():
            for base, name in self._names(path) if mapping.tells_versions else ():
                for rest in mapping.rests_of_served(name):
                    members = self._mapped(mapping, rest, self._bases(base))
                    group = self._group(rest or self.layout.dotted(path), None, members, mapping.renames)
                    if module in _modules(group):
                        yield group
                        return

    def _mapped(self, mapping: HubPattern, rest: str, bases: Sequence[str]) -> list[_ServedModule]:
        """The served modules that a mapping has for what ``{rest}`` stands for."""
        found = []
        for match in mapping.served.expand(self.layout, bases, rest):
            version = match.version or version_within(self.layout.dotted(match.path))
            storage = () if mapping.storage is None else mapping.storage.find(self.layout, bases, rest, match.version)
            twins = tuple(dict.fromkeys((*storage, *self._twins_beside(match.path))))
            found.append(_ServedModule(match.path, version, twins))
        return found

    def _group(
        self,
        name: str,
        hub: str | None,
        members: Iterable[_ServedModule],
        renames: Iterable[Rename],
        preferred: Sequence[str] = (),
    ) -> Group:
        served = sorted(
            (
                Served(self._name(member.path), member.version, tuple(self._name(path) for path in member.storage))
                for member in members
            ),
            key=lambda each: (each.version not in preferred, version_rank(each.version), each.module),
        )
        return Group(name, None if hub is None else self._name(hub), tuple(served), tuple(dict.fromkeys(renames)))

    # --------------------------------------------------------------------------------------------------------- names

    def _name(self, path: str) -> str:
        dotted = self.layout.dotted(path)
        if self._met is not None:
            self._met(path, dotted)
        return dotted

    def _names(self, path: str) -> list[tuple[str, str]]:
        """Names of a module, each with the directory from which it has that name: as seen from where its imports start
        and, as nobody needs to know where that is, from the working directory."""
        names = self._named.get(path)
        if names is None:
            roots = [self.layout.import_root(os.path.dirname(path))]
            if not self.layout.source_roots and is_below(path, self.layout.root):
                roots.append(self.layout.root)
            names = [(root, dotted_below(path, root)) for root in dict.fromkeys(roots) if is_below(path, root)]
            self._named[path] = names
        return names

    def _bases(self, base: str) -> list[str]:
        """Directories with the counterparts of a module that is named from ``base``: ``base`` first. They are the
        same whatever else a run is about."""
        root = self.layout.root
        return list(dict.fromkeys((base, *self.layout.source_roots, root, os.path.join(root, "src"))))


def _without_package(path: str) -> tuple[str, str]:
    """The directory and the name of a module; a package counts as the file that it could be instead."""
    directory, name = os.path.split(path)
    if name not in PACKAGE_FILES:
        return directory, name.removesuffix("i") if name.endswith(".pyi") else name
    above, name = os.path.split(directory)
    return above, f"{name}.py"


def _modules(group: Group) -> set[str]:
    """Every module of a group."""
    found = {group.hub} if group.hub is not None else set()
    for served in group.served:
        found.update((served.module, *served.storage))
    return found


def _joined(known: _ServedModule | None, found: _ServedModule) -> _ServedModule:
    """A served module that two entries, or an entry and the default layout, tell of."""
    if known is None:
        return found
    return replace(known, storage=tuple(dict.fromkeys((*known.storage, *found.storage))))


def _module_in(layout: Layout, directory: str, name: str) -> str | None:
    path = layout.find_below(directory, [name])
    return path if path is not None and path.endswith(SOURCES) else None
