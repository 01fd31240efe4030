"""Probes for texts and bytes: parts and forms of one, and back."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from apivet.blackbox.limits import LONGEST_MADE
from apivet.blackbox.objects.probes.base import Probe, chained, compares, made, origins_of, plain_of, reckoned, spliced


def _unaltered(name: str) -> Callable[..., Any]:
    """A method of which the result is the text in another form: the wanted form is one of itself, and of a text that
    differs from it."""
    method = getattr(str, name)

    def changed(self: Any, *arguments: Any) -> Any:
        given = tuple(map(plain_of, arguments))

        def of_others(wanted: str) -> str | None:
            return next((each for each in _other_forms(wanted, *given) if method(each, *given) == wanted), None)

        def of_itself(wanted: str) -> str | None:
            return wanted if method(wanted, *given) == wanted else None

        return reckoned(self, method(self.plain, *given), of_itself, of_others)

    return changed


def _other_forms(text: str, margins: str | None = None) -> Iterator[str]:
    """Texts that methods may take for this one."""
    margin = (margins or " ")[0]
    yield from (each for each in (text.swapcase(), f"{text}{margin}", f"{margin}{text}") if each != text)


#: Separators of texts where none is given.
_SEPARATORS: Final[Mapping[str, str]] = {"split": " ", "rsplit": " ", "splitlines": "\n"}


def _pieces(name: str) -> Callable[..., Any]:
    """A method of which the result are pieces of the text, in their order. Where it has but one, code that goes on with
    more of them comes to no comparison: one that has several is wanted."""
    method = getattr(str, name)

    def cut(self: Any, *arguments: Any, **named: Any) -> Any:
        text, separator = self.plain, plain_of(arguments[0]) if arguments else _SEPARATORS.get(name)
        if isinstance(separator, str) and separator not in text:
            self.comparisons.note(self, f"{text}{separator}{text}")
        result = method(text, *map(plain_of, arguments), **named)
        pieces = _placed(self, result)
        if type(result) is tuple or not isinstance(separator, str):
            return type(result)(pieces)
        return reckoned(self, result, separator.join).holding(list(pieces))

    return cut


def _of_kind(name: str, example: Callable[[str], str]) -> Callable[..., Any]:
    """A question about all letters of the text: the example of a text for which the answer is yes."""
    method = getattr(str, name)

    def question(self: Any) -> Any:
        self.comparisons.note(self, example(self.plain))
        return method(self.plain)

    return question


def _repeated(letter: str) -> Callable[[str], str]:
    return lambda text: letter * max(len(text), 1)


def _placed(text: Any, pieces: Iterable[str]) -> Iterator[Any]:
    """The pieces of a text as probes: another piece would be in its place, between all that is around it."""
    after = 0
    for piece in pieces:
        start = text.plain.find(piece, after)
        if start < 0:
            yield piece
            continue
        after = start + len(piece)
        yield piece_of(text, start, after)


def _spread(wanted: str, key: slice) -> str:
    """The shortest text of which a slice with steps is the wanted one."""
    start, step = int(key.start or 0), int(key.step)
    return "x" * start + ("x" * (step - 1)).join(wanted)


def piece_of(text: Any, start: int, end: int) -> Any:
    """A part of a text as a probe: another one would be in its place."""
    before, behind = text.plain[:start], text.plain[end:]
    return reckoned(text, text.plain[start:end], lambda wanted: before + wanted + behind)


def _asking(name: str, at_start: bool) -> Callable[..., Any]:
    """A question about a part of the text: one that has it answers yes."""
    method = getattr(str, name)

    def question(self: Any, part: Any, *arguments: Any) -> Any:
        for each in part if isinstance(part, tuple) else (part,):
            if isinstance(each, str):
                wanted, text = plain_of(each), self.plain
                self.comparisons.note(self, wanted + text if at_start else text + wanted)
                # A text of a certain form keeps it.
                self.comparisons.note(self, wanted + text[len(wanted) :] if at_start else text[: -len(wanted)] + wanted)
        plain = tuple(map(plain_of, part)) if isinstance(part, tuple) else plain_of(part)
        return method(self.plain, plain, *arguments)

    return question


@compares
class TextProbe(Probe):
    """A text that notes what it is compared with."""

    alike = str

    def encode(self, *coding: str) -> Any:
        """The text as bytes."""
        return reckoned(self, self.plain.encode(*coding), lambda wanted: wanted.decode(*coding))

    def __getitem__(self, key: Any) -> Any:
        found = self.plain[key]
        if not isinstance(key, slice):
            index = operator.index(key) % len(self.plain)
            return piece_of(self, index, index + 1)
        if key == slice(None, None, -1):
            return reckoned(self, found, lambda wanted: wanted[::-1])
        plain = self.plain

        def back(wanted: str) -> str:
            is_spread = (key.step or 1) > 1 and len(wanted) != len(found)
            return _spread(wanted, key) if is_spread else "".join(spliced(plain, key, wanted))

        return reckoned(self, found, back)

    def __iter__(self) -> Iterator[Any]:
        self.comparisons.note(self, self.plain[:1])  # what is reckoned of many letters may come back to none of them
        return (piece_of(self, index, index + 1) for index in range(len(self.plain)))

    def __mul__(self, times: Any) -> Any:
        number = operator.index(plain_of(times))

        def back(wanted: str) -> str | None:
            one = wanted[: len(wanted) // number] if number > 0 else ""
            return one if one * number == wanted else None

        return reckoned(self, self.plain * number, back)

    __rmul__ = __mul__

    def __add__(self, other: Any) -> Any:
        if not isinstance(other, str):
            return NotImplemented
        more = plain_of(other)
        head = [chained(each, lambda wanted: _without_end(wanted, more)) for each in self.origins]
        mine = self.plain
        tail = [chained(each, lambda wanted: _without_start(wanted, mine)) for each in origins_of(other)]
        return made(mine + more, (*head, *tail), self.comparisons)

    def __radd__(self, other: Any) -> Any:
        if not isinstance(other, str):
            return NotImplemented
        return reckoned(self, other + self.plain, lambda wanted: _without_start(wanted, other))

    def count(self, part: str, *between: Any) -> Any:
        """How often a part is in the text: a text that has it so often is made of it and the first piece, or has it at
        its end; one that has it less often lacks the first ones."""
        text: str = self.plain
        parted = plain_of(part)
        piece, present = text.split(parted, maxsplit=1)[0] if parted else text, text.count(parted, *between)

        def of_pieces(wanted: int) -> str | None:
            return parted.join([piece] * (wanted + 1)) if 0 <= wanted < LONGEST_MADE else None

        def of_itself(wanted: int) -> str | None:
            if present <= wanted < LONGEST_MADE:
                return f"{text}{parted * (wanted - present)}"
            return text.replace(parted, "", present - wanted) if 0 <= wanted < present else None

        return reckoned(self, present, of_pieces, of_itself)

    def removeprefix(self, prefix: str) -> Any:
        """The text without its beginning, which comes before the wanted one."""
        start = len(prefix) if self.plain.startswith(plain_of(prefix)) else 0
        return piece_of(self, start, len(self.plain))

    def removesuffix(self, suffix: str) -> Any:
        """The text without its end, which comes behind the wanted one."""
        end = len(self.plain) - len(suffix) if suffix and self.plain.endswith(plain_of(suffix)) else len(self.plain)
        return piece_of(self, 0, end)


def _sought(name: str) -> Callable[..., Any]:
    """A method that tells where a part lies; one that is not there is wanted before it is told that."""
    method = getattr(str, name)

    def found(self: Any, part: str, *between: Any) -> Any:
        wanted_part = plain_of(part)
        if wanted_part not in self.plain:
            self.comparisons.note(self, self.plain + wanted_part)
        place = method(self.plain, wanted_part, *between)
        return reckoned(self, place, lambda wanted: "x" * wanted + wanted_part if wanted < LONGEST_MADE else None)

    return found


def _without_end(wanted: str, end: str) -> str | None:
    return wanted[: len(wanted) - len(end)] if wanted.endswith(end) else None


def _without_start(wanted: str, start: str) -> str | None:
    return wanted[len(start) :] if wanted.startswith(start) else None


for _name in ("lower", "upper", "casefold", "strip", "lstrip", "rstrip", "title", "capitalize"):
    setattr(TextProbe, _name, _unaltered(_name))
for _name in ("split", "rsplit", "partition", "rpartition", "splitlines"):
    setattr(TextProbe, _name, _pieces(_name))
for _name in ("find", "rfind", "index", "rindex"):
    setattr(TextProbe, _name, _sought(_name))
for _name in ("startswith", "__contains__", "endswith"):
    setattr(TextProbe, _name, _asking(_name, _name == "startswith"))

_EXAMPLES: Final[Mapping[str, Callable[[str], str]]] = {
    "isupper": lambda text: text.upper() if text.upper().isupper() else _repeated("A")(text),
    "islower": lambda text: text.lower() if text.lower().islower() else _repeated("a")(text),
    "istitle": lambda text: text.title() if text.title().istitle() else "A",
    **dict.fromkeys(("isalpha", "isidentifier"), _repeated("a")),
    **dict.fromkeys(("isalnum", "isdigit", "isdecimal", "isnumeric"), _repeated("7")),
    "isspace": _repeated(" "),
}
for _name, _example in _EXAMPLES.items():
    setattr(TextProbe, _name, _of_kind(_name, _example))


@compares
class _Octets(Probe, bytes):
    __hash__ = bytes.__hash__
    alike = bytes

    def decode(self, *coding: str) -> Any:
        """The bytes as a text."""
        return reckoned(self, self.plain.decode(*coding), lambda wanted: wanted.encode(*coding))

    def hex(self, *separator: Any) -> Any:
        """The bytes in digits."""
        return reckoned(self, self.plain.hex(*separator), bytes.fromhex)


class _String(TextProbe, str):
    __hash__ = str.__hash__


#: The classes of these probes, by the types of their values.
TEXTS: Final[dict[type, type[Probe]]] = {str: _String, bytes: _Octets}
