"""Sources that lie in no module, as all did before there were any: the module that their imports tell of."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from apivet.golang.files import Files
from apivet.golang.modules import Module, is_source
from apivet.program.files import is_below

_IMPORTS: Final = re.compile(rb"(?:^|;)[ \t]*import\b[^\S\n]*(?:\(([^)]*)\)|[^\n]*)", re.MULTILINE)
_PATH: Final = re.compile(rb'"([^"\s]+)"')


def assumed_module(root: str, paths: Iterable[str], files: Files) -> Module | None:
    """The module that files of none seem to be of: a directory around them, and the beginning of most import paths that
    go on with a directory in it.

    ``k8s.io/kubernetes`` where ``k8s.io/kubernetes/pkg/api`` is imported below the place of ``pkg/api``.
    """
    imported = {(os.path.dirname(each), path) for each in paths for path in _imported(files.read(each) or b"")}
    found = Counter(module for each in imported for module in _modules(root, *each, files))
    order = sorted(found, key=lambda each: (-found[each], each.path.count("/"), each.path, each.directory))
    return order[0] if order else None


def _imported(data: bytes) -> Iterator[str]:
    """The import paths in a file with these bytes."""
    for found in _IMPORTS.finditer(data):
        for path in _PATH.findall(found.group()):
            yield path.decode("utf-8", "replace")


def _modules(root: str, directory: str, path: str, files: Files) -> Iterator[Module]:
    """The modules around a directory in which an import path would mean a directory with sources."""
    parts = path.split("/")
    while is_below(directory, root):
        here = files.names(directory)
        for end in range(1, len(parts)):
            if parts[end] in here and _holds_sources(os.path.join(directory, *parts[end:]), files):
                yield Module("/".join(parts[:end]), directory)
        directory = "" if directory == root else os.path.dirname(directory)


def _holds_sources(directory: str, files: Files) -> bool:
    return any(map(is_source, files.names(directory)))
