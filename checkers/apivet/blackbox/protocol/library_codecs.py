"""Codecs that come with a type's library: nobody has to write one for the types of pydantic and msgspec."""

from __future__ import annotations

import importlib
from typing import Any, Final

from msgspec import Struct

#: The forms of types that bring their own.
FORMS: Final = frozenset(("pydantic", "msgspec"))


def library_codec(class_: Any) -> Any:
    """The library's own codec for a type; ``None`` where it has none."""
    if hasattr(class_, "model_dump_json") and hasattr(class_, "model_validate_json"):
        return _Pydantic(class_)
    if hasattr(class_, "__struct_fields__"):
        return _Msgspec(class_)
    return None


class _Pydantic(Struct, frozen=True):
    class_: Any

    def encode(self, obj: Any) -> bytes:
        """The document, under the names that callers use."""
        text: str = obj.model_dump_json(by_alias=True)
        return text.encode()

    def decode(self, document: bytes) -> Any:
        """The object."""
        return self.class_.model_validate_json(document)


class _Msgspec(Struct, frozen=True):
    class_: Any

    def encode(self, obj: Any) -> bytes:
        """The document."""
        data: bytes = importlib.import_module("msgspec.json").encode(obj)  # the project's, and none of ours
        return data

    def decode(self, document: bytes) -> Any:
        """The object."""
        return importlib.import_module("msgspec.json").decode(document, type=self.class_)
