"""Transformers: what comes out of storage is what went in, and only where it was put."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Iterator
from typing import Any

from apivet.blackbox.access import field_names, read
from apivet.blackbox.examination import Observation
from apivet.blackbox.exercises.live import finished, needed, resolve, told
from apivet.blackbox.exercises.models import TRANSFORMER, TransformerAssignment
from apivet.blackbox.hooks import CannotRunError
from apivet.blackbox.messages import Examined

#: The two methods, under the names that they have.
_NAMES = (("transform_to_storage", "transform_from_storage"), ("to_storage", "from_storage"), ("encrypt", "decrypt"))
_HERE, _ELSEWHERE = b"/registry/widgets/here", b"/registry/widgets/elsewhere"
_LARGE = 1 << 20


class LiveTransformer:
    """A transformer's two methods, with or without associated data."""

    def __init__(self, transformer: Any) -> None:
        names = methods_of(transformer)
        if names is None:
            raise CannotRunError("it has no methods transform_to_storage and transform_from_storage")
        self._write, self._read = (getattr(transformer, name) for name in names)
        self.is_bound = len(needed(self._write)) > 1 and len(needed(self._read)) > 1

    def write(self, document: bytes, place: bytes = _HERE) -> bytes:
        """What is stored."""
        return _bytes(finished(self._write(*self._arguments(self._write, document, place))))

    def read(self, stored: bytes, place: bytes = _HERE) -> bytes:
        """What was to be stored."""
        return _bytes(finished(self._read(*self._arguments(self._read, stored, place))))

    @staticmethod
    def _arguments(function: Callable[..., Any], data: bytes, place: bytes) -> list[Any]:
        wanted = needed(function)
        if len(wanted) < 2:
            return [data]
        is_text = "str" in str(wanted[1].annotation)
        return [data, place.decode() if is_text else place, *(None for _ in wanted[2:])]


def methods_of(transformer: Any) -> tuple[str, str] | None:
    """The names of the two methods, where it has them."""
    return next((names for names in _NAMES if all(callable(getattr(transformer, name, None)) for name in names)), None)


def _bytes(result: Any) -> bytes:
    """The bytes that a method returns, by themselves or with something else (whether they are stale)."""
    if isinstance(result, (bytes, bytearray, memoryview)):
        return bytes(result)
    parts = result if isinstance(result, tuple) else [read(result, name) for name in field_names(result) or ()]
    for part in parts:
        if isinstance(part, (bytes, bytearray)):
            return bytes(part)
    raise TypeError(f"it returns a {type(result).__name__}, and no bytes")


def exercise_transformer(assignment: TransformerAssignment) -> Examined:
    """Random and borderline documents, there and back; then the same from another place."""
    try:
        transformer = LiveTransformer(_made(resolve(assignment.target)))
    except CannotRunError:
        if assignment.is_configured:
            raise
        return Examined()
    if not assignment.is_configured:
        refusal = _refusal(transformer)
        if refusal is not None:  # it may be for something else than documents
            return Examined((), f"it does not store a plain document: {refusal}")
    runs = 0
    seen: list[Observation] = []
    for name, document in _documents(assignment.seed):
        runs += 1
        detail = _difference(transformer, name, document)
        if detail is not None:
            seen.append(Observation(TRANSFORMER, None, "violated", detail, assignment.name, "", runs, runs))
            break
    else:
        seen.append(Observation(TRANSFORMER, None, "holds", "", assignment.name, "", runs, runs))
    if transformer.is_bound and seen[0].verdict == "holds":
        detail = _misplaced(transformer)
        if detail is not None:
            seen[0] = Observation(TRANSFORMER, None, "violated", detail, assignment.name, "", runs, runs)
    return Examined(tuple(seen), runs=runs)


def _refusal(transformer: LiveTransformer) -> str | None:
    try:
        transformer.read(transformer.write(b'{"kind": "Widget"}'))
    except Exception as refusal:
        return told(refusal)
    return None


def _made(target: Any) -> Any:
    if inspect.ismodule(target) or (not isinstance(target, type) and methods_of(target) is not None):
        return target
    wanted = needed(target)
    if wanted:
        names = ", ".join(each.name for each in wanted)
        raise CannotRunError(f"it needs {names}: name a function that makes one in [tool.apivet.blackbox] transformers")
    try:
        return target()
    except Exception as refusal:
        raise CannotRunError(f"it can't be made: {told(refusal)}") from None


def _documents(seed: int) -> Iterator[tuple[str, bytes]]:
    """Documents, and what they are called."""
    yield "an empty document", b""
    for value in range(256):
        yield f"the byte {value:#04x}", bytes((value,))
    yield "a JSON document", b'{"kind": "Widget", "spec": {"size": 7}}'
    yield "a text that is no ASCII", "größer als \N{SNOWMAN}".encode()
    chance = random.Random(seed)
    for size in (2, 15, 16, 17, 31, 32, 33, 255, 256, 4095, 4096, 4097, _LARGE):
        yield f"{size} random bytes", chance.randbytes(size)
    yield f"{_LARGE} zero bytes", bytes(_LARGE)


def _difference(transformer: LiveTransformer, name: str, document: bytes) -> str | None:
    try:
        stored = transformer.write(document)
    except Exception as refusal:
        return f"{name} can't be stored: {told(refusal)}"
    try:
        again = transformer.read(stored)
    except Exception as refusal:
        return f"{name} can't be read back: {told(refusal)}"
    if again == document:
        return None
    return (
        f"{name} comes back as {len(again)} other bytes"
        if len(document) > 40
        else f"{document!r} comes back as {again!r}"
    )


def _misplaced(transformer: LiveTransformer) -> str | None:
    """Whether a document can be read as if it had been stored elsewhere. One that stores documents in a form that
    anybody can compute promises nothing of that kind."""
    document = b'{"kind": "Secret", "data": {"password": "value-1"}}'
    stored = transformer.write(document)
    if stored == transformer.write(document) == transformer.write(document, _ELSEWHERE):
        return None
    try:
        again = transformer.read(stored, _ELSEWHERE)
    except Exception:
        return None
    if again != document:
        return None
    return "what was stored with one associated data is read with another: it can be moved to another object's place"
