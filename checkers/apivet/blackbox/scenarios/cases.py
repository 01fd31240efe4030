"""Failing cases of conversions, codecs, transformers and augmentation hooks: what their scripts make, and run again.

``python case.py`` runs one in that process (the project has to be importable), ``apivet blackbox --replay case.py`` in
a worker. All compare as the scenarios do that found them.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Union

from msgspec import Struct

from apivet.blackbox.limits import LOST_LEAVES
from apivet.blackbox.objects.access import ABSENT, field_names, read
from apivet.blackbox.objects.copying import copied
from apivet.blackbox.objects.emptiness import is_zero
from apivet.blackbox.objects.paths import nodes_of
from apivet.blackbox.objects.snapshots import Leaves, leaves_of
from apivet.blackbox.project.hooks import CannotRunError
from apivet.blackbox.project.scenario_calls import finished, told
from apivet.blackbox.protocol.scenario_models import CODEC
from apivet.blackbox.replay import BROKEN, HOLDS, UNUSABLE, ReplayOutcome, values_of
from apivet.blackbox.scenarios.losses import alike, lost, recast, shown
from apivet.paths import of_each, render


class _Case(Struct, frozen=True):
    """The rule that is broken, and the object that breaks it."""

    rule: str
    object: str

    def outcome(self) -> ReplayOutcome:
        """Try it. Raises :class:`CannotRunError` where the case asks nothing of the code any more."""
        raise NotImplementedError

    def run(self) -> int:
        """Try it and print what came of it. The exit status: 1 where the rule is broken, 0 where it is not, 2 where the
        case can't be run."""
        try:
            outcome = self.outcome()
        except CannotRunError as error:
            print(error, file=sys.stderr)
            return UNUSABLE
        print(outcome.text)
        return outcome.status

    def _broken(self, detail: str, lines: Sequence[str] = ()) -> ReplayOutcome:
        return ReplayOutcome(BROKEN, detail, "\n".join((self.object, *lines, f"{self.rule} is broken: {detail}")))

    def _holds(self) -> ReplayOutcome:
        return ReplayOutcome(HOLDS, "", f"{self.object}\n{self.rule} holds")

    def _refused(self, refusal: Exception) -> ReplayOutcome:
        detail = f"{self.rule} is not seen to be broken: {told(refusal)}"
        return ReplayOutcome(HOLDS, detail, f"{self.object}\n{detail}")


class RoundTripCase(_Case, frozen=True):
    """An object through two conversions, or through a codec, that does not come back whole. ``leaf`` is what it loses;
    without one, everything has to come back."""

    given: Any
    there: Callable[[Any], Any]
    back: Callable[[Any], Any]
    leaf: str | None = None

    def outcome(self) -> ReplayOutcome:
        before = leaves_of(copied(self.given))
        containers = {render(steps) for steps, _ in nodes_of(self.given, ())}
        if self.leaf is not None and self.leaf not in before and self.leaf not in containers:
            raise CannotRunError(f"{type(self.given).__name__} has no {self.leaf}")
        try:
            arrived = finished(self.there(copied(self.given)))
        except Exception as refusal:
            return self._refused(refusal)
        try:
            returned = finished(self.back(copied(arrived)))
        except Exception as refusal:
            if self.rule == CODEC:  # it has to read what it has written; a conversion may refuse a value
                return self._broken(f"what it writes is refused when it is read: {told(refusal)}")
            return self._refused(refusal)
        if self.rule == CODEC and type(returned) is not type(self.given):
            return self._broken(f"a {type(self.given).__name__} comes back as a {type(returned).__name__}")
        other = recast(self.given, returned).get(self.leaf or "")
        return self._broken(other) if other else self._compared(before, leaves_of(returned))

    def _compared(self, before: Leaves, after: Leaves) -> ReplayOutcome:
        gone = [path for path in before if self._is_lost(path, before, after)] if self.leaf else lost(before, after)
        told_of = [
            f"{path} is {shown(before[path])} before and {shown(after.get(path, ABSENT))} after" for path in gone
        ]
        if not told_of:
            return self._holds()
        return self._broken(told_of[0], [f"  {line}" for line in told_of[:LOST_LEAVES]])

    def _is_lost(self, path: str, before: Leaves, after: Leaves) -> bool:
        """Whether the leaf, or its like in another element, does not come back. In the leaf itself a zero counts: what
        held nothing elsewhere may have got a default."""
        value, returned = before[path], after.get(path, ABSENT)
        if path == self.leaf and is_zero(value):
            return not is_zero(None if returned is ABSENT else returned)
        if of_each(path) != of_each(self.leaf or ""):
            return False
        return not is_zero(value) and not alike(value, returned)


class _StoredCase(_Case, frozen=True):
    """A document that goes through storage."""

    document: bytes
    write: Callable[[bytes], Any]
    read: Callable[[bytes], Any]

    def _restored(self) -> Any:
        """The answer to reading what was written. Raises whatever the transformer raises."""
        return finished(self.read(document_of(finished(self.write(self.document)))))


class TransformerCase(_StoredCase, frozen=True):
    """A document that does not come out of storage as it went in."""

    def outcome(self) -> ReplayOutcome:
        detail = difference(self.write, self.read, named(self.document), self.document)
        return self._holds() if detail is None else self._broken(detail)


class MisplacedCase(_StoredCase, frozen=True):
    """A document that was stored at one place, and that can be read as if it had been stored at another."""

    def outcome(self) -> ReplayOutcome:
        try:
            again = document_of(self._restored())
        except Exception:
            return self._holds()
        return self._broken(MISPLACED) if again == self.document else self._holds()


class StaleCase(_StoredCase, frozen=True):
    """A document that is reported as stale when it was just written."""

    def outcome(self) -> ReplayOutcome:
        try:
            restored = self._restored()
        except Exception as refusal:
            return self._refused(refusal)
        return self._broken(STALE) if staleness_of(restored) else self._holds()


class MixedUpCase(_StoredCase, frozen=True):
    """A document that does not come back once another one was written."""

    def outcome(self) -> ReplayOutcome:
        return self._broken(MIXED_UP) if is_mixed_up(self.write, self.read, self.document) else self._holds()


class AugmentationCase(_Case, frozen=True):
    """An augmentation hook that none of the conversions calls."""

    type: Any
    hook: str
    conversions: tuple[Callable[[], Any], ...]

    def outcome(self) -> ReplayOutcome:
        if not callable(getattr(self.type, self.hook, None)):
            raise CannotRunError(f"{self.type.__name__} has no {self.hook}")
        refusal: Exception | None = None
        ended = 0
        with calls_of(self.type, self.hook) as calls:
            for convert in self.conversions:
                try:
                    finished(convert())
                except Exception as error:
                    refusal = refusal or error
                else:
                    ended += 1
        if calls:
            return self._holds()
        if not ended and refusal is not None:
            return self._refused(refusal)
        return self._broken(f"no conversion calls {self.type.__name__}.{self.hook}")


#: Cases in which no strategy takes part.
Case = Union[RoundTripCase, TransformerCase, MisplacedCase, StaleCase, MixedUpCase, AugmentationCase]


def case_in(path: str) -> Case:
    """The case that a script makes. Raises :class:`CannotRunError`."""
    for value in values_of(path):
        if isinstance(value, (RoundTripCase, TransformerCase, MisplacedCase, StaleCase, MixedUpCase, AugmentationCase)):
            return value
    raise CannotRunError(f"{path} holds no case")


# -------------------------------------------------------------------------------- sentences that the scenarios share

MISPLACED = "what was stored with one associated data is read with another: it can be moved to another object's place"
MIXED_UP = "what was written comes back until something else is written, and not any more then"
STALE = "what was just written is reported as stale, so that it is written anew whenever it is read"
#: Documents that are longer are not printed.
_SHORT = 40


def named(document: bytes) -> str:
    """The name of a document in a sentence."""
    return repr(document) if len(document) <= _SHORT else f"a document of {len(document)} bytes"


def difference(write: Callable[[bytes], Any], read_: Callable[[bytes], Any], name: str, document: bytes) -> str | None:
    """The difference between a document and its round trip, as a sentence; ``None`` where it comes back as it was."""
    try:
        stored = document_of(finished(write(document)))
    except Exception as refusal:
        return f"{name} can't be stored: {told(refusal)}"
    try:
        again = document_of(finished(read_(stored)))
    except Exception as refusal:
        return f"{name} can't be read back: {told(refusal)}"
    if again == document:
        return None
    if len(document) > _SHORT:
        return f"{name} comes back as {len(again)} other bytes"
    return f"{document!r} comes back as {again!r}"


def is_mixed_up(write: Callable[[bytes], Any], read_: Callable[[bytes], Any], document: bytes) -> bool:
    """Whether a document does not come back once others were written, of which the first may be the same."""
    stored = document_of(finished(write(document)))
    for other in (document, document[::-1] + b"-other"):
        finished(write(other))
    try:
        return document_of(finished(read_(stored))) != document
    except Exception:
        return True


def document_of(result: Any) -> bytes:
    """The bytes that a transformer's method returns, by themselves or with something else (whether they are stale)."""
    if isinstance(result, (bytes, bytearray, memoryview)):
        return bytes(result)
    parts = result if isinstance(result, tuple) else [read(result, name) for name in field_names(result) or ()]
    for part in parts:
        if isinstance(part, (bytes, bytearray)):
            return bytes(part)
    raise TypeError(f"it returns a {type(result).__name__}, and no bytes")


def staleness_of(result: Any) -> bool | None:
    """Whether what a transformer's method returns says that the document is to be written anew; ``None`` where it says
    nothing of the kind."""
    if isinstance(result, tuple) and not hasattr(result, "_fields"):
        flags = [part for part in result if isinstance(part, bool)]
        return flags[0] if len(flags) == 1 else None
    told_of = [read(result, name) for name in field_names(result) or () if "stale" in name.lower()]
    return told_of[0] if len(told_of) == 1 and isinstance(told_of[0], bool) else None


@contextmanager
def calls_of(class_: Any, hook: str) -> Iterator[list[str]]:
    """The calls of a class's hook, as they come."""
    calls: list[str] = []
    own = vars(class_).get(hook)
    function = inspect.getattr_static(class_, hook)
    plain = function.__func__ if isinstance(function, (staticmethod, classmethod)) else function

    def watched(*arguments: Any, **keywords: Any) -> Any:
        calls.append(hook)
        return plain(*arguments, **keywords)

    setattr(class_, hook, type(function)(watched) if plain is not function else watched)
    try:
        yield calls
    finally:
        if own is None:
            delattr(class_, hook)
        else:
            setattr(class_, hook, own)
