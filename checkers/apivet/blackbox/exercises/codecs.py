"""Codecs: what is decoded is what was encoded."""

from __future__ import annotations

import itertools
import types
import typing
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from apivet.blackbox.exercises.demanding import demanding, filled_in_place, least_values
from apivet.blackbox.exercises.live import needed, resolve, told
from apivet.blackbox.exercises.losses import generic, lost, recast, shown, whole
from apivet.blackbox.exercises.models import CODEC, CodecAssignment
from apivet.blackbox.exercises.round_trips import smaller
from apivet.blackbox.exercises.scripts import codec_script
from apivet.blackbox.exercises.stock import Stock
from apivet.blackbox.live.hooks import CannotRunError
from apivet.blackbox.messages import Examined
from apivet.blackbox.objects.access import is_class, read, write
from apivet.blackbox.objects.copying import copied
from apivet.blackbox.objects.filling import CannotFillError, Choice, Filler
from apivet.blackbox.objects.images import are_alike, leaves_of
from apivet.blackbox.observations import Observation

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
        """How it is told the type when it decodes: by position (an empty text), under these names, or not at all."""
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


def encodable(stock: Stock, filler: Filler, dotted: str) -> Iterator[tuple[str, Any]]:
    """Objects of a type that know what they are."""
    bare = filler.make(dotted, Choice("bare"))
    for name, obj in stock.objects(filler, dotted):
        yield name, named(obj, bare)


def named(obj: Any, bare: Any) -> Any:
    """The object with the version and the kind that an object of its type has by itself."""
    for name in ("api_version", "kind"):
        if isinstance(read(bare, name), str):
            obj = write(obj, name, read(bare, name))
    return obj


@dataclass(frozen=True, slots=True)
class _Refusal:
    """An object whose document is not decoded, and why."""

    codec: LiveCodec
    obj: Any
    told: str


class _Trial:
    """One codec and all types."""

    def __init__(self, assignment: CodecAssignment, stock: Stock) -> None:
        self.assignment = assignment
        self.stock = stock
        self.filler = stock.filler(assignment.types)
        self.target = resolve(assignment.target)
        self.runs = 0
        self.decoded = 0
        self.refusals: dict[str, _Refusal] = {}

    def of_type(self, dotted: str) -> Iterator[Observation]:
        class_ = self.filler.class_of(dotted)
        codec = codec_for(self.target, class_)
        if not codec.is_for(class_):
            raise NotMineError("it says that it encodes others")
        found: dict[str, tuple[_Difference, Any]] = {}
        decoded = 0
        for obj, is_ordinary in self._objects(dotted, codec):
            try:
                document = codec.encode(obj)
            except Exception as refusal:
                if not is_ordinary:
                    continue
                raise NotMineError(told(refusal)) from None
            if not isinstance(document, bytes):
                raise NotMineError("it encodes to no bytes")
            self.runs += 1
            try:
                again = codec.decode(document)
            except Exception as refusal:
                self.refusals.setdefault(dotted, _Refusal(codec, obj, told(refusal)))
                continue
            decoded += 1
            for difference in _differences(dotted, obj, again):
                found.setdefault(difference.field, (difference, obj))
        self.decoded += decoded
        for difference, obj in found.values():
            yield self._violated(dotted, codec, difference, obj)
        if decoded and not found and dotted not in self.refusals:
            yield self.seen(dotted, "holds", "")

    def _objects(self, dotted: str, codec: LiveCodec) -> Iterator[tuple[Any, bool]]:
        """Filled objects, and whether their values are ordinary ones: others may be refused."""

        def still(obj: Any) -> bool:
            try:
                codec.decode(codec.encode(copied(obj)))
            except Exception:
                return False
            return True

        ordinary = [obj for _, obj in encodable(self.stock, self.filler, dotted)]
        yield from ((obj, True) for obj in ordinary)
        others = itertools.chain(demanding(ordinary[0], still), filled_in_place(ordinary[-1], ordinary[0]))
        yield from ((obj, False) for obj in others)

    def takes_objects(self) -> bool:
        """Whether the codec says that it encodes API objects."""
        try:
            hints = typing.get_type_hints(self.target.encode)
        except Exception:
            return False
        hints.pop("return", None)
        classes = {self.filler.class_of(root.dotted) for root in self.assignment.roots}
        return any(hint in classes for hint in hints.values())

    def _violated(self, dotted: str, codec: LiveCodec, difference: _Difference, obj: Any) -> Observation:
        """The finding, with the smallest object that shows it."""

        def shows(smaller_one: Any) -> _Difference | None:
            again = codec.decode(codec.encode(smaller_one))
            found = _differences(dotted, smaller_one, again)
            return next((each for each in found if each.field == difference.field), None)

        smallest = self.smallest(dotted, obj, lambda each: shows(each) is not None)
        last = shows(smallest) or difference
        target = self.assignment.target
        case = codec_script(codec, target, self.assignment.name, smallest, last.leaf, last.detail)
        return self.seen(last.field, "violated", last.detail, case)

    def smallest(self, dotted: str, obj: Any, shows: Callable[[Any], bool]) -> Any:
        """The object with as much left out as can be."""

        def still(candidate: Any) -> bool:
            try:
                return shows(copied(candidate))
            except Exception:
                return False

        try:
            bare = named(self.filler.make(dotted, Choice("bare")), obj)
            return least_values(smaller(obj, bare, still), still)
        except Exception:
            return obj

    def seen(self, field: str, verdict: str, detail: str, case: str = "") -> Observation:
        name = self.assignment.name
        return Observation(CODEC, field, verdict, detail, name, case, self.runs, self.decoded)


@dataclass(frozen=True, slots=True)
class _Difference:
    """What does not come back: a field, with one leaf of it, or the object as what it was."""

    field: str
    leaf: str | None
    detail: str


def _differences(dotted: str, obj: Any, again: Any) -> Iterator[_Difference]:
    if type(again) is not type(obj):
        yield _Difference(dotted, None, f"a {type(obj).__name__} is decoded as {type(again).__name__}")
        return
    for path, detail in recast(obj, again).items():
        yield _Difference(f"{dotted}.{generic(path)}", path, detail)
    if are_alike(obj, again):
        return
    before, after = leaves_of(obj), leaves_of(again)
    for field, path in whole(lost(before, after), before).items():
        detail = f"{path} is {shown(before[path])} before and {shown(after.get(path))} after"
        yield _Difference(f"{dotted}.{field}", path, detail)


def exercise_codec(assignment: CodecAssignment, stock: Stock) -> Examined:
    """Encode and decode objects of every type that the codec takes."""
    trial = _Trial(assignment, stock)
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
        dotted, refused = next(iter(trial.refusals.items()))
        return Examined((), f"it decodes nothing of what it encodes ({dotted}: {refused.told})", runs=trial.runs)
    if trial.refusals:
        seen += list(_refused(trial))
    if not seen:
        return Examined((), f"it encodes no object of any type: {refusal}", runs=trial.runs)
    return Examined(tuple(seen), runs=trial.runs)


def _refused(trial: _Trial) -> Iterator[Observation]:
    """What can't be decoded again. Where other objects can, it may be that no object is ever like these."""
    for dotted, refusal in trial.refusals.items():
        if trial.decoded:
            detail = f"a filled {dotted} is encoded, and refused when it is decoded: {refusal.told}"
            yield trial.seen(dotted, "unproven", detail)
            continue
        detail = f"what it encodes of {dotted} is refused when it is decoded: {refusal.told}"
        smallest = trial.smallest(dotted, refusal.obj, refusal.codec.refuses)
        assignment = trial.assignment
        case = codec_script(refusal.codec, assignment.target, assignment.name, smallest, None, detail)
        yield trial.seen(dotted, "violated", detail, case)


__all__ = ["LiveCodec", "NotMineError", "codec_for", "encodable", "exercise_codec", "named"]
