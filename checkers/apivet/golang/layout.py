"""API groups (contract section 6): which packages are a hub, and which its served versions, as their places tell."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from apivet.golang.files import Files
from apivet.golang.mappings import PathMapping
from apivet.golang.modules import Modules, is_source
from apivet.program.groups import Group, Served
from apivet.vocabulary import HubMapping

_VERSION: Final = re.compile(r"v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?")
_TYPES: Final = re.compile(rb"(?:^|[;}/])[ \t]*type\b|\bAddKnownTypes\b", re.MULTILINE)
_HUB: Final = re.compile(r"(?P<base>.*/)?apis/(?P<group>[^/]+)")
_SERVED: Final = re.compile(r"(?P<base>.*/)?apis/(?P<group>[^/]+)/(?P<version>v[1-9]\d*(?:(?:alpha|beta)[1-9]\d*)?)")
#: Where Kubernetes keeps served types and hub types that are not beside each other.
_API: Final = "k8s.io/api/"
_INTERNAL: Final = "k8s.io/kubernetes/pkg/apis/"


def version_rank(version: str) -> tuple[int, int, int]:
    """The place of a version: stable ones first, then betas, and the highest of each first."""
    found = _VERSION.fullmatch(version)
    if found is None:
        return (3, 0, 0)
    major, stage, minor = found.groups()
    return ({None: 0, "beta": 1, "alpha": 2}[stage], -int(major), -int(minor or 0))


class Groups:
    """The groups of a tree, as far as they are asked for. Directories are listed, and files of hubs are read alone."""

    def __init__(self, modules: Modules, files: Files, mappings: Sequence[HubMapping] = ()) -> None:
        self._modules = modules
        self._files = files
        self._mappings = tuple(PathMapping(each, self._names) for each in mappings)
        self._known: dict[str, tuple[Group, ...]] = {}

    def of_directory(self, directory: str) -> tuple[Group, ...]:
        """The groups that the package in a directory is part of."""
        if not self._mappings and "/apis/" not in directory + "/" and "/api/" not in directory + "/":
            return ()
        self._modules.note(directory)
        return self.of(self._modules.import_path(directory))

    def of(self, path: str) -> tuple[Group, ...]:
        """The groups that the package of that import path is part of."""
        if path not in self._known:
            self._known[path] = tuple(self._find(path))
        return self._known[path]

    def _names(self, path: str) -> tuple[str, ...]:
        directory = self._modules.directory(path, empty=True)
        return self._files.names(directory) if directory else ()

    def idle_mappings(self, directories: Iterable[str]) -> Iterator[tuple[int, str]]:
        """The mappings, by number, that lead from none of the packages in these directories to another one, or to none
        of the version that they prefer, and why."""
        paths = [self._modules.import_path(directory) for directory in directories] if self._mappings else []
        for number, mapping in enumerate(self._mappings, start=1):
            groups = [group for path in paths if (group := mapping.group(path, version_rank)) is not None]
            preferred = mapping.mapping.preferred
            if not groups:
                yield number, "'hub' and 'served' match no package"
            elif preferred and not any(served.version == preferred for group in groups for served in group.served):
                yield number, f"no served package is of the version that 'preferred' names, '{preferred}'"

    def _find(self, path: str) -> Iterator[Group]:
        for mapping in self._mappings:
            mapped = mapping.group(path, version_rank)
            if mapped is not None:
                yield mapped
        served, hub = _SERVED.fullmatch(path), _HUB.fullmatch(path)
        if path.startswith(_API) and path.count("/") == 3:
            group, version = path.removeprefix(_API).split("/")
            if _VERSION.fullmatch(version):
                yield from self._group(f"{_INTERNAL}{group}", path, group)
        elif served is not None and self._has_types(path):
            yield from self._group(path.rpartition("/")[0], path, served["group"])
        elif hub is not None and self._has_types(path):
            yield from self._group(path, path, hub["group"])

    def _group(self, hub: str, member: str, name: str) -> Iterator[Group]:
        versions = self._versions(hub) or (self._versions(_API + name) if hub == _INTERNAL + name else {})
        if not versions and member.startswith(_API):
            versions = self._versions(_API + name)
        has_hub = bool(versions) and self._is_hub(hub)
        if member != hub and member not in versions:
            return
        if member == hub and not has_hub:
            return
        served = sorted(versions, key=lambda each: version_rank(versions[each]))
        yield Group(name, hub if has_hub else None, tuple(Served(each, versions[each]) for each in served))

    def _versions(self, path: str) -> dict[str, str]:
        """The packages of types below a path that are named like versions."""
        names = self._names(path)
        return {
            f"{path}/{name}": name for name in names if _VERSION.fullmatch(name) and self._has_types(f"{path}/{name}")
        }

    def _has_types(self, path: str) -> bool:
        """Whether a package has a file of types, as names of files tell."""
        return any("types" in os.path.basename(each) for each in self._sources(path))

    def _is_hub(self, path: str) -> bool:
        """Whether a package of types has any, its own or others that it registers: one that only keeps a group's name
        and its constants is no hub."""
        return self._has_types(path) and any(
            _TYPES.search(self._files.read(each) or b"") for each in self._sources(path)
        )

    def _sources(self, path: str) -> Iterator[str]:
        """The files of a package that people wrote."""
        directory = self._modules.directory(path) or ""
        for name in self._files.names(directory) if directory else ():
            if is_source(name) and "generated" not in name:
                yield os.path.join(directory, name)
