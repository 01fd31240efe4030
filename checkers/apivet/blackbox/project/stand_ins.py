"""Functions, classes and patterns that forget a probe: those that are written in C take its value alone, and what they
return is none. While a hook is called on probes, others stand in their places, which know the way back."""

from __future__ import annotations

import base64
import binascii
import builtins
import collections
import contextlib
import html
import math
import re
import statistics
import types
import urllib.parse
from collections.abc import Callable, Collection, Iterator
from typing import Any, Final

from apivet.blackbox.objects.access import is_a
from apivet.blackbox.objects.probes.base import Back, Probe, plain_of, reckoned
from apivet.blackbox.objects.probes.classes import Counted, FloatingNumber, WholeNumber
from apivet.blackbox.objects.probes.matches import PatternProbe
from apivet.blackbox.objects.resizing import resized
from apivet.blackbox.project.operations import codes_in

_NOTHING: Final = object()
#: As it is before another one stands in its place.
_compile: Final = re.compile
#: The namespace, the name, and the function, class or pattern that is meant by it.
Place = tuple[dict[str, Any], str, Any]


def _standing_in(function: Callable[..., Any], back: Callable[[Any], Back]) -> Callable[..., Any]:
    def stand_in(*arguments: Any, **named: Any) -> Any:
        first = arguments[0] if arguments else None
        given = map(plain_of, arguments) if function is not len else arguments
        result = function(*given, **named)
        return reckoned(first, result, back(first.plain)) if isinstance(first, Probe) else result

    return stand_in


def _asking(function: Callable[..., Any], example: float) -> Callable[..., Any]:
    def stand_in(value: Any) -> Any:
        if isinstance(value, Probe):
            value.comparisons.note(value, example)
        return function(plain_of(value))

    return stand_in


def _compiled(pattern: Any, flags: int = 0) -> PatternProbe:
    return pattern if type(pattern) is PatternProbe else PatternProbe(_compile(pattern, flags))


def _matching(name: str) -> Callable[..., Any]:
    return lambda pattern, string, flags=0: getattr(_compiled(pattern, flags), name)(string)


def _way_back(inverse: Callable[[Any], Any]) -> Callable[[Any], Back]:
    return lambda value: inverse


#: The functions that do so, and for a value, the way back from a wanted result.
_FORGETTING: Final[tuple[tuple[Callable[..., Any], Callable[[Any], Back]], ...]] = (
    (len, lambda value: lambda wanted: resized(value, wanted)),
    (ord, _way_back(chr)),
    (chr, _way_back(ord)),
    (hex, _way_back(lambda wanted: int(wanted, 16))),
    (oct, _way_back(lambda wanted: int(wanted, 8))),
    (bin, _way_back(lambda wanted: int(wanted, 2))),
    (math.sqrt, _way_back(lambda wanted: wanted**2)),
    (math.exp, _way_back(math.log)),
    (math.log, _way_back(math.exp)),
    (math.log2, _way_back(lambda wanted: 2**wanted)),
    (math.log10, _way_back(lambda wanted: 10**wanted)),
    (base64.b64encode, _way_back(base64.b64decode)),
    (base64.b64decode, _way_back(lambda wanted: base64.b64encode(wanted).decode())),
    (base64.urlsafe_b64encode, _way_back(base64.urlsafe_b64decode)),
    (binascii.hexlify, _way_back(binascii.unhexlify)),
    (urllib.parse.quote, _way_back(urllib.parse.unquote)),
    (urllib.parse.unquote, _way_back(urllib.parse.quote)),
    (html.escape, _way_back(html.unescape)),
    (html.unescape, _way_back(html.escape)),
    *(
        (average, lambda value: lambda wanted: [wanted] * len(value))
        for average in (statistics.mean, statistics.fmean, statistics.median, statistics.mode)
    ),
)
#: Functions that ask something of a value, each with an example of which it is so, or of which it is not so.
_ASKING: Final[tuple[tuple[Callable[..., Any], float], ...]] = (
    (math.isnan, math.nan),
    (math.isinf, math.inf),
    (math.isfinite, math.nan),
)
_STAND_INS: Final[dict[Any, Any]] = {
    int: WholeNumber,
    float: FloatingNumber,
    collections.Counter: Counted,
    re.compile: _compiled,
    **{getattr(re, name): _matching(name) for name in ("match", "fullmatch", "search")},
    **{function: _standing_in(function, back) for function, back in _FORGETTING},
    **{function: _asking(function, example) for function, example in _ASKING},
}


@contextlib.contextmanager
def standing_in(places: Collection[Place]) -> Iterator[None]:
    """Have them stand in there for a while."""
    replaced = [(names, name, names.get(name, _NOTHING)) for names, name, _ in places]
    for names, name, function in places:
        names[name] = _stand_in_for(function)
    try:
        yield
    finally:
        for names, name, before in replaced:
            if before is _NOTHING:
                names.pop(name, None)
            else:
                names[name] = before


def places_in(function: types.FunctionType) -> Iterator[Place]:
    """The places in which a function of the project finds such functions by their names: its globals, where those of
    the language can be put, too, and modules of libraries."""
    scope = function.__globals__
    mentioned = {name for code in codes_in(function.__code__) for name in code.co_names}
    for name in sorted(mentioned):
        value = scope.get(name, getattr(builtins, name, None))
        if is_a(value, types.ModuleType):
            inner = ((each, vars(value).get(each)) for each in sorted(mentioned))
            yield from ((vars(value), each, found) for each, found in inner if _stand_in_for(found) is not None)
        elif _stand_in_for(value) is not None:
            yield scope, name, value


def _stand_in_for(value: Any) -> Any:
    """The stand-in for a function, a class or a pattern, if it has one."""
    if type(value) is re.Pattern:
        return PatternProbe(value)
    is_known = type(value) is type or is_a(value, (types.FunctionType, types.BuiltinFunctionType))
    return _STAND_INS.get(value) if is_known else None
