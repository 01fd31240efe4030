"""Stubs: parts of objects that a project writes down for resources whose valid objects can't be negotiated."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import yaml

from apivet.documents import reason
from apivet.live.errors import LiveError
from apivet.live.resources import CORE, Resource

SUFFIX: Final = ".yaml"
_LARGEST: Final = 1_000_000


def stub_name(resource: Resource) -> str:
    """The name of a resource's stub: ``apps.v1.deployments.yaml``."""
    return f"{resource.group or CORE}.{resource.version}.{resource.name}{SUFFIX}"


def read_stubs(directory: Path) -> dict[str, dict[str, Any]]:
    """The stubs by their names; none where there is no such directory."""
    try:
        files = sorted(file for file in directory.iterdir() if file.suffix == SUFFIX) if directory.is_dir() else []
        return {file.name: _read(file) for file in files}
    except OSError as error:
        raise LiveError(f"the stubs in {directory} can't be read: {reason(error)}") from None


def _read(file: Path) -> dict[str, Any]:
    if file.stat().st_size > _LARGEST:
        raise LiveError(f"{file.as_posix()}: is too large for a stub")
    try:
        told = yaml.safe_load(file.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError, ValueError):
        raise LiveError(f"{file.as_posix()}: is no YAML") from None
    if not isinstance(told, dict) or not all(isinstance(name, str) for name in told):
        raise LiveError(f"{file.as_posix()}: is no part of an object: it must be a mapping")
    return told


def unserved(stubs: Iterable[str], resources: Iterable[Resource], directory: str) -> list[str]:
    """A line for each stub that is about no resource of the server's."""
    served = {stub_name(each) for each in resources}
    place = directory.rstrip("/")
    return [f"{place}/{name}: no resource is served that it is about" for name in sorted(stubs) if name not in served]
