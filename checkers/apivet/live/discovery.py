"""Discovery: the groups, versions and resources that a server says it serves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeAlias

from msgspec import Struct

from apivet.live.connection import Connection
from apivet.live.paths import ABSENT, get
from apivet.live.resources import Resource, is_name


class Discovered(Struct, frozen=True):
    """The served resources, sorted, and the groups that did not answer, each with the reason."""

    resources: tuple[Resource, ...]
    version: str = ""
    failures: tuple[tuple[str, str], ...] = ()


#: Versions that are asked for at once.
_AT_ONCE: Final = 8
#: The resource that tells who asks, and characters of a name.
_REVIEWS: Final = ("authentication.k8s.io", "selfsubjectreviews")
_LONGEST_NAME: Final = 200
#: The resource that tells which groups are another server's.
_AGGREGATED: Final = ("apiregistration.k8s.io", "apiservices")

#: The resources of a version, or the reason for which there are none.
_Looked: TypeAlias = tuple[list[Resource], list[tuple[str, str]]]


def discover(connection: Connection) -> Discovered:
    """All resources of all served versions."""
    core, groups = connection.get("/api"), connection.get("/apis")
    failures = [(path, each.words) for path, each in (("/api", core), ("/apis", groups)) if not each.accepted]
    versions = [("", version) for version in filter(is_name, _listed(core.object.get("versions")))]
    versions += _group_versions(groups.object)
    resources: set[Resource] = set()
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        for found, failed in pool.map(lambda each: _look(connection, *each), versions):
            resources.update(found)
            failures += failed
    told = connection.get("/version").object.get("gitVersion")
    return Discovered(
        tuple(sorted(resources)), version=told[:60] if isinstance(told, str) else "", failures=tuple(failures)
    )


def asker(connection: Connection, resources: Sequence[Resource]) -> str:
    """The user that the server takes the client for, where it tells."""
    for resource in resources:
        if (resource.group, resource.name) == _REVIEWS and "create" in resource.verbs:
            body = {"apiVersion": resource.api_version, "kind": resource.kind}
            name = get(
                connection.request("POST", resource.path(), body=body).object, ("status", "userInfo", "username")
            )
            return name[:_LONGEST_NAME] if isinstance(name, str) else ""
    return ""


def groups_of_one_server(connection: Connection, resources: Sequence[Resource]) -> frozenset[str]:
    """The groups that an aggregator says it serves itself, all their versions; none where there is no aggregator."""
    aggregated = next((each for each in resources if (each.group, each.name) == _AGGREGATED), None)
    if aggregated is None:
        return frozenset()
    own: set[str] = {aggregated.group}
    others: set[str] = set()
    for each in _listed(connection.get(aggregated.path()).object.get("items")):
        group, service = get(each, ("spec", "group")), get(each, ("spec", "service"))
        is_own = service in (None, ABSENT)
        (own if is_own else others).add(group if isinstance(group, str) else "")
    return frozenset(own - others)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _group_versions(document: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for group in _listed(document.get("groups")):
        if not isinstance(group, dict) or not is_name(group.get("name")):
            continue
        for version in _listed(group.get("versions")):
            if isinstance(version, dict) and is_name(version.get("version")):
                yield group["name"], version["version"]


def _look(connection: Connection, group: str, version: str) -> _Looked:
    """The resources of one version, their subresources with them."""
    path = f"/apis/{group}/{version}" if group else f"/api/{version}"
    answer = connection.get(path)
    if not answer.accepted:
        return [], [(path, answer.words)]
    listed = [each for each in _listed(answer.object.get("resources")) if isinstance(each, dict)]
    below: dict[str, list[str]] = {}
    for each in listed:
        name, slash, subresource = str(each.get("name", "")).partition("/")
        if (
            slash
            and is_name(subresource)
            and {"update", "patch"} & {verb for verb in _listed(each.get("verbs")) if isinstance(verb, str)}
        ):
            below.setdefault(name, []).append(subresource)
    found = []
    for each in listed:
        if is_name(each.get("name")) and isinstance(each.get("kind"), str) and "." not in each["name"]:
            verbs = tuple(sorted({verb for verb in _listed(each.get("verbs")) if isinstance(verb, str)}))
            subresources = tuple(sorted(below.get(each["name"], ())))
            namespaced = each.get("namespaced") is True
            found.append(Resource(group, version, each["name"], each["kind"][:100], namespaced, verbs, subresources))
    return found, []
