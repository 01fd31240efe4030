"""Probes: numbers and texts that note what they are compared with, and from which value of a field that would follow.

Code that reckons before it compares (``obj.spec.high == 2 * obj.spec.low``) names nowhere the value that makes the
difference; the comparison itself has it. A probe is the value of a field, and what is reckoned from it is one again
that knows the way back: what the field would have to be for this to be that.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from apivet.blackbox.limits import NOTED_COMPARISONS, PROBED_FIELDS

_Back = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Origin:
    """The field that a value was reckoned from: ``place`` is its caller's name for it, ``back`` the field's value for
    which the reckoning would come to another one. ``is_itself`` where it is the field's own value."""

    place: Any
    back: _Back = lambda wanted: wanted
    is_itself: bool = False


@dataclass(frozen=True, slots=True)
class Wish:
    """The value that a field would have to have for a comparison to come out otherwise. ``near`` where the comparison
    asks for more or less, so that the values beside it tell as much."""

    place: Any
    value: Any
    near: bool


@dataclass(eq=False)
class Comparisons:
    """The comparisons that probes have made; none any more once it is closed."""

    wishes: dict[tuple[Any, type, Any, bool], Wish] = field(default_factory=dict)
    is_open: bool = True

    def note(self, probe: Any, other: Any, *, near: bool = False) -> None:
        """A probe was compared with another value, which may be a probe, too."""
        if self.is_open:
            self._wish(probe, other, near)
            self._wish(other, probe, near)

    def _wish(self, probe: Any, other: Any, near: bool) -> None:
        origins = _origins_of(probe)
        present = _plain(probe)
        wanted = _plain(other)
        if type(wanted) is not type(present) and not (_is_number(wanted) and _is_number(present)):
            return
        for origin in origins:
            if origin.is_itself and any(each.is_itself and _same_field(origin, each) for each in _origins_of(other)):
                continue  # of the field before and after all others are asked, and those differ in each value
            try:
                value = origin.back(wanted)
            except (ArithmeticError, ValueError, TypeError):
                continue
            if value is not None and len(self.wishes) < NOTED_COMPARISONS:
                self.wishes[origin.place, type(value), value, near] = Wish(origin.place, value, near)


def _same_field(one: Origin, other: Origin) -> bool:
    return bool(one.place[1:] == other.place[1:])


def _origins_of(value: Any) -> tuple[Origin, ...]:
    return value.origins if isinstance(value, (_ProbeNumber, _ProbeText)) else ()


def _plain(value: Any) -> Any:
    """The value without what makes it a probe."""
    return value.plain if isinstance(value, (_ProbeNumber, _ProbeText)) else value


def _is_number(value: Any) -> bool:
    return type(value) in (int, float)


class _Probe:
    """The members that all probes have besides their value."""

    origins: tuple[Origin, ...]
    comparisons: Comparisons
    plain: Any

    def _set(self, plain: Any, origins: tuple[Origin, ...], comparisons: Comparisons) -> None:
        # Not by attributes: code may look whether a text or a number has some.
        self.__dict__.update(plain=plain, origins=origins, comparisons=comparisons)

    # A hook's own copies still tell; what it has kept and stores later is copied by us as the value it stands for.

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: object) -> Any:
        return self

    def __reduce__(self) -> Any:
        return type(self.plain), (self.plain,)


def probe(value: Any, place: Any, comparisons: Comparisons) -> Any:
    """A probe for the value of a field, or the value itself where there are none for its type. ``place`` is the
    caller's name for the field: a tuple, of which all but the first item is its path."""
    return _made(value, (Origin(place, is_itself=True),), comparisons)


def _made(value: Any, origins: Iterable[Origin], comparisons: Comparisons) -> Any:
    kind = _PROBES.get(type(value))
    if kind is None:
        return value
    made: Any = kind(value)
    made._set(value, tuple(origins)[:PROBED_FIELDS], comparisons)
    return made


def _chained(origin: Origin, back: _Back) -> Origin:
    return Origin(origin.place, lambda wanted: None if (inner := back(wanted)) is None else origin.back(inner))


def _reckoned(probe: Any, value: Any, back: _Back) -> Any:
    """The result of reckoning with a probe alone."""
    return _made(value, (_chained(origin, back) for origin in probe.origins), probe.comparisons)


# ------------------------------------------------------------------------------------------------------------- numbers


def _quotient(wanted: Any, other: Any, present: Any) -> Any:
    """A quotient in the place of a number; ``None`` where that is a whole one, and the quotient is none."""
    if type(present) is float:
        return wanted / other
    return int(wanted // other) if wanted % other == 0 else None


def _root(wanted: Any, power: Any) -> Any:
    found = round(wanted ** (1 / power)) if wanted >= 0 else None
    return found if found is not None and found**power == wanted else None


def _masked(wanted: Any, number: Any, mask: Any) -> Any:
    return (number & ~mask) | wanted if wanted & ~mask == 0 else None


_Undo = Callable[[Any, Any, Any], Any]
#: By operation: the left operand for a wanted result, of that, the present left and the present right one; and the
#: right operand likewise.
_UNDONE: Final[Mapping[str, tuple[_Undo, _Undo]]] = {
    "add": (lambda w, x, y: w - y, lambda w, x, y: w - x),
    "sub": (lambda w, x, y: w + y, lambda w, x, y: x - w),
    "mul": (lambda w, x, y: _quotient(w, y, x), lambda w, x, y: _quotient(w, x, y)),
    "floordiv": (lambda w, x, y: w * y, lambda w, x, y: _quotient(x, w, y)),
    "truediv": (lambda w, x, y: _whole(w * y), lambda w, x, y: _whole(x / w)),
    "mod": (lambda w, x, y: x - x % y + w if 0 <= w < y else None, lambda w, x, y: x - w if x - w > w else None),
    "pow": (lambda w, x, y: _root(w, y), lambda w, x, y: None),
    "and": (lambda w, x, y: _masked(w, x, y), lambda w, x, y: _masked(w, y, x)),
    "or": (lambda w, x, y: w, lambda w, x, y: w),
    "xor": (lambda w, x, y: w ^ y, lambda w, x, y: w ^ x),
    "lshift": (lambda w, x, y: w >> y, lambda w, x, y: None),
    "rshift": (lambda w, x, y: w << y, lambda w, x, y: None),
}


def _whole(value: Any) -> Any:
    """A whole number as one."""
    return int(value) if type(value) is float and value.is_integer() else value


def _binary(name: str, left: Any, right: Any) -> Any:
    """The result of an operation on two numbers, of which one at least is a probe."""
    x, y = _plain(left), _plain(right)
    if not (_is_number(x) and _is_number(y)):
        return NotImplemented
    dunder = f"__{name}__" if name in ("and", "or") else name
    value = getattr(operator, dunder)(x, y)
    undo_left, undo_right = _UNDONE[name]
    origins = [_chained(each, lambda wanted: undo_left(wanted, x, y)) for each in _origins_of(left)]
    origins += [_chained(each, lambda wanted: undo_right(wanted, x, y)) for each in _origins_of(right)]
    one = left if isinstance(left, _Probe) else right
    return _made(value, origins, one.comparisons)


def _operation(name: str, *, reflected: bool = False) -> Callable[[Any, Any], Any]:
    def operation(self: Any, other: Any) -> Any:
        return _binary(name, other, self) if reflected else _binary(name, self, other)

    return operation


def _comparison(name: str) -> Callable[[Any, Any], Any]:
    compare = getattr(operator, name)

    def comparison(self: Any, other: Any) -> Any:
        self.comparisons.note(self, other, near=name not in ("eq", "ne"))
        plain = _plain(other)
        if isinstance(plain, type(self.plain)) or (_is_number(self.plain) and isinstance(plain, (int, float))):
            return compare(self.plain, plain)
        return NotImplemented

    return comparison


class _ProbeNumber(_Probe):
    """A number that notes what it is compared with."""

    def __bool__(self) -> bool:
        self.comparisons.note(self, type(self.plain)(0))
        return bool(self.plain)

    def __neg__(self) -> Any:
        return _reckoned(self, -self.plain, operator.neg)

    def __abs__(self) -> Any:
        return _reckoned(self, abs(self.plain), lambda wanted: wanted if wanted >= 0 else None)

    def __divmod__(self, other: Any) -> Any:
        return _binary("floordiv", self, other), _binary("mod", self, other)

    def bit_length(self) -> Any:
        """The number of bits, of which the wanted number has the smallest value."""
        bits = self.plain.bit_length()
        return _reckoned(self, bits, lambda wanted: 1 << (wanted - 1) if wanted else 0)


for _name in _UNDONE:
    setattr(_ProbeNumber, f"__{_name}__", _operation(_name))
    setattr(_ProbeNumber, f"__r{_name}__", _operation(_name, reflected=True))


# --------------------------------------------------------------------------------------------------------------- texts


def _unaltered(name: str) -> Callable[..., Any]:
    """A method of which the result is the text in another form: the wanted form is one of itself."""
    method = getattr(str, name)

    def changed(self: Any, *arguments: Any) -> Any:
        result = method(self.plain, *map(_plain, arguments))
        return _reckoned(
            self, result, lambda wanted: wanted if method(wanted, *map(_plain, arguments)) == wanted else None
        )

    return changed


def _pieces(name: str) -> Callable[..., Any]:
    """A method of which the result are pieces of the text, in their order."""
    method = getattr(str, name)

    def cut(self: Any, *arguments: Any, **named: Any) -> Any:
        result = method(self.plain, *map(_plain, arguments), **named)
        return type(result)(_placed(self, result))

    return cut


def _placed(text: Any, pieces: Iterable[str]) -> Iterator[Any]:
    """The pieces of a text as probes: another piece would be in its place, between all that is around it."""
    after = 0
    for piece in pieces:
        start = text.plain.find(piece, after)
        if start < 0:
            yield piece
            continue
        after = start + len(piece)
        yield _piece(text, start, after)


def _piece(text: Any, start: int, end: int) -> Any:
    before, behind = text.plain[:start], text.plain[end:]
    return _reckoned(text, text.plain[start:end], lambda wanted: before + wanted + behind)


def _asking(name: str, at_start: bool) -> Callable[..., Any]:
    """A question about a part of the text: one that has it answers yes."""
    method = getattr(str, name)

    def question(self: Any, part: Any, *arguments: Any) -> Any:
        for each in part if isinstance(part, tuple) else (part,):
            if isinstance(each, str):
                wanted = _plain(each)
                self.comparisons.note(self, wanted + self.plain if at_start else self.plain + wanted)
        plain = tuple(map(_plain, part)) if isinstance(part, tuple) else _plain(part)
        return method(self.plain, plain, *arguments)

    return question


class _ProbeText(_Probe):
    """A text that notes what it is compared with."""

    def __getitem__(self, key: Any) -> Any:
        found = self.plain[key]
        if not isinstance(key, slice):
            index = operator.index(key) % len(self.plain)
            return _piece(self, index, index + 1)
        start, end, step = key.indices(len(self.plain))
        return _piece(self, start, max(start, end)) if step == 1 else found

    def __add__(self, other: Any) -> Any:
        if not isinstance(other, str):
            return NotImplemented
        more = _plain(other)
        head = [_chained(each, lambda wanted: _without_end(wanted, more)) for each in self.origins]
        mine = self.plain
        tail = [_chained(each, lambda wanted: _without_start(wanted, mine)) for each in _origins_of(other)]
        return _made(mine + more, (*head, *tail), self.comparisons)

    def __radd__(self, other: Any) -> Any:
        if not isinstance(other, str):
            return NotImplemented
        return _reckoned(self, other + self.plain, lambda wanted: _without_start(wanted, other))

    def removeprefix(self, prefix: str) -> Any:
        """The text without its beginning, which comes before the wanted one."""
        start = len(prefix) if self.plain.startswith(_plain(prefix)) else 0
        return _piece(self, start, len(self.plain))

    def removesuffix(self, suffix: str) -> Any:
        """The text without its end, which comes behind the wanted one."""
        end = len(self.plain) - len(suffix) if suffix and self.plain.endswith(_plain(suffix)) else len(self.plain)
        return _piece(self, 0, end)


def _without_end(wanted: str, end: str) -> str | None:
    return wanted[: len(wanted) - len(end)] if wanted.endswith(end) else None


def _without_start(wanted: str, start: str) -> str | None:
    return wanted[len(start) :] if wanted.startswith(start) else None


for _name in ("lower", "upper", "casefold", "strip", "lstrip", "rstrip", "title", "capitalize"):
    setattr(_ProbeText, _name, _unaltered(_name))
for _name in ("split", "rsplit", "partition", "rpartition", "splitlines"):
    setattr(_ProbeText, _name, _pieces(_name))
for _name in ("startswith", "__contains__", "endswith"):
    setattr(_ProbeText, _name, _asking(_name, _name == "startswith"))
for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    setattr(_ProbeNumber, f"__{_name}__", _comparison(_name))
    setattr(_ProbeText, f"__{_name}__", _comparison(_name))


class _Whole(_ProbeNumber, int):
    __hash__ = int.__hash__


class _Fraction(_ProbeNumber, float):
    __hash__ = float.__hash__


class _String(_ProbeText, str):
    __hash__ = str.__hash__


_PROBES: Final[Mapping[type, Any]] = {int: _Whole, float: _Fraction, str: _String}
