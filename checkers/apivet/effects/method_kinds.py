"""Kinds of what the methods of texts, bytes, numbers and moments give: none of them gives ``None``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

NUMBER, TEXT, BYTES, DATE, LIST, TUPLE = "number", "text", "bytes", "date", "list", "tuple"
MOMENT, DAY, TIME, SPAN = "datetime.datetime", "datetime.date", "datetime.time", "datetime.timedelta"
DECIMAL, UUID = "decimal.Decimal", "uuid.UUID"
_OF_TEXTS: Final = (
    *("capitalize", "casefold", "center", "expandtabs", "format", "format_map", "join", "ljust", "lower", "lstrip"),
    *("removeprefix", "removesuffix", "replace", "rjust", "rstrip", "strip", "swapcase", "title", "translate", "upper"),
    "zfill",
)


def _rows() -> Iterator[tuple[Iterable[str], Iterable[str], str]]:
    """The methods, the families of what they belong to, and the family of what they give."""
    yield _OF_TEXTS, (TEXT,), TEXT
    yield ("count", "find", "index", "rfind", "rindex"), (TEXT, BYTES), NUMBER
    yield ("split", "rsplit", "splitlines"), (TEXT, BYTES), LIST
    yield ("partition", "rpartition"), (TEXT, BYTES), TUPLE
    yield ("encode",), (TEXT,), BYTES
    yield ("decode",), (BYTES,), TEXT
    yield ("hex",), (BYTES, NUMBER), TEXT
    yield ("isoformat", "strftime"), (DATE, TIME), TEXT
    yield ("ctime",), (DATE,), TEXT
    yield ("timestamp", "toordinal", "weekday", "isoweekday"), (DATE,), NUMBER
    yield ("date", "astimezone", "replace"), (DATE,), DATE
    yield ("time", "timetz"), (DATE,), TIME
    yield ("replace",), (TIME,), TIME
    yield ("total_seconds",), (SPAN,), NUMBER


#: The family of what a method gives, by its name in what is computed and the family of what it belongs to.
GIVEN: Final = {
    (f".{name}()", family): given for names, families, given in _rows() for name in names for family in families
}
#: Families of values of which none is empty or zero, and methods that give no empty ones.
NEVER_FALSE: Final = frozenset((DATE, TIME, UUID))
GIVING_SOME: Final = frozenset((".isoformat()", ".ctime()", ".partition()", ".rpartition()"))
#: Methods that give texts of one form.
TEXTS_OF_MOMENTS: Final = frozenset((".isoformat()", ".strftime()", ".ctime()"))
#: Operations that tell how a value is written: what it is in the zone of a moment, and the sign of a zero.
TELLING_FORMS: Final = (
    "math.copysign",
    *(f".{name}()" for name in ("isoformat", "strftime", "ctime", "date", "time", "timetz", "weekday", "isoweekday")),
    *(f".{name}()" for name in ("isocalendar", "toordinal", "timetuple", "utcoffset", "tzname", "replace", "as_tuple")),
)
