"""Objects that differ in one place, in a way that the code may overlook or asks about (see ``operations``)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice, permutations
from typing import Any, Final

from apivet.blackbox.limits import TELLING_PAIRS, TELLING_VALUES
from apivet.blackbox.objects.access import ABSENT, read, same
from apivet.blackbox.objects.paths import nodes_of, value_at, with_value_at
from apivet.blackbox.rig.running import Rig
from apivet.paths import Key, Path
from apivet.program.annotations import OutsideClass, members

#: Places of a template that something is put into: ``"%s-%d"``, ``"{}/{kind}"``.
_FIELDS: Final = re.compile(r"%[-+ #0-9.]*[a-z]|\{[^{}]*\}")
#: Fields that are looked at for two that are written together, and texts that may stand between them.
_JOINED: Final = 5
_SEPARATORS: Final = 3
#: Whole numbers below this one are numbers with a fraction, too.
_EXACT: Final = 1 << 53


def taken_for_one(rig: Rig, obj: Any, part: str) -> Iterator[tuple[Any, Any]]:
    """The object twice, with values in one or two places of a part that the operations of the code may take for
    one."""
    found = chain(_taken_for_one(rig, obj, part), _run_together(rig, obj, part), _reckoned_together(rig, obj, part))
    yield from islice(found, TELLING_PAIRS)


def _taken_for_one(rig: Rig, obj: Any, part: str) -> Iterator[tuple[Any, Any]]:
    for steps in _places(rig, obj, part):
        value = value_at(obj, steps)
        annotation = rig.alternatives.annotation(obj, steps) if type(value) is int else None
        takes_float = annotation is not None and OutsideClass("float") in members(annotation)
        forms = [value, float(value)] if takes_float and abs(value) < _EXACT else [value]
        pairs = [pair for form in forms for each in rig.mentions.operations for pair in each.alike(form)]
        if annotation and any("str" in each.names for each in rig.mentions.operations):
            pairs += [(value, str(value))] if OutsideClass("str") in members(annotation) else []
        known: list[tuple[Any, Any]] = []
        for one, other in pairs:
            is_new = not any(same(one, first) and same(other, second) for first, second in known)
            if is_new and rig.alternatives.takes(obj, steps, one) and rig.alternatives.takes(obj, steps, other):
                known.append((one, other))
                yield with_value_at(obj, steps, one), with_value_at(obj, steps, other)


def _run_together(rig: Rig, obj: Any, part: str) -> Iterator[tuple[Any, Any]]:
    """Pairs in which a text gives its end to the field that the code may write behind it, or adds to it: ``("a1", 2)``
    and ``("a", 12)``."""
    joining = [each for each in rig.mentions.operations if each.puts_texts_together]
    related = rig.mentions.related if any("+" in each.names for each in rig.mentions.operations) else ()
    places = [steps for steps in _places(rig, obj, part) if type(value_at(obj, steps)) in (str, int)]
    pairs = list(permutations(places[:_JOINED] if joining else (), 2))
    pairs += (pair for pair in permutations(places if related else (), 2) if (pair[0][-1], pair[1][-1]) in related)
    between = ("", *dict.fromkeys(text for each in joining for text in each.texts[:_SEPARATORS]))
    for text, behind in dict.fromkeys(pairs):
        first, second = value_at(obj, text), value_at(obj, behind)
        for separator in between if type(first) is str else ():
            both: tuple[tuple[Any, Any], tuple[Any, Any]]
            if type(second) is str:
                both = (f"{first}{separator}x", second), (first, f"x{separator}{second}")
            elif not separator and second >= 0:
                both = (f"{first}1", second), (first, int(f"1{second}"))
            else:
                continue
            sides = [rig.alternatives.with_values(obj, list(zip((text, behind), values))) for values in both]
            if None not in sides:
                yield sides[0], sides[1]


def _reckoned_together(rig: Rig, obj: Any, part: str) -> Iterator[tuple[Any, Any]]:
    """Pairs with two numbers that the code puts beside each other, of which the sum, or the product, stays; with two
    flags that change places."""
    places = [steps for steps in _places(rig, obj, part) if type(value_at(obj, steps)) in (int, float)]
    for one, other in combinations(places, 2):
        if not {(one[-1], other[-1]), (other[-1], one[-1])}.isdisjoint(rig.mentions.related):
            first, second = value_at(obj, one), value_at(obj, other)
            for values in ((first + 1, second - 1), (second, first)):
                changed = rig.alternatives.with_values(obj, list(zip((one, other), values)))
                if changed is not None and first != second:
                    yield obj, changed
    flags = [steps for steps in _places(rig, obj, part) if type(value_at(obj, steps)) is bool]
    for both in combinations(flags, 2):
        if not {(both[0][-1], both[1][-1]), (both[1][-1], both[0][-1])}.isdisjoint(rig.mentions.related):
            sides = [
                rig.alternatives.with_values(obj, list(zip(both, each))) for each in ((True, False), (False, True))
            ]
            if None not in sides:
                yield sides[0], sides[1]


def put_together(rig: Rig, obj: Any, places: Sequence[Path]) -> Iterator[list[tuple[Path, Any]]]:
    """Values of several places, or of the elements of one, of which the code may make a text that it mentions."""
    for each in rig.mentions.operations:
        for text in each.texts if each.puts_texts_together or "+" in each.names else ():
            for pieces in _pieces_of(text, each.texts):
                yield from _laid_out(pieces, each.texts, obj, places)


def _pieces_of(text: str, others: Sequence[str]) -> Iterator[list[str]]:
    """The pieces of a text between separators, or in the places of a template; one, and two, without any."""
    yield [text]
    for other in others:
        literals = [re.escape(each) for each in _FIELDS.split(other)]
        found = re.fullmatch("(.+?)".join(literals), text, re.DOTALL) if len(literals) > 1 else None
        if found is not None:
            yield list(found.groups())
        elif other not in ("", text) and other in text:
            yield text.split(other)
    if len(text) > 1:
        yield [text[:1], text[1:]]


def _laid_out(pieces: list[str], others: Sequence[str], obj: Any, places: Sequence[Path]) -> Iterator[Any]:
    single: list[Path] = []
    for steps in places:
        value = value_at(obj, steps)
        if type(value) is list and value and type(value[0]) is str:
            yield [(steps, pieces)]
        elif type(value) is dict and value and type(next(iter(value))) is str:
            yield [(steps, dict.fromkeys(pieces, next(iter(value.values()))))]
            both = [
                piece.split(other, 1) for other in others for piece in pieces if "" != other != piece and other in piece
            ]
            yield from [[(steps, dict(both))]] if both else ()
        elif type(value) in (str, int) and not any(isinstance(step, (int, Key)) for step in steps):
            single.append(steps)
    for chosen in permutations(single[:_JOINED], len(pieces)) if 1 < len(pieces) < _JOINED else ():
        kinds = [type(value_at(obj, steps)) for steps in chosen]
        if all(kind is str or piece.isdecimal() for kind, piece in zip(kinds, pieces)):
            yield [(steps, kind(piece)) for steps, kind, piece in zip(chosen, kinds, pieces)]


def telling_values(rig: Rig, obj: Any, steps: Path) -> Iterator[Any]:
    """Other values for a place that the code asks something about."""
    value = value_at(obj, steps)
    if value is not ABSENT:
        asked = (other for each in rig.mentions.operations for other in each.telling(value))
        found = chain(asked, _numbers_as_texts(rig) if type(value) is str else ())
        yield from islice(
            (each for each in found if _is_another(each, value) and rig.alternatives.takes(obj, steps, each)),
            TELLING_VALUES,
        )


def _is_another(one: Any, other: Any) -> bool:
    """Whether two values differ, be it in the order of their keys."""
    return not same(one, other) or (isinstance(one, dict) and list(one) != list(other))


def _numbers_as_texts(rig: Rig) -> Iterator[str]:
    """The numbers of all the code, where some function of it reads texts as such: another one may compare them."""
    if any("int" in each.names for each in rig.mentions.operations):
        yield from map(str, rig.mentions.constants.get(int, ()))


def _places(rig: Rig, obj: Any, part: str) -> Iterator[Path]:
    """The places of a part; the first element stands for all."""
    for steps, _ in nodes_of(read(obj, part), (part,)):
        if not any(isinstance(step, int) and step > 0 for step in steps):
            yield steps
