"""Servers that a run refuses, and those that it takes only when told ``--yes`` (live.md, section 2)."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import Any, Final

from msgspec import Struct

from apivet.live.connection import Connection
from apivet.live.errors import LiveError
from apivet.live.resources import Resource
from apivet.live.target import Target

#: Limits of a server on loopback that nobody else works on: more mean --yes, as a tunnel may lead anywhere.
_MOST_PODS: Final = 1_000
_MOST_LOCAL_NODES: Final = 3
_LOCAL_NAMESPACES: Final = ("kube-*", "local-path-storage")


class Permission(Struct, frozen=True):
    """The permissions that the command line gives."""

    yes: bool = False
    dangerous: bool = False


def refuse_context(target: Target, never: Sequence[str]) -> None:
    """Raise where the context is one that no option allows."""
    for pattern in never:
        if target.context and fnmatchcase(target.context, pattern):
            raise LiveError(f"the context '{target.context}' is refused: never-contexts has '{pattern}'")


def refuse_server(connection: Connection, resources: Sequence[Resource], permission: Permission) -> None:
    """Raise where others may work on the server, and nobody has said that this is fine."""
    if permission.dangerous and not connection.target.is_loopback:
        raise LiveError("--allow-dangerous is for servers on loopback only")
    if permission.yes:
        return
    if not connection.target.is_loopback:
        raise LiveError(f"{connection.target.host} is not loopback: to write to it, say --yes (or --plan to look)")
    reason = _in_use(connection, resources)
    if reason:
        raise LiveError(f"the server looks like one in use ({reason}): to write to it, say --yes (or --plan to look)")


def _in_use(connection: Connection, resources: Sequence[Resource]) -> str:
    """Why a server on loopback may be somebody's cluster."""
    served = {(each.group, each.version, each.name) for each in resources}
    if ("", "v1", "nodes") in served:
        nodes = len(_items(connection, "/api/v1/nodes", _MOST_LOCAL_NODES + 1))
        if nodes > _MOST_LOCAL_NODES:
            return f"more than {_MOST_LOCAL_NODES} nodes"
    if ("", "v1", "pods") in served:
        pods = _items(connection, "/api/v1/pods", _MOST_PODS + 1)
        if len(pods) > _MOST_PODS:
            return f"more than {_MOST_PODS:,} pods"
        for pod in pods:
            namespace = _namespace(pod)
            if not any(fnmatchcase(namespace, pattern) for pattern in _LOCAL_NAMESPACES):
                return f"a pod in namespace {namespace[:63] or 'default'}"
    return ""


def _items(connection: Connection, path: str, limit: int) -> list[Any]:
    items = connection.get(path, {"limit": str(limit)}).object.get("items")
    return items if isinstance(items, list) else []


def _namespace(item: Any) -> str:
    metadata = item.get("metadata") if isinstance(item, dict) else None
    namespace = metadata.get("namespace") if isinstance(metadata, dict) else None
    return namespace if isinstance(namespace, str) else ""
