"""Texts that methods make of texts that are written out."""

from __future__ import annotations

import itertools
import re
import string
from collections.abc import Sequence
from typing import Any, Final

from apivet.effects import accepting, iteration, objects, refusing
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.frames import Arguments
from apivet.effects.state import Machine
from apivet.effects.values import Computed, Constant, Reference
from apivet.verdicts import Location

#: The method that fills in a text.
FORMAT: Final = "format"
#: The method that makes bytes of a text.
_ENCODING: Final = "encode"
#: A place that is filled in: an argument, by its place or its name, and attributes of it.
_FIELD: Final = re.compile(r"(\w*)((?:\.\w+)*)")
#: Methods of texts that make another text of them, or tell whether something is so.
_METHODS: Final = frozenset(
    ("join", "lower", "upper", "title", "capitalize", "casefold", "strip", "lstrip", "rstrip", "replace")
    + ("removeprefix", "removesuffix", "startswith", "endswith", "isdecimal", "isdigit", "isidentifier", "isspace")
)


def written(machine: Machine, leaf: Any, name: str, arguments: Arguments, location: Location) -> str | bool | None:
    """The text, or the answer, that a method makes of a text and of others that are all written out."""
    if not (isinstance(leaf, Constant) and isinstance(leaf.value, str) and name in _METHODS):
        return None
    values = list(arguments.positional)
    if name == "join":
        among = machine.only(values[0]) if len(values) == 1 else None
        if not (isinstance(among, Leaf) and isinstance(among.value, Reference)):
            return None
        entries = iteration.all_rounds(machine, values[0], location)
        if not all(entry.present is machine.diagrams.true for entry in entries):
            return None
        values = [entry.value for entry in entries]
    texts = [value.value.value for value in values if isinstance(value, Leaf) and isinstance(value.value, Constant)]
    if arguments.named or arguments.unknown or len(texts) < len(values) or not all(isinstance(t, str) for t in texts):
        return None
    try:
        made = leaf.value.join(texts) if name == "join" else getattr(leaf.value, name)(*texts)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None
    return made if isinstance(made, (str, bool)) else None


def filled_in(machine: Machine, leaf: Any, arguments: Arguments, location: Location) -> Diagram | None:
    """``"{0.name} of {1}".format(x, y)``: a text of what is named in it; ``None`` where that can't be read off it."""
    text = leaf.value if isinstance(leaf, Constant) else None
    if not isinstance(text, str) or arguments.unknown:
        return None
    try:
        named = [(field, spec) for _, field, spec, _ in string.Formatter().parse(text) if field is not None]
    except ValueError:
        return None
    found: list[Diagram] = []
    places = itertools.count()
    for field, spec in named:
        told = _FIELD.fullmatch(field)
        name = "" if told is None else told[1] or str(next(places))
        value = arguments.at(int(name)) if name.isdecimal() else arguments.named_value(name)
        if told is None or value is None or "{" in (spec or ""):
            return None
        for attribute in told[2].split(".")[1:]:
            accepting.ask_attribute(machine, value, attribute, location)
            value = objects.get(machine, value, attribute, location)
        accepting.ask_format(machine, value, machine.diagrams.leaf(Constant.of(spec or "")))
        found.append(machine.heap.settle(value))
    return machine.diagrams.leaf(Computed("text", (machine.diagrams.leaf(leaf), *found)))


def ask_encoding(machine: Machine, name: str, given: Sequence[Diagram], location: Location) -> None:
    """A text is encoded: one that is named may have no place for some letters."""
    if name == _ENCODING and len(given) > 1 and not _has_all_letters(given[1]):
        refusing.call_method(machine, name, tuple(map(machine.heap.settle, given)), location)


def _has_all_letters(encoding: Diagram) -> bool:
    named = encoding.value.value if isinstance(encoding, Leaf) and isinstance(encoding.value, Constant) else None
    return isinstance(named, str) and named.lower().replace("_", "-") in ("utf-8", "utf8", "utf-16", "utf-32")
