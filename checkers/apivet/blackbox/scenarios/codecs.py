"""Codecs: what is decoded is what was encoded."""

from __future__ import annotations

import itertools
import typing
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from apivet.blackbox.objects.copying import copied
from apivet.blackbox.objects.filling import CannotFillError, Choice
from apivet.blackbox.objects.snapshots import are_alike, leaves_of
from apivet.blackbox.project.hooks import CannotRunError
from apivet.blackbox.project.samples import Samples
from apivet.blackbox.project.scenario_calls import resolve, told
from apivet.blackbox.protocol.messages import Examined
from apivet.blackbox.protocol.observations import Observation
from apivet.blackbox.protocol.scenario_models import CODEC, CodecAssignment
from apivet.blackbox.scenarios.demanding import demanding, filled_in_place, least_values
from apivet.blackbox.scenarios.live_codecs import LiveCodec, NotMineError, codec_for, encodable, named
from apivet.blackbox.scenarios.losses import lost, recast, shown, whole
from apivet.blackbox.scenarios.round_trips import smaller
from apivet.blackbox.scenarios.scripts import codec_script
from apivet.paths import of_each


class _Refusal(Struct, frozen=True):
    """An object whose document is not decoded, and why."""

    codec: LiveCodec
    obj: Any
    told: str


class _Trial:
    """One codec and all types."""

    def __init__(self, assignment: CodecAssignment, samples: Samples) -> None:
        self.assignment = assignment
        self.samples = samples
        self.filler = samples.filler(assignment.types)
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

        ordinary = [obj for _, obj in encodable(self.samples, self.filler, dotted)]
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


class _Difference(Struct, frozen=True):
    """A part that does not come back: a field, with one leaf of it, or the object as what it was."""

    field: str
    leaf: str | None
    detail: str


def _differences(dotted: str, obj: Any, again: Any) -> Iterator[_Difference]:
    if type(again) is not type(obj):
        yield _Difference(dotted, None, f"a {type(obj).__name__} is decoded as {type(again).__name__}")
        return
    for path, detail in recast(obj, again).items():
        yield _Difference(f"{dotted}.{of_each(path)}", path, detail)
    if are_alike(obj, again):
        return
    before, after = leaves_of(obj), leaves_of(again)
    for field, path in whole(lost(before, after), before).items():
        detail = f"{path} is {shown(before[path])} before and {shown(after.get(path))} after"
        yield _Difference(f"{dotted}.{field}", path, detail)


def examine_codec(assignment: CodecAssignment, samples: Samples) -> Examined:
    """Encode and decode objects of every type that the codec takes."""
    trial = _Trial(assignment, samples)
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
    """Observations of objects that can't be decoded again. Where others can, it may be that none is ever like these."""
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


__all__ = ["LiveCodec", "NotMineError", "codec_for", "encodable", "examine_codec", "named"]
