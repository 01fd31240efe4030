"""Operations of code on a value before it compares it, and values that it then takes for one:
``obj.spec.host.lower()`` is the same of two texts that differ. The operations are read off a function's code, with
the constants beside them."""

from __future__ import annotations

import contextlib
import datetime
import dis
import functools
import hashlib
import itertools
import math
import types
import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from apivet.blackbox.limits import JOINED_TEXTS, LONGEST_MADE
from apivet.blackbox.objects.access import is_a
from apivet.blackbox.objects.paths import leaf_places, value_at, with_value_at
from apivet.blackbox.objects.rebuilding import plain_form, restored
from apivet.blackbox.objects.resizing import resized
from apivet.blackbox.project.machine import LONG_AGO
from apivet.blackbox.project.scalar_operations import ENCODINGS, FIELDS, MOMENTS, TEXTS, WEEKDAYS, WHOLE, scalars_alike
from apivet.blackbox.project.text_operations import CASES, MARGINS, NAMES, PARTS, texts_alike

_LIMITING: Final = frozenset(("min", "max"))
_ENDS: Final = frozenset(("isinf", "isfinite"))
#: Questions about spans, and the unit of each.
_DURATIONS: Final = {"total_seconds": "seconds", "seconds": "seconds", "days": "days"}
_PRESENT: Final = frozenset(("now", "utcnow", "today"))
_SETS: Final = frozenset(("set", "frozenset", "Counter", "fromkeys"))
_BEGINNINGS: Final = frozenset(("startswith", "endswith"))
_ORDERS: Final = frozenset(("items", "keys", "values", "list", "tuple", "repr", "str")) | ENCODINGS
_ASKED: Final[Mapping[str, str]] = {
    "isupper": "UPPER",
    "islower": "lower",
    "isdigit": "7",
    "isdecimal": "7",
    "isnumeric": "7",
    "isalpha": "abc",
    "isspace": " ",
    "isidentifier": "abc",
    "istitle": "Abc",
    "isalnum": "a1",
    "isprintable": "\n",
}
#: Functions that make of a text what looks like chance, and texts among which those are looked for that tell its
#: digits apart.
_DIGESTS: Final = frozenset(("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake2b", "blake2s", "crc32"))
_SPREAD: Final = 200
_NAMED: Final = frozenset(
    (*NAMES, *WHOLE, *MOMENTS, *_SETS, *_ORDERS, *_ASKED, *_BEGINNINGS, *_ENDS)
    + ("get", "pop", "setdefault", "abs", "sum", "count", "filter", "sort")
    + (*FIELDS, *WEEKDAYS, *_DURATIONS, *_PRESENT, *_DIGESTS, *_LIMITING)
    + ("tzinfo", "utcoffset", "join", "isclose", *TEXTS, *ENCODINGS)
)
#: Instructions that put containers together one by one, and may leave something out.
_COLLECTING: Final = frozenset(("LIST_APPEND", "SET_ADD", "MAP_ADD", "YIELD_VALUE"))
#: Operations by which a mapping comes to lack a key that is written out.
_LEAVING_OUT: Final = frozenset(("pop", "del", "collects"))
#: Instructions that put all of one container into another (``[*lids]``, ``{**lids}``), and what that does to it.
_SPREADING: Final = {"LIST_EXTEND": "list", "SET_UPDATE": "set", "DICT_UPDATE": "merges"}
#: Operators that make a difference, and what Python 3.10 calls the instructions of all that reckon.
_OPERATORS: Final = frozenset(("&", "|", "%", "//", ">>", "in", "[]", "-", "+", "*", "**"))
_RECKONING: Final[Mapping[str, str]] = {
    "ADD": "+",
    "SUBTRACT": "-",
    "MULTIPLY": "*",
    "TRUE_DIVIDE": "/",
    "FLOOR_DIVIDE": "//",
    "MODULO": "%",
    "POWER": "**",
    "MATRIX_MULTIPLY": "@",
    "LSHIFT": "<<",
    "RSHIFT": ">>",
    "AND": "&",
    "OR": "|",
    "XOR": "^",
}
#: Instructions that make a list, a set or a mapping of constants, each with the number of them for an item.
_ROWS: Final[Mapping[str, int]] = {"BUILD_LIST": 1, "BUILD_SET": 1, "BUILD_MAP": 2, "BUILD_CONST_KEY_MAP": 1}
#: Pieces of the longest text that is put together of equal ones.
_PIECES: Final = 20
#: Numbers of a function that are reckoned with.
_RECKONED: Final = 6
_TABLES: Final = frozenset(("BUILD_MAP", "BUILD_CONST_KEY_MAP"))
_PAIR: Final = 2
#: Pieces of code whose instructions are remembered.
_CODES: Final = 512


class Operations(Struct, frozen=True):
    """The doings of a function: the operations, and the numbers and the texts that it mentions."""

    names: frozenset[str]
    numbers: tuple[int, ...]
    texts: tuple[str, ...]
    #: The values that stand written out as a list, a tuple or a set each.
    rows: tuple[tuple[Any, ...], ...] = ()

    # ------------------------------------------------------------------------------------------ what they take for one

    def alike(self, value: Any) -> Iterator[tuple[Any, Any]]:
        """Pairs of values, made from one, that differ, and that the operations may take for the same."""
        pairs = ((restored(value, one), restored(value, other)) for one, other in self._alike(plain_form(value)))
        yield from (pair for pair in pairs if None not in pair)

    def _alike(self, value: Any) -> Iterator[tuple[Any, Any]]:
        if type(value) is str:
            yield from texts_alike(value, self.names, self.texts, self.numbers)
        elif type(value) in (int, float):
            yield from self._numbers_alike(value)
        elif type(value) is list:
            yield from self._lists_alike(value)
        elif type(value) is dict:
            yield from self._tables_alike(value)
        yield from scalars_alike(value, self.names, self.numbers)

    def _numbers_alike(self, value: Any) -> Iterator[tuple[Any, Any]]:
        names, kind = self.names, type(value)
        if names & {"abs", "-", "*", "**"}:
            yield value, -value
        if names & _LIMITING:
            yield from ((kind(number), kind(number + step)) for number in self.numbers for step in (1, -1))
        for number in self.numbers if type(value) is int else ():
            if number <= 1 and ">>" not in names:
                continue
            if "&" in names:
                yield value, value ^ (1 << number.bit_length())
            if "%" in names:
                yield value, value + number
            if "//" in names:
                yield value // number * number, value // number * number + 1
            if ">>" in names and 0 < number < 64:
                yield value >> number << number, (value >> number << number) + 1

    def _lists_alike(self, value: list[Any]) -> Iterator[tuple[Any, Any]]:
        if not value:
            return
        if self.names & (_SETS | {"sorted"}):
            yield value, value[::-1]
        if self.names & _SETS:
            yield value, [*value, value[0]]
            yield value[:1], [value[0], value[0]]
        if self.names & {"sort", "sorted"}:
            yield from ((twins, twins[::-1]) for twins in _alike_in_one_field(value))
        if "collects" in self.names and type(value[0]) in (str, int, float):
            yield value, [*value, type(value[0])()]
        if "-" in self.names and type(value[0]) is str:  # of sets, say
            yield from ((value, [*value, text]) for text in self.texts[:JOINED_TEXTS])
        if "sum" in self.names and len(value) > 1:
            yield from ((value, [one, other, *value[2:]]) for one, other in _shifted(value[0], value[1]))
        for text in self.texts if self.names & _BEGINNINGS and type(value[0]) is str else ():
            yield from ((value, [*value, f"{text}{value[0]}"]), (value, [*value, f"{value[0]}{text}"]))
        if "[:]" in self.names:
            for number in self.numbers:
                if 0 <= number <= LONGEST_MADE and len(value) <= number + 1:
                    long = resized(value, number)
                    yield long, resized(long, number + 1)
        for part in (pair for item in value[:1] for pair in self.alike(item) if type(item) is str):
            yield [part[0], *value[1:]], [part[1], *value[1:]]

    def _tables_alike(self, value: dict[Any, Any]) -> Iterator[tuple[Any, Any]]:
        if self.names & (_ORDERS | {"collects"}) and len(value) > 1:
            yield value, dict(reversed(value.items()))
            yield value, dict(zip(value, reversed(value.values())))
        if not value or not all(type(key) is str for key in value):
            return
        (key, item), *rest = value.items()
        for text in self.texts if self.names & _BEGINNINGS else ():
            yield from ((value, {**value, f"{text}{key}": item}), (value, {**value, f"{key}{text}": item}))
        if self.puts_texts_together and type(item) is str and item:
            yield value, {f"{key}{item[:1]}": item[1:], **dict(rest)}
        for one, other in texts_alike(key, self.names, self.texts, self.numbers):
            yield {one: item, **dict(rest)}, {other: item, **dict(rest)}
        if "collects" in self.names and type(item) in (str, int, float):
            yield value, {**value, f"{key}-other": type(item)()}
        if self.names & _LEAVING_OUT:
            yield from ((value, {**value, text: item}) for text in self.texts[:JOINED_TEXTS])

    @property
    def puts_texts_together(self) -> bool:
        """Whether it makes one text of several: ``f"{host}{port}"``, ``"/".join(parts)``, ``"%s-%s" % parts``."""
        return bool(self.names & {"join", "format"}) or ("%" in self.names and any("%" in text for text in self.texts))

    # --------------------------------------------------------------------------------------------- what they ask about

    def telling(self, value: Any) -> Iterator[Any]:
        """Values for which an answer is likely to be another one."""
        found = (restored(value, each) for each in self._telling(plain_form(value)))
        yield from (each for each in found if each is not None)

    def _telling(self, value: Any) -> Iterator[Any]:
        if type(value) is str:
            yield from self._telling_texts(value)
        elif type(value) is int:
            yield from self._reckoned()
            yield from (-value,) if "abs" in self.names else ()
        elif type(value) is float:
            yield from (-value,) if "abs" in self.names else ()
            yield from (float(int(value)),) if self.names & WHOLE else ()
            yield from (math.inf,) if self.names & _ENDS else ()
        elif type(value) is bytes and "len" in self.names:
            yield from (resized(value, size) for size in self._sizes())
        elif isinstance(value, (datetime.date, datetime.time)):
            yield from self._moments(value)
        elif type(value) is datetime.timedelta:
            for unit in dict.fromkeys(unit for name, unit in _DURATIONS.items() if name in self.names):
                yield from self._durations(unit)
        elif type(value) is list and value:
            yield from self._telling_lists(value)
        elif type(value) is dict and value and all(type(key) is str for key in value):
            yield from (resized(value, size) for size in (self._sizes() if "len" in self.names else ()))
            if self.names & (_ORDERS | {"sorted"}) and len(value) > 1:
                ordered = sorted(value.items())
                yield from (dict(ordered), dict(reversed(ordered)))
            item = next(iter(value.values()))
            entries = (row for row in self.rows if all(type(each) is tuple and len(each) == _PAIR for each in row))
            yield from (dict(row) for row in entries)
            yield from ({**value, text: other} for text in self.texts[:JOINED_TEXTS] for other in self._entries(item))
            yield from ({text: item} for text in (self.texts[:JOINED_TEXTS] if self.names & _LEAVING_OUT else ()))

    def _telling_texts(self, value: str) -> Iterator[str]:
        yield from (text for name, text in _ASKED.items() if name in self.names)
        if "isascii" in self.names:
            yield f"{value}é"
        if "normalize" in self.names:
            yield f"{value}e\u0301"
        if self.names & MARGINS:
            yield from (f"{value} ", f" {value}", " ")
        if self.names & CASES:
            yield from (value.swapcase(), *(text.swapcase() for text in self.texts))
        yield from self._put_together()
        for name in sorted(_DIGESTS & self.names):
            yield from _spread(value, name)
        if "fromisoformat" in self.names:
            yield from (LONG_AGO.isoformat(), datetime.datetime.fromtimestamp(LONG_AGO.timestamp()).isoformat())
        if "[:]" in self.names:
            yield value + value[::-1]
        if "len" in self.names:
            yield from (resized(value, size) for size in self._sizes())
        if "count" in self.names:
            yield from (
                f"x{text * size}" for text in self.texts[:4] if text for size in self._sizes() if size < _PIECES
            )

    def _telling_lists(self, value: list[Any]) -> Iterator[list[Any]]:
        yield from (list(row) for row in self.rows if type(row[0]) is type(value[0]))
        yield from (one for row in self.rows for one in _of_texts(value[0], row))
        if "sorted" in self.names:
            yield value[::-1]
        if "[:]" in self.names:
            yield value + value[::-1]
        if self.names & _SETS:
            yield [*value, value[0]]
        if self.names & {"len", "[:]"}:
            yield from (resized(value, size) for size in self._sizes())
        if "count" in self.names and type(value[0]) is str:
            sizes = [size for size in self._sizes() if size < _PIECES]
            yield from ([*value, *[text] * size] for text in self.texts[:JOINED_TEXTS] for size in sizes)
        if "sum" in self.names:
            yield from (part for number in self.numbers for part in _counted(value[0], number))

    def _entries(self, item: Any) -> Iterator[Any]:
        """Values for a key that the code may look for: as others are, with a number in one place, or of other types,
        where the mapping takes these."""
        yield item
        for number in self.numbers[:JOINED_TEXTS]:
            yield from (part for (part,) in _counted(item, number))
        if type(item) is str:
            yield from (True, *self.numbers[:JOINED_TEXTS], *self.texts[:JOINED_TEXTS], *self._put_together())
            inner = self.texts[:JOINED_TEXTS]
            yield from ({one: other} for one in inner for other in (True, *inner) if one != other)

    def _reckoned(self) -> Iterator[int]:
        """Numbers of which the code makes one that it mentions, or of whose digits it takes some."""
        if "&" in self.names:
            yield from (1 << number.bit_length() for number in self.numbers)
        for one, other in itertools.permutations(self.numbers[:_RECKONED], 2):
            if "*" in self.names and other and one % other == 0:
                yield one // other
            if "+" in self.names:
                yield one - other
            if "-" in self.names:
                yield one + other
            if "//" in self.names:
                yield one * other

    def _moments(self, value: Any) -> Iterator[Any]:
        """The moment with another part that the code asks for; in other zones, long ago, and in days to come."""
        for name in FIELDS:
            for number in self.numbers if name in self.names and hasattr(value, name) else ():
                for near in (number, number + 1, number - 1):
                    with contextlib.suppress(ValueError):
                        yield value.replace(**{name: near})
        if not isinstance(value, datetime.date):
            return
        if self.names & WEEKDAYS:
            yield from (value + datetime.timedelta(days=days) for days in range(1, 7))
        if self.names & _PRESENT:
            yield from (value.replace(year=1975), value.replace(year=2975))
        if isinstance(value, datetime.datetime) and self.names & {"tzinfo", "utcoffset"}:
            yield value.replace(tzinfo=None)
            yield value.replace(tzinfo=datetime.timezone(datetime.timedelta(hours=5)))

    def _durations(self, unit: str) -> Iterator[datetime.timedelta]:
        for number in self.numbers:
            with contextlib.suppress(OverflowError):
                yield from (datetime.timedelta(**{unit: number + step}) for step in (0, 1, -1))

    def _put_together(self) -> Iterator[str]:
        """Texts of which the parts are what the code speaks of: those that it takes apart, reads as numbers, or as
        JSON."""
        texts = self.texts[:JOINED_TEXTS]
        if "loads" in self.names:
            yield from (f'{{"{text}": {item}}}' for text in texts for item in ("true", '"x"') if text.isprintable())
        if "int" in self.names:
            yield from (str(number + step) for number in self.numbers[:JOINED_TEXTS] for step in (1, 0))
        if "[:]" in self.names:
            yield from (f"{'x' * size}{text}" for text in texts for size in self.numbers if size < _PIECES)
            yield from (f"{text}x" for text in texts)
        if self.names & _BEGINNINGS:
            yield from (f"{one}-{other}" for one in texts for other in texts if one != other)
        # Texts are taken apart where there is something that is no word, if there is such.
        words = [text for text in texts if any(map(str.isalnum, text))]
        for separator in [text for text in texts if text not in words] or texts if self.names & PARTS else ():
            others = [text for text in words or texts if text != separator]
            for size in self._sizes() if "len" in self.names else ():
                yield from (separator.join([text] * size) for text in ("x", *others) if size < _PIECES)
            for text in others:
                yield from (f"x{separator}{text}", f"{text}{separator}x", f"x{separator}{text}{separator}x")
            yield separator.join(others)
            yield from (separator.join(pair) for pair in itertools.permutations(others, 2))

    def _sizes(self) -> list[int]:
        near = (number + step for number in self.numbers for step in (1, 0, -1))
        return [size for size in dict.fromkeys(near) if 0 < size <= LONGEST_MADE]


def _spread(value: str, digest: str) -> Iterator[str]:
    """Texts made from one, whose digests begin with each digit that there is, or end with it."""
    known: set[tuple[int, str]] = set()
    for number in range(_SPREAD):
        text = f"{value}{number}"
        data = text.encode(errors="replace")
        made = f"{zlib.crc32(data):08x}" if digest == "crc32" else hashlib.new(digest, data).hexdigest()
        if not known.issuperset(enumerate(made[:: len(made) - 1])):
            known.update(enumerate(made[:: len(made) - 1]))
            yield text


def _counted(item: Any, number: int) -> Iterator[list[Any]]:
    """Lists of one element, of which a number is this one."""
    for steps, value in leaf_places(item, ()):
        if type(value) is int:
            yield [with_value_at(item, steps, number)]


def _of_texts(item: Any, row: tuple[Any, ...]) -> Iterator[list[Any]]:
    """Lists of as many elements, in each of which a text is one of these."""
    for steps, value in leaf_places(item, ()):
        if steps and type(value) is type(row[0]) is str:
            yield [with_value_at(item, steps, text) for text in row]


def _shifted(one: Any, other: Any) -> Iterator[tuple[Any, Any]]:
    """Two elements of which a number of the one is larger by as much as that of the other is smaller."""
    for steps, value in leaf_places(one, ()):
        there = value_at(other, steps)
        if type(value) in (int, float) and type(there) is type(value):
            yield with_value_at(one, steps, value + 1), with_value_at(other, steps, there - 1)


def _alike_in_one_field(value: list[Any]) -> Iterator[list[Any]]:
    """Lists of two objects that share what one of their fields holds: in order by that one, they stay as they are."""
    for steps, held in leaf_places(value[0], ()) if len(value) > 1 else ():
        if steps and type(value_at(value[1], steps)) is type(held):
            yield [value[0], with_value_at(value[1], steps, held)]


def operations_in(code: types.CodeType, scope: Mapping[str, Any]) -> Operations | None:
    """The operations of some code and of what stands inside of it; ``None`` where there are none."""
    names: set[str] = set()
    constants: list[Any] = []
    listed: list[Any] = []
    rows_found: list[tuple[Any, ...]] = []
    loops = False
    for inner in codes_in(code):
        for instruction in instructions_of(inner):
            name = instruction.opname
            value: Any = instruction.argval
            if name in ("BINARY_SLICE", "BUILD_SLICE") or (name == "LOAD_CONST" and isinstance(value, slice)):
                names.add("[:]")
            loops = loops or name == "FOR_ITER"
            if name in _COLLECTING:
                names.update(("collects", "set") if name == "SET_ADD" else ("collects",))
            names.update(_OPERATORS.intersection((operator_of(instruction),)))
            names.update(("-",) if name == "UNARY_NEGATIVE" else ())
            names.update(("del",) if name == "DELETE_SUBSCR" else ())
            names.update(("join",) if name == "BUILD_STRING" else ())
            names.update((_SPREADING[name],) if name in _SPREADING and not listed else ())
            names.update(("format",) if name.startswith("FORMAT_") else ())
            if name == "LOAD_CONST":
                constants += _scalars(value)
                listed.append(value)
                if isinstance(value, (tuple, frozenset)) and value:
                    rows_found.append(value if type(value) is tuple else tuple(sorted(value, key=repr)))
            else:
                names.update(("dict",) if name in _TABLES and listed else ())
                rows_found += _row_built(instruction, listed)
                listed.clear()
            if name == "LOAD_GLOBAL":
                constants += _scalars(scope.get(value))
                names.update(("id",) if value == "id" else ())
        names.update(_NAMED.intersection(inner.co_names))
    if loops and 1 in constants and names & {"sum", "+"}:
        names.add("len")  # what is gone through is counted, one by one
    if not names:
        return None
    rows = dict.fromkeys(each for each in rows_found if len(each) <= LONGEST_MADE and len(set(map(type, each))) == 1)
    numbers = dict.fromkeys(each for each in constants if type(each) is int and each >= 0)
    told = (each.decode("ascii", "ignore") if type(each) is bytes else each for each in constants)
    texts = dict.fromkeys(each for each in told if type(each) is str and each)
    return Operations(frozenset(names), tuple(numbers), tuple(texts), tuple(rows))


def _row_built(instruction: dis.Instruction, listed: list[Any]) -> Iterator[tuple[Any, ...]]:
    """The row that an instruction makes of the constants right before it; of a mapping, its entries."""
    name = instruction.opname
    number = int(instruction.argval) if name in _ROWS else 0
    needed = number * _ROWS.get(name, 0) + (name == "BUILD_CONST_KEY_MAP")
    if not number or len(listed) < needed:
        return
    taken = listed[-needed:]
    if name == "BUILD_CONST_KEY_MAP":
        yield tuple(zip(taken[-1], taken))
    elif name == "BUILD_MAP":
        yield tuple(zip(taken[::2], taken[1::2]))
    else:
        yield tuple(taken)


def operator_of(instruction: dis.Instruction) -> str:
    """The operator of an instruction; nothing where it has none. ``a += b`` reckons as ``a + b`` does."""
    name = instruction.opname
    if name == "BINARY_OP":
        return instruction.argrepr.removesuffix("=")
    if name == "CONTAINS_OP":
        return "in"
    kind, _, operation = name.partition("_")
    if name == "BINARY_SUBSCR":
        return "[]"
    return _RECKONING.get(operation, "") if kind in ("BINARY", "INPLACE") else ""


@functools.lru_cache(maxsize=_CODES)
def instructions_of(code: types.CodeType) -> tuple[dis.Instruction, ...]:
    """The instructions of some code, of which more than one thing is asked."""
    return tuple(dis.get_instructions(code))


def codes_in(code: types.CodeType) -> Iterator[types.CodeType]:
    """The code of a function, and that of all functions and comprehensions inside of it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from codes_in(constant)


def _scalars(value: Any) -> Iterable[Any]:
    if is_a(value, slice):
        return [each for each in (value.start, value.stop) if each is not None]
    return value if is_a(value, (tuple, frozenset)) else [value]
