"""Discovery: the groups, versions and resources that a server says it serves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from apivet.live.connection import Connection
from apivet.live.resources import Resource, is_name


@dataclass(frozen=True, slots=True)
class Discovered:
    """The served resources, sorted, and the groups that did not answer, each with the reason."""

    resources: tuple[Resource, ...]
    version: str = ""
    user: str = ""
    failures: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class _Found:
    resources: list[Resource] = field(default_factory=list)
    failures: list[tuple[str, str]] = field(default_factory=list)


def discover(connection: Connection) -> Discovered:
    """All resources of all served versions."""
    found = _Found()
    core = connection.get("/api")
    if not core.accepted:
        found.failures.append(("/api", core.words))
    for version in filter(is_name, _listed(core.object.get("versions"))):
        _look(connection, f"/api/{version}", "", version, found)
    groups = connection.get("/apis")
    if not groups.accepted:
        found.failures.append(("/apis", groups.words))
    for group, version in _group_versions(groups.object):
        _look(connection, f"/apis/{group}/{version}", group, version, found)
    told = connection.get("/version").object.get("gitVersion")
    return Discovered(
        tuple(sorted(set(found.resources))),
        version=told[:60] if isinstance(told, str) else "",
        failures=tuple(found.failures),
    )


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _group_versions(document: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for group in _listed(document.get("groups")):
        if not isinstance(group, dict) or not is_name(group.get("name")):
            continue
        for version in _listed(group.get("versions")):
            if isinstance(version, dict) and is_name(version.get("version")):
                yield group["name"], version["version"]


def _look(connection: Connection, path: str, group: str, version: str, found: _Found) -> None:
    """The resources of one version, their subresources with them."""
    answer = connection.get(path)
    if not answer.accepted:
        found.failures.append((path, answer.words))
        return
    listed = [each for each in _listed(answer.object.get("resources")) if isinstance(each, dict)]
    below: dict[str, list[str]] = {}
    for each in listed:
        name, slash, subresource = str(each.get("name", "")).partition("/")
        if slash and is_name(subresource) and "update" in _listed(each.get("verbs")):
            below.setdefault(name, []).append(subresource)
    for each in listed:
        if is_name(each.get("name")) and isinstance(each.get("kind"), str) and "." not in each["name"]:
            verbs = tuple(sorted({verb for verb in _listed(each.get("verbs")) if isinstance(verb, str)}))
            subresources = tuple(sorted(below.get(each["name"], ())))
            namespaced = each.get("namespaced") is True
            found.resources.append(
                Resource(group, version, each["name"], each["kind"][:100], namespaced, verbs, subresources)
            )
