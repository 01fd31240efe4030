"""Operations on texts, and texts that differ and are the same to code once it has done them."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from apivet.blackbox.limits import LONGEST_MADE
from apivet.blackbox.objects.matching import texts_matching
from apivet.blackbox.objects.paths import another
from apivet.blackbox.objects.resizing import resized

CASES: Final = frozenset(("lower", "casefold", "upper", "swapcase", "title", "capitalize"))
MARGINS: Final = frozenset(("strip", "lstrip", "rstrip", "split", "rsplit", "splitlines"))
PARTS: Final = frozenset(("split", "rsplit", "partition", "rpartition", "splitlines", "removeprefix", "removesuffix"))
SCRIPTS: Final = frozenset(("isascii", "encode", "normalize"))
#: Functions that take a text for a collection of its letters, or for no more than how many these are.
_OF_LETTERS: Final = frozenset(("sorted", "set", "frozenset", "Counter", "fromkeys", "len"))
_REPLACING: Final = frozenset(("sub", "subn"))
_PATHS: Final = (("a/b", "a/./b"),)
_NETWORKS: Final = (("10.0.0.1/24", "10.0.0.2/24"), ("10.0.0.0/24", "10.0.0.0/255.255.255.0"))
_ADDRESSES: Final = (("::1", "0:0:0:0:0:0:0:1"),)
_ENTRIES: Final = (("[1, 2]", "[1,2]"),)
#: Functions that read texts as something else, with pairs of texts that are the same then.
READINGS: Final[Mapping[str, Sequence[tuple[str, str]]]] = {
    **dict.fromkeys(("normpath", "abspath", "realpath", "Path", "PurePath", "PosixPath", "PurePosixPath"), _PATHS),
    **dict.fromkeys(("ip_network", "IPv4Network", "ip_interface"), _NETWORKS),
    **dict.fromkeys(("ip_address", "IPv6Address"), _ADDRESSES),
    **dict.fromkeys(("loads", "literal_eval", "safe_load"), _ENTRIES),
    **dict.fromkeys(("float", "Decimal"), (("7", "7.0"),)),
    **dict.fromkeys(("unquote", "unquote_plus"), (("a", "%61"),)),
    "int": (("7", "07"),),
    "Fraction": (("1/2", "2/4"),),
    "UUID": (("0" * 32, "00000000-0000-0000-0000-000000000000"),),
    "unescape": (("&", "&amp;"),),
    "fromisoformat": (("2020-01-02T00:00:00", "2020-01-02 00:00:00"),),
    "zfill": (("7", "07"),),
}
#: The names by which code does any of this.
NAMES: Final = frozenset((*CASES, *MARGINS, *PARTS, *SCRIPTS, *_OF_LETTERS, *_REPLACING, *READINGS, "replace"))


def texts_alike(
    value: str, names: Collection[str], texts: Sequence[str], numbers: Sequence[int]
) -> Iterator[tuple[str, str]]:
    """Pairs of texts, made from one, that differ, and that operations of these names may take for the same; with the
    texts and the numbers that stand beside them."""
    if not CASES.isdisjoint(names):
        yield value, value.swapcase()
    if not MARGINS.isdisjoint(names):
        yield from ((value, f"{value} "), (value, f" {value}"))
    if not (MARGINS | PARTS).isdisjoint(names):
        for text in texts:
            yield from ((value, f"{value}{text}"), (value, f"{text}{value}"))
            yield from ((value, f"{value}{text}x"), (value, f"x{text}{value}"))
    if not _OF_LETTERS.isdisjoint(names):
        yield from ((value, value[::-1]), (value, f"{value}{value[:1]}"))
    if "replace" in names:
        for one, other in itertools.pairwise(texts):
            yield value + one, value + other
    if not _REPLACING.isdisjoint(names):
        for text in texts:
            yield from ((value, f"{value}{found}") for found in texts_matching(text))
    if not SCRIPTS.isdisjoint(names):
        yield from ((value, f"{value}é"), (f"{value}é", f"{value}e\u0301"))
    if "[:]" in names:
        yield from ((value, f"~{value[1:]}"), (value, f"{value[:1]}~{value[2:]}"), (value, f"{value[:-1]}~"))
        for number in numbers:
            if 0 <= number <= LONGEST_MADE:
                long = resized(value, number)
                yield f"{long}a", f"{long}b"
                yield f"{value}{long}", f"{another(value[:1])}{value[1:]}{long}"
    for name, pairs in READINGS.items():
        yield from pairs if name in names else ()
