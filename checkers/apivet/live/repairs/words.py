"""Word classes: which values are meant by the words of a complaint. A table; each line is one class of values."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any, Final

from apivet.live.repairs.certificates import CERTIFICATE, REQUEST
from apivet.live.values import FORMATS, NAMESPACE, WORD, matching

#: Values by words. All lines that fit are tried, in this order.
CLASSES: Final[tuple[tuple[str, tuple[Any, ...]], ...]] = (
    (r"certificate (?:signing )?request", (REQUEST,)),
    (r"\bPEM\b|x\.?509|certificate", (CERTIFICATE,)),
    (r"\bCIDR\b|subnet|network address", ("10.0.0.0/24", "fd00::/64")),
    (r"\bIP(?:v4|v6)?(?: |-)?(?:address)?\b", ("10.0.0.1", "fd00::1")),
    (r"\bMAC address", ("02:00:00:00:00:01",)),
    (r"absolute(?: file)? path|absolute and|must (?:start|begin) with (?:a )?['\"]?/", ("/apivet", "/other")),
    (r"relative path|may not (?:start with|contain) ['\"]?(?:/|\.\.)", ("apivet",)),
    (r"\bURLs?\b|\bURIs?\b|scheme|https", ("https://apivet.example", "https://apivet.example/a")),
    (r"host ?name:port|host:port", ("apivet.example:443",)),
    (r"domain.{0,20}(?:/|prefix)|fully.qualified (?:resource|name).*prefix|name part.*prefix|domain-prefixed|"
     r"prefixed (?:path|name)|qualified name", ("apivet.example/apivet", "apivet.example/other")),
    (r"fully.qualified|at least (?:two|three) (?:segments|dots)|at least one dot|domain with",
     ("a.apivet.example", "b.apivet.example")),
    (r"wildcard", ("*.apivet.example",)),
    (r"host ?name|domain name", ("apivet.example",)),
    (r"DNS|RFC ?1123|RFC ?1035|lower.?case|label", ("apivet", "a.apivet.example")),
    (r"\bnamespace\b", (NAMESPACE,)),
    (r"IANA|service name|port name", ("apivet",)),
    (r"C_IDENTIFIER|identifier", ("apivet", "Apivet")),
    (r"semantic version|semver", ("1.0.0", "v1.0.0")),
    (r"API ?version.{0,40}\bgroup\b|group/version", ("apps/v1",)),
    (r"(?:API )?version", ("v1", "1.0.0")),
    (r"quantit(?:y|ies)|resource amount|bytes", ("1", "1Gi")),
    (r"duration", ("1h", "PT1H")),
    (r"cron|schedule|expected exactly 5 fields", ("0 0 * * *", "0 1 * * *")),
    (r"time ?zone", ("Etc/UTC", "Europe/Paris")),
    (r"percent", ("10%", 10)),
    (r"\.0{6}|micro ?(?:time|second)", FORMATS["micro-time"]),
    (r"RFC ?3339|date-?time|timestamp|\btime\b", ("2030-01-01T00:00:00Z",)),
    (r"\bdate\b", ("2030-01-01",)),
    (r"base64", ("YXBpdmV0",)),
    (r"e-?mail", ("a@apivet.example",)),
    (r"\bUUID|RFC ?4122", ("6ba7b810-9dad-41d1-80b4-00c04fd430c8",)),
    (r"\bJSON\b", ("{}", {})),
    (r"evaluate to (?:a )?bool|must (?:evaluate|return|be).{0,12}bool", ("true", True, "1 == 1")),
    (r"evaluate to (?:a )?string|must return (?:a )?string", ("'apivet'",)),
    (r"evaluate to (?:an? )?(?:int|number)", ("1",)),
    (r"evaluate to (?:an? )?object", ("Object{}", "{}")),
    (r"expression|compilation failed|\bCEL\b|syntax error", ("true", "'apivet'", "1", "1 == 1")),
    (r"regular expression|regexp?\b", (".*",)),
    (r"power of (?:two|2)", (2,)),
    (r"greater than (?:0|zero)|positive|more than (?:0|zero)|at least (?:1|one)\b", (1,)),
    (r"non-?negative|(?:greater than|at least) (?:or equal to )?(?:0|zero)", (0, 1)),
    (r"less than (?:or equal to )?(?:0|zero)|negative", (0, -1)),
    (r"must be (?:set to )?true|to be true", (True,)),
    (r"must be (?:set to )?false|to be false", (False,)),
    (r"\bport\b", (80,)),
    (r"\binteger|\bnumber|numeric|int(?:32|64)\b", (1,)),
    (r"\bboolean", (True, False)),
    (r"\bstring\b|\btext\b", ("apivet",)),
    (r"upper.?case", ("APIVET", "Apivet")),
    (r"alphanumeric|letters?|characters?", ("apivet", "a")),
    (r"\bkey=value", ("apivet=apivet",)),
)  # fmt: skip

_NUMBER: Final = r"(-?\d+(?:\.\d+)?)"
_BOUNDS: Final = (
    (rf"between {_NUMBER} and {_NUMBER}", 0),
    (rf"(?:in the range|in range|range:?) \[?{_NUMBER}", 0),
    (rf"greater than or equal to {_NUMBER}", 0),
    (rf"at least {_NUMBER}", 0),
    (rf"no less than {_NUMBER}", 0),
    (rf">= ?{_NUMBER}", 0),
    (rf"(?:greater|more|larger|higher) than {_NUMBER}", 1),
    (rf"> ?{_NUMBER}", 1),
    (rf"(?:less|smaller|lower) than or equal to {_NUMBER}", 0),
    (rf"at most {_NUMBER}", 0),
    (rf"no (?:more|greater) than {_NUMBER}", 0),
    (rf"<= ?{_NUMBER}", 0),
    (rf"(?:less|smaller|lower|fewer) than {_NUMBER}", -1),
    (rf"< ?{_NUMBER}", -1),
    (rf"multiple of {_NUMBER}", 0),
    (rf"must (?:be|equal) {_NUMBER}\b", 0),
)
#: Texts may be asked to have so many characters.
_LENGTHS: Final = (
    r"(?:size|length) (?:must|should|has to)? ?be between (\d{1,4}) and",
    r"(?:at least|minimum(?: length)? (?:is|of)|no (?:less|fewer) than|exactly|should be) (\d{1,4}) char",
    r"(?:size|length) (?:must|should|has to)? ?be (?:at least |greater than or equal to |exactly )?(\d{1,4})\b",
)
_TEXT: Final = r"(?:'[^']*'|\"[^\"]*\"|`[^`]*`)"
_EXAMPLES: Final = re.compile(
    rf"(?:e\.g\.|for example|such as|like|i\.e\.|of the form|format)[,:]? ((?:{_TEXT}(?:,? or |, )?)+)"
)
_PATTERN: Final = re.compile(
    r"(?:patterns?|regex\w*|regular expression|match(?:es|ing)?)\b[^'\"`]{0,40}"
    r"(?P<quote>['\"`])(?P<pattern>.+?)(?P=quote)(?:\)|$|[,. ])"
)
_QUOTED: Final = re.compile(r"'([^']*)'|\"((?:[^\"\\]|\\.)*)\"|`([^`]*)`")
_LISTED: Final = re.compile(
    r"(?:supported values|one of|permitted|valid (?:values|choices|options)(?: are)?|choices)[: (\[]+(.*)",
    re.DOTALL | re.IGNORECASE,
)
_AROUND: Final = "[]().,;{}'\""
_MOST_DESCRIBED: Final = 8
_PLAIN: Final = re.compile(r"[\w./:-]{1,60}")
#: ``(Normal, Warning)``
_IN_PARENTHESES: Final = re.compile(r"\(([\w.\"'`-]+(?:(?:, (?:or )?| or | ?\| ?)[\w.\"'`-]+)+)\)")


def quoted(text: str) -> tuple[str, ...]:
    """The texts in quotes of any kind."""
    return tuple(next(filter(None, each), "") for each in _QUOTED.findall(text))


def examples(detail: str) -> Iterator[str]:
    """The values that a complaint gives as examples."""
    for match in _EXAMPLES.finditer(detail):
        yield from (each for each in quoted(match[1]) if each)


def listed(detail: str, *, announced: bool = False) -> tuple[str, ...]:
    """The values that a complaint lists as the only ones: in quotes, else as words between commas. Only those that are
    ``announced`` as such, where that is asked for."""
    match = _LISTED.search(detail)
    if announced and not match:
        return ()
    told = match[1] if match else detail
    found = [each for each in quoted(told) if each]
    if found or not match:
        return tuple(found)
    words = re.split(r",\s*|\s+or\s+|\s+and\s+|\s+", told.strip(" []().{}"))
    return tuple(
        each.strip("[]().,;{}'\"") for each in words if re.fullmatch(r"[\w./:-]{1,80}", each.strip("[]().,;{}'\""))
    )


def described(description: str) -> Iterator[str]:
    """The first values that a field's description lists in parentheses, or has in quotes."""
    lists = (re.split(r",\s*(?:or\s+)?|\s*\|\s*|\s+or\s+", match[1]) for match in _IN_PARENTHESES.finditer(description))
    told = (each.strip(_AROUND) for each in itertools.chain(*lists, quoted(description)))
    yield from itertools.islice((each for each in told if _PLAIN.fullmatch(each)), _MOST_DESCRIBED)


def bounds(detail: str) -> Iterator[int | float]:
    """The numbers at the limits that a complaint names, on the side that is allowed."""
    for words, step in _BOUNDS:
        for match in re.finditer(words, detail, re.IGNORECASE):
            for number in match.groups():
                value = float(number[:15]) + step
                yield int(value) if value == int(value) else value


def lengths(detail: str) -> Iterator[str]:
    """Texts of the lengths that a complaint asks for."""
    for words in _LENGTHS:
        for match in re.finditer(words, detail, re.IGNORECASE):
            length = int(match[1])
            yield (WORD * (length // len(WORD) + 1))[:length]


def patterned(detail: str) -> Iterator[str]:
    """Texts that match the patterns that a complaint names."""
    for match in _PATTERN.finditer(detail):
        yield from matching(match["pattern"])


def by_class(detail: str) -> Iterator[Any]:
    """The values that the words of a complaint stand for."""
    for words, values in CLASSES:
        if re.search(words, detail, re.IGNORECASE):
            yield from values
