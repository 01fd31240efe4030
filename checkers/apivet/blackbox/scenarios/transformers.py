"""Transformers: what comes out of storage is what went in, and only where it was put."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from apivet.blackbox.project.constants import Mentions, mentions_of
from apivet.blackbox.project.hooks import CannotRunError
from apivet.blackbox.project.reachable_objects import are_kin
from apivet.blackbox.project.scenario_calls import needed, resolve, told
from apivet.blackbox.protocol.messages import Examined
from apivet.blackbox.protocol.observations import Observation
from apivet.blackbox.protocol.scenario_models import TRANSFORMER, TransformerAssignment
from apivet.blackbox.scenarios.cases import MISPLACED, MIXED_UP, STALE, difference, is_mixed_up
from apivet.blackbox.scenarios.live_transformers import HERE, LiveTransformer, elsewhere, methods_of
from apivet.blackbox.scenarios.providers import broken_rotation
from apivet.blackbox.scenarios.scripts import (
    misplaced_script,
    mixed_up_script,
    spelled,
    stale_script,
    transformer_script,
)

_SECRET = b'{"kind": "Secret", "data": {"password": "value-1"}}'
_LARGE = 1 << 20
#: Other places in which a document is written: enough to see whether its stored form is the same everywhere.
_WRITTEN = 4
#: Names of what makes and compares authentication codes, and of what makes digests: with a key, those are such as well.
_SEALS = frozenset(("hmac", "HMAC", "compare_digest", "CMAC", "Poly1305"))
_DIGESTS = frozenset(("md5", "sha1", "sha256", "sha384", "sha512", "sha3_256", "sha3_512", "blake2b", "blake2s"))


def examine_transformer(assignment: TransformerAssignment) -> Examined:
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
    for name, document in (*_documents(assignment.seed), *_marked(transformer, assignment.target.module)):
        runs += 1
        detail = difference(transformer.write, transformer.read, name, document)
        if detail is not None:
            smallest = _smallest(transformer, document)
            case = transformer_script(transformer, assignment.target, assignment.name, smallest, detail)
            seen.append(Observation(TRANSFORMER, None, "violated", detail, assignment.name, case, runs, runs))
            break
    else:
        seen.append(Observation(TRANSFORMER, None, "holds", "", assignment.name, "", runs, runs))
    if seen[0].verdict == "holds":
        broken = _broken_promise(transformer, assignment)
        if broken is not None:
            seen[0] = Observation(TRANSFORMER, None, "violated", *broken, runs, runs)
    return Examined(tuple(seen), runs=runs)


def _broken_promise(transformer: LiveTransformer, assignment: TransformerAssignment) -> tuple[str, str, str] | None:
    """Of one that gives back what it was given: what it does not keep besides, its name, and the case."""
    target, name = assignment.target, assignment.name
    if is_mixed_up(transformer.write, transformer.read, _SECRET):
        return MIXED_UP, name, mixed_up_script(transformer, target, name, spelled(_SECRET), MIXED_UP)
    if transformer.is_bound:
        detail = _misplaced(transformer, target.module)
        if detail is not None:
            return detail, name, misplaced_script(transformer, target, name, spelled(_SECRET), detail)
    if transformer.is_stale(transformer.write(_SECRET)):
        return STALE, name, stale_script(transformer, target, name, spelled(_SECRET), STALE)
    detail = broken_rotation(transformer.made, _written_by, _restored_by)
    return None if detail is None else (detail, name, "")


def _written_by(made: Any, document: bytes) -> bytes:
    return LiveTransformer(made).write(document)


def _restored_by(made: Any, stored: bytes) -> tuple[bytes, bool | None]:
    transformer = LiveTransformer(made)
    return transformer.read(stored), transformer.is_stale(stored)


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


def _marked(transformer: LiveTransformer, module: str) -> Iterator[tuple[str, bytes]]:
    """Documents with what the transformer's code speaks of, a marker of what it has written perhaps, and what those are
    called."""
    constants = _mentions(transformer, module).constants
    texts = (text.encode(errors="surrogateescape") for text in constants[str])
    for marker in dict.fromkeys(each for each in (*constants[bytes], *texts) if each):
        for name, document in (
            (f"the document {marker!r}", marker),
            (f"a document that begins with {marker!r}", marker + _SECRET),
            (f"a document that ends with {marker!r}", _SECRET + marker),
            (f"a document that holds {marker!r}", _SECRET + marker + _SECRET),
        ):
            if not _is_refused(transformer, document):
                yield name, document


def _mentions(transformer: LiveTransformer, module: str) -> Mentions:
    code = [type(transformer.made), transformer.writes, transformer.reads]
    return mentions_of(code, lambda name: are_kin(name, module), ())


def _is_refused(transformer: LiveTransformer, document: bytes) -> bool:
    """Whether a document is not written at all: one with a marker may be taken for something else, and is then better
    refused than lost."""
    try:
        transformer.write(document)
    except Exception:
        return True
    return False


#: Longer documents are not written out.
_WRITTEN_OUT = 300


def _smallest(transformer: LiveTransformer, document: bytes) -> str:
    """A document that does not come back either, as Python spells it: a short one where there is one."""

    def size_that_shows(make: Callable[[int], bytes]) -> int | None:
        def shows(size: int) -> bool:
            return difference(transformer.write, transformer.read, "", make(size)) is not None

        return _least(len(document), shows) if shows(len(document)) else None

    if len(document) <= 64:
        return spelled(document)
    size = size_that_shows(bytes)
    if size is not None:
        return f"bytes({size})"
    size = size_that_shows(lambda number: random.Random(0).randbytes(number))
    if size is not None:
        return f"random.Random(0).randbytes({size})"
    cut = document[: size_that_shows(lambda number: document[:number])]
    return spelled(cut) if len(cut) <= _WRITTEN_OUT else f"bytes.fromhex({cut.hex()!r})"


def _least(size: int, shows: Callable[[int], bool]) -> int:
    """The least size that shows it, where all above one do; this one does."""
    low, high = -1, size
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if shows(middle) else (middle, high)
    return high


def _misplaced(transformer: LiveTransformer, module: str) -> str | None:
    """Whether a document can be read as if it had been stored elsewhere. One that stores documents in a form that
    anybody can compute promises nothing of that kind."""
    stored = transformer.write(_SECRET)
    is_the_same = all(stored == transformer.write(_SECRET, place) for place in (HERE, *islice(elsewhere(), _WRITTEN)))
    if is_the_same and not _authenticates(transformer, stored, module):
        return None
    for place in elsewhere():
        try:
            again = transformer.read(stored, place)
        except Exception:
            continue
        if again == _SECRET:
            transformer.readable_at = place
            return MISPLACED
    return None


def _authenticates(transformer: LiveTransformer, stored: bytes, module: str) -> bool:
    """Whether stored documents carry a code that only who has the key can make, so that none is read that was changed.
    A sum that anybody can work out is no such code."""
    names = _mentions(transformer, module).names
    has_key = any("key" in name.lower() or "secret" in name.lower() for name in names)
    if names.isdisjoint(_SEALS) and (names.isdisjoint(_DIGESTS) or not has_key):
        return False
    changed = (stored[:at] + bytes((each ^ 1,)) + stored[at + 1 :] for at, each in enumerate(stored))
    return all(_is_unreadable(transformer, each) for each in changed)


def _is_unreadable(transformer: LiveTransformer, stored: bytes) -> bool:
    try:
        transformer.read(stored)
    except Exception:
        return True
    return False
