"""Keys of objects in the facts of a tree: files don't know each other's modules, and tell them by plain names."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Final

#: An object that is set as a whole: an attribute of a module.
SET: Final = "="
#: Any module, in a key.
ANY_MODULE: Final = "*"
#: An attribute that is set from outside: the key of its object, its name, the place, and the object as the file has it.
Replaced = tuple[str, str, str, int, str]


def class_key(name: str, module: str) -> str:
    """The key of a class in summaries: its plain name, and the last part of the module it is imported from."""
    return f"{name}@{module.rpartition('.')[2]}"


def made_key(key: str) -> str:
    """The key of the objects that are made of a class, by that of the class."""
    return key.replace("@", "()@", 1)


def keys_of(name: str, path: str) -> Iterator[str]:
    """Every key that may mean a name of the file at ``path``."""
    stem, _ = os.path.splitext(path)
    for part in dict.fromkeys(stem.split("/")):
        yield f"{name}@{part}"


def keys_of_module(path: str) -> Iterator[str]:
    """Every key that may mean the module of a file."""
    directory, stem = os.path.split(os.path.splitext(path)[0])
    if stem == "__init__":
        directory, stem = os.path.split(directory)
    return keys_of(stem, directory)


def directories_above(path: str) -> Iterator[str]:
    """Every directory above a file, the nearest one first."""
    while (above := os.path.dirname(path)) not in ("", path):
        yield above
        path = above
