"""Values that schemas describe: the smallest ones, with one word for every text, so that references agree by
themselves."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from hypothesis import HealthCheck, Phase, settings, strategies
from hypothesis import find as find_example
from hypothesis.errors import HypothesisException

from apivet.live.schemas import Schema

WORD: Final = "apivet"
#: Stands for the object's name where that has to be part of other values.
NAME: Final = "apivet-name"
#: Stands for the object's namespace.
NAMESPACE: Final = "apivet-space"
#: Parts of an object that are no payload.
NO_PAYLOAD: Final = ("apiVersion", "kind", "metadata", "status")
#: The metadata that clients send, besides the name: what server-side apply owns, and a status update leaves alone.
CLIENTS_METADATA: Final = ("labels", "annotations", "finalizers", "ownerReferences")
#: Fields of the metadata that the server sets itself, or that make the object the one that it is.
SERVERS_OWN: Final = ("name", "namespace", "uid", "resourceVersion", "creationTimestamp", "managedFields", "selfLink")
_DEEPEST: Final = 12

#: Texts for the formats of OpenAPI, each with another one that is as good.
FORMATS: Final[dict[str, tuple[str, str]]] = {
    "byte": ("YXBpdmV0", "b3RoZXI="),
    "binary": ("YXBpdmV0", "b3RoZXI="),
    "date-time": ("2030-01-01T00:00:00Z", "2031-01-01T00:00:00Z"),
    "micro-time": ("2030-01-01T00:00:00.000000Z", "2031-01-01T00:00:00.000000Z"),
    "date": ("2030-01-01", "2031-01-01"),
    "duration": ("1h", "2h"),
    "uuid": ("6ba7b810-9dad-41d1-80b4-00c04fd430c8", "6ba7b811-9dad-41d1-80b4-00c04fd430c8"),
    "uri": ("https://apivet.example", "https://other.example"),
    "url": ("https://apivet.example", "https://other.example"),
    "email": ("a@apivet.example", "b@apivet.example"),
    "hostname": ("apivet.example", "other.example"),
    "ipv4": ("10.0.0.1", "10.0.0.2"),
    "ip": ("10.0.0.1", "10.0.0.2"),
    "ipv6": ("fd00::1", "fd00::2"),
    "cidr": ("10.0.0.0/24", "10.0.1.0/24"),
    "quantity": ("1", "2"),
    "int-or-string": ("1", "2"),
}
#: Types of texts that are told by their names alone.
_NAMED: Final = (("Quantity", "quantity"), ("Duration", "duration"), ("MicroTime", "micro-time"))
#: Patterns from strangers that are looked at: short, and without a repetition of repetitions.
_LONGEST_PATTERN: Final = 400
_NESTED_REPETITION: Final = re.compile(r"[+*}]\)?\)[+*{]")
_WORDS: Final = (WORD, "a", "A", "1", "v1", "a.apivet.example", "apivet.example/apivet", "/apivet", "1.0.0", "10.0.0.1")


def format_of(schema: Schema) -> str:
    """The format of a text: the one that its type's name tells, else the one that is told."""
    named = (word for suffix, word in _NAMED if schema.text("x-apivet-name").endswith(suffix))
    return next(named, schema.format if schema.format in FORMATS else "")


def smallest(schema: Schema | None, depth: int = 0, left: list[int] | None = None) -> Any:
    """The least that a schema asks for. Where parts ask for parts without end, only so many are made (``left``)."""
    left = left if left is not None else [_MOST_PARTS]
    left[0] -= 1
    if schema is None or depth > _DEEPEST or left[0] < 0:
        return WORD
    if schema.enum:
        return schema.enum[0]
    if schema.is_int_or_string:
        return 1
    kind = schema.type
    if kind == "object":
        return _object(schema, depth, left)
    if kind == "array":
        count = min(max(int(schema.number("minItems") or 1), 1), 5)
        return [smallest(schema.items, depth + 1, left)] * count
    if kind in ("integer", "number"):
        return _number(schema, kind)
    if kind == "boolean":
        return True
    return text(schema) if kind == "string" else ({} if schema.node.get(_PRESERVES) else WORD)


_PRESERVES: Final = "x-kubernetes-preserve-unknown-fields"
_MOST_PARTS: Final = 5_000


def _object(schema: Schema, depth: int, left: list[int]) -> dict[str, Any]:
    properties = schema.properties
    made = {name: smallest(properties.get(name), depth + 1, left) for name in schema.required}
    if not properties and schema.values is not None:
        return {WORD: smallest(schema.values, depth + 1, left)}
    return made


def _number(schema: Schema, kind: str) -> int | float:
    least = schema.number("minimum")
    most = schema.number("maximum")
    value = 1.0 if least is None else max(least, 1.0)
    if schema.node.get("exclusiveMinimum") is True and least is not None:
        value = max(value, least + 1)
    if most is not None:
        value = min(value, most)
    step = schema.number("multipleOf")
    if step:
        value = max(step, value - value % step)
    return int(value) if kind == "integer" or value == int(value) else value


def text(schema: Schema) -> str:
    """A text of the schema's format, pattern and length."""
    made = next(iter(texts(schema)), WORD)
    least, most = schema.number("minLength"), schema.number("maxLength")
    if least is not None and len(made) < least <= 10_000:
        made = made * (int(least) // max(len(made), 1) + 1)
        made = made[: int(least)]
    return made[: int(most)] if most is not None and most > 0 else made


def texts(schema: Schema) -> Iterator[str]:
    """Texts to try, the best first."""
    pattern = schema.text("pattern")
    form = format_of(schema)
    if pattern:
        yield from matching(pattern)
    if form:
        yield from FORMATS[form]
    if not pattern and not form:
        yield WORD
        yield "other"


@functools.lru_cache(maxsize=1000)
def matching(pattern: str) -> tuple[str, ...]:
    """Texts that a pattern describes: usual words, else ones that are drawn from it, always the same."""
    if len(pattern) > _LONGEST_PATTERN or _NESTED_REPETITION.search(pattern):
        return ()
    try:
        compiled = re.compile(pattern)
    except (re.error, OverflowError, RecursionError):
        return ()
    known = [word for word in (*_WORDS, *(each for pair in FORMATS.values() for each in pair)) if compiled.search(word)]
    if known:
        return tuple(known[:3])
    drawn = _drawn(pattern)
    return tuple(dict.fromkeys(each for each in (drawn, _drawn(pattern, drawn)) if each))


def _drawn(pattern: str, other_than: str = "") -> str:
    """A text that the pattern describes, and not the one that is known already."""
    quiet = settings(
        max_examples=200,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    try:
        return find_example(
            strategies.from_regex(pattern),
            lambda drawn: drawn.isprintable() and drawn != other_than,
            settings=quiet,
            random=Random(0),
        )
    except (HypothesisException, re.error, ValueError, OverflowError, RecursionError):
        return ""


def filled(schema: Schema | None, depth: int = 0, budget: list[int] | None = None) -> Any:
    """A value in which everything is set that the schema knows of, up to a depth and a number of leaves."""
    left = budget if budget is not None else [200]
    if schema is not None and schema.type == "object" and schema.properties and depth < _FILLED_DEPTH:
        made = {}
        for name, inner in schema.properties.items():
            if left[0] <= 0:
                break
            made[name] = filled(inner, depth + 1, left)
        return made
    if schema is not None and schema.type == "array" and depth < _FILLED_DEPTH:
        return [filled(schema.items, depth + 1, left)]
    left[0] -= 1
    return smallest(schema, depth)


_FILLED_DEPTH: Final = 6


def other_values(schema: Schema | None, value: Any) -> Iterator[Any]:
    """Values of the same kind that are not this one, the likeliest to be taken first."""
    seen = [value]
    for candidate in _others(schema, value):
        if not any(candidate == each and type(candidate) is type(each) for each in seen):
            seen.append(candidate)
            yield candidate


def _others(schema: Schema | None, value: Any) -> Iterator[Any]:
    if schema is not None:
        yield from schema.enum
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, (int, float)):
        yield from (value + 1, value - 1, value * 2)
        if schema is not None:
            yield from (each for each in (schema.number("minimum"), schema.number("maximum")) if each is not None)
    elif isinstance(value, str):
        form = format_of(schema) if schema is not None else ""
        if schema is not None:
            yield from texts(schema)
        if form not in ("byte", "binary"):
            yield from _other_texts(value)
    elif value is None and schema is not None:
        yield smallest(schema)


def _other_texts(value: str) -> Iterator[str]:
    """Texts like this one: where it is a number with a unit, a higher number; a word more; another word."""
    match = re.search(r"\d+", value)
    if match:
        yield value[: match.start()] + str(int(match[0][:9]) + 1) + value[match.end() :]
    if re.fullmatch(r"[A-Za-z0-9][-A-Za-z0-9]*", value):
        yield value + "x"
    for first, second in FORMATS.values():
        if value == first:
            yield second
    yield "other"
