"""Codecs: what is decoded is what was encoded."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from typing import Any

from apivet.blackbox.access import read, write
from apivet.blackbox.examination import Observation
from apivet.blackbox.exercises.live import leaves, needed, objects, resolve, told
from apivet.blackbox.exercises.losses import lost, shown, whole
from apivet.blackbox.exercises.models import CODEC, CodecAssignment
from apivet.blackbox.filling import CannotFillError, Choice, Filler
from apivet.blackbox.hooks import CannotRunError
from apivet.blackbox.messages import Examined
from apivet.blackbox.models import TypeModel


class NotMineError(Exception):
    """A type that a codec does not encode."""


class LiveCodec:
    """A codec for one type."""

    def __init__(self, codec: Any, class_: Any) -> None:
        self._encode, self._decode = codec.encode, codec.decode
        self._class = class_

    def encode(self, obj: Any) -> bytes:
        """The document."""
        document = self._encode(obj)
        return document.encode() if isinstance(document, str) else document

    def decode(self, document: bytes) -> Any:
        """The object."""
        wanted = [each for each in needed(self._decode) if each.kind is not each.KEYWORD_ONLY]
        if len(wanted) > 1:
            return self._decode(document, self._class)
        keywords = {each.name: self._class for each in needed(self._decode) if each.kind is each.KEYWORD_ONLY}
        return self._decode(document, **keywords)


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


def encodable(filler: Filler, types: dict[str, TypeModel], dotted: str) -> Iterator[tuple[str, Any]]:
    """Objects of a type that know what they are."""
    bare = filler.make(dotted, Choice("bare"))
    for name, obj in objects(filler, types, dotted):
        yield name, named(obj, bare)


def named(obj: Any, bare: Any) -> Any:
    """The object with the version and the kind that an object of its type has by itself."""
    for name in ("api_version", "kind"):
        if isinstance(read(bare, name), str):
            obj = write(obj, name, read(bare, name))
    return obj


class _Trial:
    """One codec and all types."""

    def __init__(self, assignment: CodecAssignment) -> None:
        self.assignment = assignment
        self.filler = Filler(assignment.types)
        self.target = resolve(assignment.target)
        self.runs = 0
        self.decoded = 0
        self.refusals: dict[str, str] = {}

    def of_type(self, dotted: str) -> Iterator[Observation]:
        class_ = self.filler.class_of(dotted)
        codec = codec_for(self.target, class_)
        found: dict[str, Observation] = {}
        decoded = 0
        for _, obj in encodable(self.filler, self.assignment.types, dotted):
            try:
                document = codec.encode(obj)
            except Exception as refusal:
                raise NotMineError(told(refusal)) from None
            if not isinstance(document, bytes):
                raise NotMineError("it encodes to no bytes")
            self.runs += 1
            try:
                again = codec.decode(document)
            except Exception as refusal:
                self.refusals.setdefault(dotted, told(refusal))
                continue
            decoded += 1
            for seen in self._differences(dotted, obj, again):
                found.setdefault(seen.field or "", seen)
        self.decoded += decoded
        if found:
            yield from found.values()
        elif decoded:
            yield self.seen(dotted, "holds", "")

    def takes_objects(self) -> bool:
        """Whether the codec says that it encodes API objects."""
        try:
            hints = typing.get_type_hints(self.target.encode)
        except Exception:
            return False
        hints.pop("return", None)
        classes = {self.filler.class_of(root.dotted) for root in self.assignment.roots}
        return any(hint in classes for hint in hints.values())

    def _differences(self, dotted: str, obj: Any, again: Any) -> Iterator[Observation]:
        if type(again) is not type(obj):
            detail = f"a {type(obj).__name__} is decoded as {type(again).__name__}"
            yield self.seen(dotted, "violated", detail)
            return
        before, after = leaves(obj), leaves(again)
        for field, path in whole(lost(before, after), before).items():
            detail = f"{path} is {shown(before[path])} before and {shown(after.get(path))} after"
            yield self.seen(f"{dotted}.{field}", "violated", detail)

    def seen(self, field: str, verdict: str, detail: str) -> Observation:
        name = self.assignment.name
        return Observation(CODEC, field, verdict, detail, name, "", self.runs, self.decoded)


def exercise_codec(assignment: CodecAssignment) -> Examined:
    """Encode and decode objects of every type that the codec takes."""
    trial = _Trial(assignment)
    seen: list[Observation] = []
    refusal = ""
    for root in assignment.roots:
        try:
            seen += trial.of_type(root.dotted)
        except (NotMineError, CannotFillError) as error:
            refusal = refusal or f"{root.dotted}: {error}"
        except CannotRunError:
            if assignment.is_configured:
                raise
            return Examined()
    is_sure = assignment.is_configured or any(each.verdict == "holds" for each in seen) or trial.takes_objects()
    if not is_sure and not any("is decoded as" not in each.detail for each in seen):
        if seen or not trial.refusals:
            return Examined()  # something else that is called encode and decode
        dotted, told_of = next(iter(trial.refusals.items()))
        return Examined((), f"it decodes nothing of what it encodes ({dotted}: {told_of})", runs=trial.runs)
    if trial.refusals:
        seen += list(_refused(trial))
    if not seen:
        return Examined((), f"it encodes no object of any type: {refusal}", runs=trial.runs)
    return Examined(tuple(seen), runs=trial.runs)


def _refused(trial: _Trial) -> Iterator[Observation]:
    """What can't be decoded again. Where other objects can, it may be that no object is ever like these."""
    for dotted, refusal in trial.refusals.items():
        if trial.decoded:
            yield trial.seen(
                dotted, "unproven", f"a filled {dotted} is encoded, and refused when it is decoded: {refusal}"
            )
        else:
            yield trial.seen(
                dotted, "violated", f"what it encodes of {dotted} is refused when it is decoded: {refusal}"
            )


__all__ = ["LiveCodec", "NotMineError", "codec_for", "encodable", "exercise_codec", "named"]
