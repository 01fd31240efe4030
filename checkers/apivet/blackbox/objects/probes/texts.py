"""Probes for texts and bytes: parts and forms of one, and back."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from apivet.blackbox.limits import LONGEST_MADE
from apivet.blackbox.objects.probes.base import Probe, chained, compares, made, origins_of, plain_of, reckoned


def _unaltered(name: str) -> Callable[..., Any]:
    """A method of which the result is the text in another form: the wanted form is one of itself."""
    method = getattr(str, name)

    def changed(self: Any, *arguments: Any) -> Any:
        result = method(self.plain, *map(plain_of, arguments))
        return reckoned(
            self, result, lambda wanted: wanted if method(wanted, *map(plain_of, arguments)) == wanted else None
        )

    return changed


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
        return type(result)(_placed(self, result))

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
        yield _piece(text, start, after)


def _piece(text: Any, start: int, end: int) -> Any:
    before, behind = text.plain[:start], text.plain[end:]
    return reckoned(text, text.plain[start:end], lambda wanted: before + wanted + behind)


def _asking(name: str, at_start: bool) -> Callable[..., Any]:
    """A question about a part of the text: one that has it answers yes."""
    method = getattr(str, name)

    def question(self: Any, part: Any, *arguments: Any) -> Any:
        for each in part if isinstance(part, tuple) else (part,):
            if isinstance(each, str):
                wanted = plain_of(each)
                self.comparisons.note(self, wanted + self.plain if at_start else self.plain + wanted)
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
            return _piece(self, index, index + 1)
        if key == slice(None, None, -1):
            return reckoned(self, found, lambda wanted: wanted[::-1])
        start, end, step = key.indices(len(self.plain))
        return _piece(self, start, max(start, end)) if step == 1 else found

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
        """How often a part is in the text: a text that has it so often is made of it and the first piece."""
        text, parted = self.plain, plain_of(part)
        piece = text.split(parted)[0] if parted else text
        return reckoned(
            self,
            text.count(parted, *between),
            lambda wanted: parted.join([piece] * (wanted + 1)) if 0 <= wanted < LONGEST_MADE else None,
        )

    def removeprefix(self, prefix: str) -> Any:
        """The text without its beginning, which comes before the wanted one."""
        start = len(prefix) if self.plain.startswith(plain_of(prefix)) else 0
        return _piece(self, start, len(self.plain))

    def removesuffix(self, suffix: str) -> Any:
        """The text without its end, which comes behind the wanted one."""
        end = len(self.plain) - len(suffix) if suffix and self.plain.endswith(plain_of(suffix)) else len(self.plain)
        return _piece(self, 0, end)


def _without_end(wanted: str, end: str) -> str | None:
    return wanted[: len(wanted) - len(end)] if wanted.endswith(end) else None


def _without_start(wanted: str, start: str) -> str | None:
    return wanted[len(start) :] if wanted.startswith(start) else None


for _name in ("lower", "upper", "casefold", "strip", "lstrip", "rstrip", "title", "capitalize"):
    setattr(TextProbe, _name, _unaltered(_name))
for _name in ("split", "rsplit", "partition", "rpartition", "splitlines"):
    setattr(TextProbe, _name, _pieces(_name))
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


class _String(TextProbe, str):
    __hash__ = str.__hash__


#: The classes of these probes, by the types of their values.
TEXTS: Final[dict[type, type[Probe]]] = {str: _String, bytes: _Octets}
