"""Facts about a tree that are needed before one file can be judged: plain data, cheap to send to a worker."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from apivet.golang.modules import Module

#: Words in a line by which the bytes of a file tell that it may hold something, by the names of the marks; a plain
#: search for the first ones is all that most files cost.
_MARKS: Final = {
    "hooks": (
        (b"PrepareFor", b"GetResetFields", b"Strategy struct"),
        re.compile(rb"\bPrepareFor(?:Create|Update)\b|\bGetResetFields|Strategy struct\b"),
    ),
    "tags": (
        (b"eatureGate=", b"ifEnabled("),
        re.compile(rb"^[ \t]*//\s*\+(?:k8s:)?(?:featureGate=|ifEnabled\()", re.MULTILINE),
    ),
    "registers": (
        (b"AddKnownType", b".Register("),
        re.compile(rb"\bAddKnownType(?:s|WithName)\b|\.Register\(\s*(?:&|new\()"),
    ),
    "converts": ((b"Convert_",), re.compile(rb"\bfunc\b[^(\n]*\bConvert_")),
    "objects": (
        (b"ObjectMeta",),
        re.compile(rb"(?:^|[{;])[ \t]*(?:\w+[ \t]+)?(?:\w+\.)?ObjectMeta[ \t]*(?:[`;}]|/[/*]|\r?$)", re.MULTILINE),
    ),
    "gates": ((b"VersionedSpecs", b"FeatureSpec"), re.compile(rb"\b(?:VersionedSpecs|FeatureSpec)\b")),
    "asks": ((b".Enabled(",), re.compile(rb"\.Enabled\([\w.]+\)")),
    "stores": ((b"pdateStrategy", b"reateStrategy"), re.compile(rb"\b(?:[Uu]pdate|[Cc]reate)Strategy\b")),
    "supports": (
        (b"-gen=",),
        re.compile(rb"^//\s*\+k8s:(?:deepcopy|defaulter|validation)-gen=", re.MULTILINE),
    ),
}
#: Lines that bind a strategy to a store.
_BINDING: Final = re.compile(rb"\b(?:[Uu]pdate|[Cc]reate|ResetFields)Strategy\b[ \t]*[:=].*")
#: The name of a hook behind a receiver.
_HOOK: Final = re.compile(rb"\)(?:[ \t]|/\*[^\n]*?\*/)*PrepareFor(?:Create|Update)(?:[ \t]|/\*[^\n]*?\*/)*\(")
#: The length of the longest receiver that is looked at.
_RECEIVER: Final = 200
_WORD: Final = re.compile(rb"\w+")
#: The text in front of a type that stands by itself behind some signs or at the start of a line.
_ALONE: Final = r"(?:^|[%s])[ \t]*(?:\*[ \t]*)?"
#: The text in front of a type that is embedded, and of one that gets another name; the text behind either.
_EMBEDDING: Final = _ALONE % "{;/"
_NAMING: Final = r"type[ \t]+\w+[ \t]*=[ \t]*"
_NAMING_IN_GROUPS: Final = r"^[ \t]*\w+[ \t]*=[ \t]*"
_BEHIND: Final = r"(?:\[[^\]\n]*\])?[ \t]*(?=[;}`)]|/[/*]|\r?$)"
#: Types of other packages that are taken so, each with a text that a file with one has.
_TAKEN: Final = tuple(
    (said, re.compile(rf"{front}\w+[ \t]*\.[ \t]*([A-Z]\w*){_BEHIND}".encode(), re.MULTILINE))
    for said, front in ((b"struct", _EMBEDDING), (b"type", _NAMING), (b"type (", _NAMING_IN_GROUPS))
)
_DOT_IMPORT: Final = re.compile(rb"^[ \t]*(?:import[ \t]+)?\.[ \t]+[\"`]", re.MULTILINE)
#: A struct up to the first brace that ends something in it, and a type that gets another name.
_DECLARED: Final = re.compile(rb"\b(\w+)[ \t]*(?:\[[^\]\n]*\][ \t]*)?(?:struct[ \t]*\{([^}]*)|=([^\n]*))")
_OF_OBJECTS: Final = frozenset(("TypeMeta", "ObjectMeta", "ListMeta"))
_TAGGED: Final = re.compile(rb"^[ \t]*//[ \t]*\+(?:k8s:)?featureGate=\"?([\w.]+)", re.MULTILINE)
_ENABLED: Final = re.compile(rb"^[ \t]*//[ \t]*\+k8s:ifEnabled\(\s*\"?([\w.]+)", re.MULTILINE)
#: Marks of files that have something to judge.
OWN: Final = frozenset(("hooks", "tags", "registers", "converts", "objects"))


MARKS: Final = frozenset(_MARKS)


class GoSummary(Struct, frozen=True):
    """The facts about one file that matter elsewhere; they depend on its bytes alone."""

    path: str
    marks: tuple[str, ...] = ()
    tagged: tuple[str, ...] = ()
    bindings: tuple[str, ...] = ()


class GoFacts(Struct, frozen=True):
    """The summaries of all files, put together. ``checked`` are the files to judge, the others by what they hold;
    ``modules`` the directories that modules were looked for from, ``assumed`` the module of files that are of none;
    ``bindings`` the lines by which stores are bound: a role rests on all of them."""

    checked: tuple[str, ...] = ()
    registering: tuple[str, ...] = ()
    storing: tuple[str, ...] = ()
    gating: tuple[str, ...] = ()
    tagged: frozenset[str] = frozenset()
    somewhere: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    assumed: Module | None = None
    bindings: tuple[str, ...] = ()

    def with_stores(self, summaries: Iterable[GoSummary]) -> GoFacts:
        """These facts, with stores of other files."""
        more = [each for each in summaries if "stores" in each.marks]
        return replace(
            self,
            storing=tuple(sorted({*self.storing, *(each.path for each in more)})),
            bindings=tuple(sorted({*self.bindings, *(line for each in more for line in each.bindings)})),
        )


def marks_in(data: bytes) -> frozenset[str]:
    """The marks of a file with these bytes; one of letters of two bytes, which can't be told, may be of hooks."""
    if b"\0" in data[:4]:
        return frozenset(("hooks",))
    return frozenset(
        name
        for name, (words, pattern) in _MARKS.items()
        if any(pattern.search(line) for word in words for line in _lines_with(word, data))
    )


def types_with_hooks(data: bytes) -> frozenset[str]:
    """The types for which a file declares a method that is called as hooks are."""
    ends = (each.start() for each in _HOOK.finditer(data)) if b"PrepareFor" in data else ()
    receivers = (data[max(0, end - _RECEIVER) : end].rpartition(b"(")[2].partition(b"[")[0] for end in ends)
    return frozenset(words[-1].decode("utf-8", "replace") for each in receivers if (words := _WORD.findall(each)))


def taken_from_elsewhere(data: bytes) -> frozenset[str]:
    """The types of other packages that a file embeds or gives another name, but for those that every object and every
    list has."""
    found = (name for said, pattern in _TAKEN if said in data for name in pattern.findall(data))
    return frozenset(each.decode("utf-8", "replace") for each in found) - _OF_OBJECTS


def has_dot_imports(data: bytes) -> bool:
    """Whether a file speaks of types of other packages as if they were its own."""
    return (b'. "' in data or b". `" in data) and _DOT_IMPORT.search(data) is not None


def made_of(data: bytes, names: Iterable[str]) -> set[str]:
    """The types that a file declares as others of these names, or as structs that embed one."""
    any_of = "|".join(map(re.escape, sorted(names)))
    pattern = re.compile(rf"{_ALONE % '{;/='}(?:\w+[ \t]*\.[ \t]*)?(?:{any_of}){_BEHIND}".encode(), re.MULTILINE)
    declared = _DECLARED.findall(data) if pattern.search(data) else ()
    return {name.decode("utf-8", "replace") for name, body, alias in declared if pattern.search(body or alias)}


def _lines_with(word: bytes, data: bytes) -> Iterator[bytes]:
    """The lines in which a word stands."""
    place = data.find(word)
    while place >= 0:
        end = data.find(b"\n", place)
        end = len(data) if end < 0 else end
        yield data[data.rfind(b"\n", 0, place) + 1 : end]
        place = data.find(word, end)


def summarise(path: str, data: bytes) -> GoSummary:
    """Summarise a file by its bytes."""
    tagged = {name.decode().rpartition(".")[2] for each in (_TAGGED, _ENABLED) for name in each.findall(data)}
    marks = marks_in(data)
    lines = {line.strip().decode("utf-8", "replace") for line in _BINDING.findall(data)} if "stores" in marks else ()
    return GoSummary(path, tuple(sorted(marks)), tuple(sorted(tagged)), tuple(sorted(lines)))


def facts_of(
    summaries: Iterable[GoSummary], checked: Iterable[str], somewhere: Iterable[str], modules: Iterable[str]
) -> GoFacts:
    """Put summaries together; the same whatever their order."""
    every = sorted(summaries, key=lambda each: each.path)
    wanted = frozenset(checked)

    def having(mark: str) -> tuple[str, ...]:
        return tuple(each.path for each in every if mark in each.marks)

    return GoFacts(
        checked=tuple(each.path for each in every if each.path in wanted),
        registering=having("registers"),
        gating=having("gates"),
        tagged=frozenset(name for each in every for name in each.tagged),
        somewhere=tuple(sorted(somewhere)),
        modules=tuple(sorted({*modules})),
    ).with_stores(every)
