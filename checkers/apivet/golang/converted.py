"""Generated conversions, as far as their names and signatures tell what is converted to what."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from apivet.golang.packages import Package

_CONVERSION: Final = re.compile(
    rb"^func Convert_\w+\(in \*(?:(?P<source>\w+)\.)?(?P<name>\w+), out \*(?P<target>\w+)\.(?P<to>\w+),", re.MULTILINE
)
_IMPORT: Final = re.compile(rb"^[ \t]*(?:import[ \t]+)?(?P<name>\w+)[ \t]+\"(?P<path>[^\"]+)\"", re.MULTILINE)


def converted_types(package: Package) -> Iterator[tuple[str, str]]:
    """The names of served types, and the dotted names of the types that generated code of a package makes of them."""
    for file in package.files:
        if not file.holds(b"func Convert_"):
            continue
        paths = {each["name"]: each["path"].decode() for each in _IMPORT.finditer(file.data)}
        for found in _CONVERSION.finditer(file.data):
            path = paths.get(found["target"], "")
            if path and "/apis/" in path + "/" and found["name"] == found["to"]:
                yield found["name"].decode(), f"{path}.{found['to'].decode()}"
