"""Codecs of a project as they are called, each for one type."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator
from typing import Any, Final

from apivet.blackbox.objects.access import is_class, read, write
from apivet.blackbox.objects.filling import Choice, Filler
from apivet.blackbox.project.hooks import CannotRunError
from apivet.blackbox.project.samples import Samples
from apivet.blackbox.project.scenario_calls import needed, told

#: ``Widget | Gadget`` in both spellings.
_UNIONS: Final = (typing.Union, getattr(types, "UnionType", None))


class NotMineError(Exception):
    """A type that a codec does not encode."""


class LiveCodec:
    """A codec for one type."""

    def __init__(self, codec: Any, class_: Any) -> None:
        self._encode, self._decode = codec.encode, codec.decode
        self._class = class_

    def written(self, obj: Any) -> Any:
        """The document, as the codec gives it."""
        return self._encode(obj)

    def encode(self, obj: Any) -> bytes:
        """The document."""
        document = self.written(obj)
        return document.encode() if isinstance(document, str) else document

    def decode(self, document: bytes) -> Any:
        """The object."""
        asked = self.asked()
        positional = [self._class for keyword in asked if not keyword]
        return self._decode(document, *positional, **{keyword: self._class for keyword in asked if keyword})

    def refuses(self, obj: Any) -> bool:
        """Whether it does not read what it writes. Raises whatever encoding raises."""
        document = self.encode(obj)
        try:
            self.decode(document)
        except Exception:
            return True
        return False

    def is_for(self, class_: Any) -> bool:
        """Whether it encodes objects of a class, as far as it says which."""
        try:
            hints = typing.get_type_hints(self._encode)
        except Exception:
            return True
        wanted = needed(self._encode)
        hint = hints.get(wanted[0].name, Any) if wanted else Any
        told_of = typing.get_args(hint) if typing.get_origin(hint) in _UNIONS else (hint,)
        if Any in told_of or not all(is_class(each) for each in told_of):  # Any is a class from Python 3.11 on
            return True
        return issubclass(class_, told_of)

    def asked(self) -> list[str]:
        """Ways to tell it the type when it decodes: by position (an empty text), under these names, or none."""
        wanted = needed(self._decode)
        if sum(each.kind is not each.KEYWORD_ONLY for each in wanted) > 1:
            return [""]
        return [each.name for each in wanted if each.kind is each.KEYWORD_ONLY]


def codec_for(target: Any, class_: Any) -> LiveCodec:
    """The codec for a type: the target itself, or what it makes, given nothing or the type. Raises
    :class:`NotMineError` where it makes none for this type, and :class:`CannotRunError` where none can be made."""
    if not isinstance(target, type) and hasattr(target, "encode") and hasattr(target, "decode"):
        return LiveCodec(target, class_)
    wanted = needed(target)
    if len(wanted) > 1:
        names = ", ".join(each.name for each in wanted)
        raise CannotRunError(f"it needs {names}: name a function that takes a type in [tool.apivet.blackbox] codecs")
    try:
        made = target() if not wanted else target(class_)
    except Exception as refusal:
        raise NotMineError(told(refusal)) from None
    if made is None:
        raise NotMineError("it makes no codec for this type")
    if not (hasattr(made, "encode") and hasattr(made, "decode")):
        raise CannotRunError(f"it makes a {type(made).__name__}, which has no encode and decode")
    return LiveCodec(made, class_)


def encodable(samples: Samples, filler: Filler, dotted: str) -> Iterator[tuple[str, Any]]:
    """Objects of a type that know what they are."""
    bare = filler.make(dotted, Choice("bare"))
    for name, obj in samples.objects(filler, dotted):
        yield name, named(obj, bare)


def named(obj: Any, bare: Any) -> Any:
    """The object with the version and the kind that an object of its type has by itself."""
    for name in ("api_version", "kind"):
        if isinstance(read(bare, name), str):
            obj = write(obj, name, read(bare, name))
    return obj
