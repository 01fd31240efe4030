from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Props:  # holds: hub-type-differs
    title: str
    properties: dict[str, Props]
    items: Props | None = None
    any_of: list[Props] | None = None


@dataclass
class Folder:
    parent: Folder | None
    files: list[File]


@dataclass
class File:
    folder: Folder
    size: int  # expect: hub-type-differs[size]
