"""Resources: what a server serves, under which addresses, and which of them a run is about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from typing import Final
from urllib.parse import quote

from msgspec import Struct

#: How the core group is spelled, whose name is empty.
CORE: Final = "core"
#: A name that can stand in an address and in a report.
_NAME: Final = re.compile(r"[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?")

#: Kinds whose objects change what happens to other clients' requests (live.md, section 2).
DANGEROUS: Final = (
    "admissionregistration.k8s.io/*",
    "apiregistration.k8s.io/apiservices",
    "apiextensions.k8s.io/customresourcedefinitions",
    "flowcontrol.apiserver.k8s.io/*",
    "core/resourcequotas",
    "rbac.authorization.k8s.io/clusterroles",
    "rbac.authorization.k8s.io/clusterrolebindings",
    "core/nodes",
    "node.k8s.io/runtimeclasses",
    "scheduling.k8s.io/priorityclasses",
    "storage.k8s.io/csidrivers",
    "storage.k8s.io/csinodes",
)


class Resource(Struct, frozen=True, order=True):
    """A resource in one version; ``subresources`` are those that take updates."""

    group: str
    version: str
    name: str
    kind: str
    namespaced: bool
    verbs: tuple[str, ...] = ()
    subresources: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.group or CORE}/{self.version}/{self.name}"

    @property
    def api_version(self) -> str:
        """The words of objects for group and version."""
        return f"{self.group}/{self.version}" if self.group else self.version

    @property
    def is_stored(self) -> bool:
        """Whether its objects can be made and read again."""
        return {"create", "get"} <= set(self.verbs)

    @property
    def is_virtual(self) -> bool:
        """Whether its objects are requests that are answered and forgotten: reviews, bindings."""
        return "create" in self.verbs and "get" not in self.verbs

    @property
    def has_status(self) -> bool:
        """Whether there is an endpoint for the status."""
        return "status" in self.subresources

    @property
    def is_patched_only(self) -> bool:
        """Whether its objects are updated by patches alone."""
        return "update" not in self.verbs and "patch" in self.verbs

    def path(self, namespace: str = "", name: str = "", subresource: str = "") -> str:
        """The address of the resource, of an object, or of a subresource of it."""
        root = f"/apis/{self.group}/{self.version}" if self.group else f"/api/{self.version}"
        inside = f"/namespaces/{quote(namespace, safe='')}" if self.namespaced and namespace else ""
        parts = [each for each in (quote(name, safe=""), subresource) if each]
        return "/".join([f"{root}{inside}/{self.name}", *parts])

    def matches(self, pattern: str) -> bool:
        """Whether ``resource``, ``resource.group``, ``group/resource`` or ``group/version/resource`` means this one;
        each part may have wildcards."""
        group = self.group or CORE
        parts = pattern.split("/")
        if len(parts) == 3:
            values: tuple[str, ...] = (group, self.version, self.name)
        elif len(parts) == 2:
            values = (group, self.name)
        else:
            name, _, of_group = pattern.partition(".")
            parts, values = ([name, of_group], (self.name, group)) if of_group else ([name], (self.name,))
        return len(parts) == len(values) and all(map(fnmatchcase, values, parts))


def is_dangerous(resource: Resource, more: Iterable[str] = ()) -> bool:
    """Whether storing an object of it would change other clients' requests."""
    return any(resource.matches(pattern) for pattern in (*DANGEROUS, *more))


def is_name(text: object) -> bool:
    """Whether a server's word can be the name of a group, version, resource or object."""
    return isinstance(text, str) and bool(_NAME.fullmatch(text))


class Selection(Struct, frozen=True):
    """The resources of a run, those that are listed only, and patterns that mean none."""

    chosen: tuple[Resource, ...]
    virtual: tuple[Resource, ...]
    unmatched: tuple[str, ...]
    unmatched_excludes: tuple[str, ...]


def select(resources: Sequence[Resource], include: Sequence[str], exclude: Sequence[str]) -> Selection:
    """The resources that the patterns mean: by default all, of which those that are stored can be tried."""
    wanted = [each for each in resources if not include or any(map(each.matches, include))]
    kept = [each for each in wanted if not any(map(each.matches, exclude))]
    return Selection(
        chosen=tuple(sorted(each for each in kept if each.is_stored)),
        virtual=tuple(sorted(each for each in kept if each.is_virtual)),
        unmatched=tuple(pattern for pattern in include if not any(each.matches(pattern) for each in resources)),
        unmatched_excludes=tuple(pattern for pattern in exclude if not any(each.matches(pattern) for each in wanted)),
    )
