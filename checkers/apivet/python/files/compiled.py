"""Compiled modules that Python imports in the place of a source which is judged."""

from __future__ import annotations

import os
from typing import Final

from apivet.python.files.layout import SOURCES

_EXTENSIONS: Final = (".so", ".pyd")
_BYTE_CODE: Final = ".pyc"
#: The flags of byte code, behind its magic number, that is told by a hash of the source and never compared with it.
_UNCHECKED: Final = b"\1\0\0\0"


def is_compiled(path: str) -> bool:
    """Whether a file is a compiled module, by its name."""
    return path.endswith((*_EXTENSIONS, _BYTE_CODE))


def source_replaced(path: str, data: bytes) -> str | None:
    """The path of the source that a compiled module with these bytes is imported instead of, if it is."""
    directory, name = os.path.split(path)
    stem = name.partition(".")[0]
    if path.endswith(_BYTE_CODE):
        above, kept = os.path.split(directory)
        is_told = kept == "__pycache__" and data[4:8] == _UNCHECKED
        stems = [os.path.join(above, stem)] if is_told else []
    else:
        stems = [os.path.join(directory, stem), *([directory] if stem == "__init__" else [])]
    return next((source for each in stems for end in SOURCES if os.path.isfile(source := each + end)), None)
