"""A rule as one object: its symbol, whom it is about, and how it is asked. Its page has the same symbol."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from apivet.conventions.limits import FIELDS_APART
from apivet.conventions.rulings import Bench, Ruling, Said
from apivet.conventions.subject import Configuration, Parts, Subject
from apivet.effects.declared import public_names
from apivet.effects.limits import CAUTIOUS
from apivet.effects.outcome import Outcome
from apivet.effects.slices import Asked
from apivet.effects.values import Path
from apivet.program.contents import Contents
from apivet.program.model import Program
from apivet.program.role import Role
from apivet.rule_objects import RuleObject
from apivet.verdicts import Location, Verdict
from apivet.vocabulary import CREATE, SETTLED, UPDATE

_GATES_ON = "while every gate is on"
EVERY_ROLE = (Role.MAIN, Role.STATUS, Role.OTHER)


class Registered(enum.Enum):
    """A rule's standing where a strategy is registered and not written."""

    #: Each hook that is given is asked, as running at its place; where none is, the default strategy.
    ASKED = enum.auto()
    #: The default strategy sees to it behind the hooks: a given hook is reported where it breaks the rule all the same.
    SETTLED = enum.auto()
    #: It is about classes that somebody has written, and asks nothing of registrations.
    WRITTEN = enum.auto()


@dataclass(frozen=True)
class HookRule(RuleObject):
    """A rule about what these ``hooks`` store, for strategies of these ``roles`` whose objects have all the ``parts``
    (names in :class:`~apivet.conventions.subject.Parts`). The ``question`` puts rulings on the bench. One that
    ``looks_back`` is asked when the others have ruled."""

    roles: tuple[Role, ...]
    hooks: tuple[str, ...]
    question: Callable[[Bench], object]
    parts: tuple[str, ...] = ()
    registered: Registered = Registered.ASKED
    looks_back: bool = False
    #: Whether what it finds is said of all objects, so that any one of another class refutes it.
    finds_in_all: bool = False
    #: The names of the parts of the object that it asks about, where it needs no others to be shown to hold.
    about: tuple[str, ...] = ()
    #: Whether it follows no more than each of its questions needs, where code reaches nothing but what it is given.
    slices_itself: bool = False
    #: Whether it is asked of each field apart, so that a file's fields can be dealt out to several judges.
    by_field: bool = False

    def __post_init__(self) -> None:
        _refuse_unknown(self.symbol, "part", self.parts, Parts.__struct_fields__)
        _refuse_unknown(self.symbol, "hook", self.hooks, [CREATE, UPDATE])

    def ask(self, bench: Bench) -> None:
        """Put the question. What is said of all objects is asked once more where fields may hold objects of derived
        classes."""
        subject, before = bench.subject, list(bench.rulings)
        told, general = self._told(subject, before), Verdict.VIOLATED if self.finds_in_all else Verdict.HOLDS
        derived = subject.with_derived_classes if any(ruling.verdict is general for ruling in told) else None
        if derived is not None:
            other, names = derived
            found = {(each.rule, each.field): each for each in self._told(other, before)}
            others = [found.get((ruling.rule, ruling.field), ruling) for ruling in told]
            told = [_put_aside(*pair, names) if pair[0].verdict is general else pair[0] for pair in zip(told, others)]
        bench.rulings[:] = [*before, *told]

    def _told(self, subject: Subject, before: list[Ruling]) -> list[Ruling]:
        """The rulings on a subject. Where there is too much to follow, it is asked in slices, as what holds there
        holds; if these don't settle it, it is asked again, and as much is followed as ever is."""
        if not self.about or (self.slices_itself and subject.is_static):
            return self._asked(subject, before)
        parts = tuple(part for name in self.about for part in subject.ways_to(name))
        told = self._in_slices(subject, before, parts) if subject.is_static else []
        if not _are_decided(told):
            told = _better(self._followed(subject, before, parts), told)
        return told

    def _followed(self, subject: Subject, before: list[Ruling], parts: tuple[Path, ...]) -> list[Ruling]:
        """The rulings where all code is followed, as long as that is not too much."""
        told = self._asked(subject.within(CAUTIOUS), before)
        for is_bold in (False,) if () in parts else (False, True):  # a gate may hide in a result that nobody follows
            if any(ruling.is_exhausted for ruling in told) and not subject.is_static:
                narrow = self._asked(subject.within(CAUTIOUS, Asked(parts, is_bold)), before)
                if all(ruling.verdict is Verdict.HOLDS for ruling in narrow):
                    told = narrow
        if any(ruling.is_exhausted for ruling in told) and not subject.is_static:
            told = self._asked(subject, before)
        return told

    def _in_slices(self, subject: Subject, before: list[Ruling], parts: tuple[Path, ...]) -> list[Ruling]:
        """The rulings that slices give by themselves. Where code reaches nothing but what it is given, they leave out
        so much that they are asked first."""
        kinds = [Asked(parts)] if () in parts else [Asked((), True), Asked(parts, True), Asked(parts)]
        told: list[Ruling] = []
        for asked in kinds:
            found = self._asked(subject.within(CAUTIOUS, asked), before)
            # A gate may hide in what nobody follows: only what holds all the same is taken of questions about gates.
            sure = [_open(each) if () in parts and each.verdict is not Verdict.HOLDS else each for each in found]
            told = _better(sure, told)
            if _are_decided(told):
                return told
            if any(ruling.is_exhausted for ruling in found):
                told = _better(told, self._broken_in_one(subject, before, parts))
                break  # what follows more is too much, too
        if () in parts or _are_decided(told):
            return told
        return _better(self._enabled(subject, before), told)

    def _broken_in_one(self, subject: Subject, before: list[Ruling], parts: tuple[Path, ...]) -> list[Ruling]:
        """The rulings on a field of these parts for which the rule is broken, whatever becomes of the others."""
        types = [(part, subject.part_type(part[0])) for part in parts if len(part) == 1]
        fields = [(*part, name) for part, type_ in types if type_ is not None for name in public_names(type_)]
        for field in fields if len(fields) <= FIELDS_APART else ():
            found = self._asked(subject.within(CAUTIOUS, Asked((field,), True)), before)
            if any(ruling.verdict is Verdict.VIOLATED for ruling in found):
                return found
        return []

    def _enabled(self, subject: Subject, before: list[Ruling]) -> list[Ruling]:
        """The rulings while every gate is on, which leaves out what drops fields: what is broken then is broken."""
        found = self._asked(subject.within(CAUTIOUS, Asked((), is_enabled=True)), before)
        return [_with_gates(each) if each.verdict is Verdict.VIOLATED else _open(each) for each in found]

    def _asked(self, subject: Subject, before: list[Ruling]) -> list[Ruling]:
        """The rulings on a subject that come to those of other rules."""
        bench = Bench(subject)
        bench.rulings = list(before)
        try:
            self.question(bench)
        except RecursionError:
            ways = [way for part in self.about for way in subject.ways_to(part)]
            field = (".".join(ways[0]) or None) if len(ways) == 1 else None
            reason = f"gave up: values are made of each other too deeply; {SETTLED}"
            bench.rulings = [*before, Ruling(self.symbol, Verdict.UNPROVEN, field, reason, is_exhausted=True)]
        return bench.rulings[len(before) :]

    def applies(self, subject: Subject) -> bool:
        """Whether it has something to ask of a subject."""
        is_asked = subject.role in self.roles and not set(self.hooks).isdisjoint(subject.hooks)
        return is_asked and self.has_parts(subject)

    def has_parts(self, subject: Subject) -> bool:
        """Whether a subject's objects have what it is about."""
        return subject.has_objects and all(getattr(subject.parts, name) for name in self.parts)


def _is_decided(ruling: Ruling) -> bool:
    return ruling.verdict is not Verdict.UNPROVEN


def _are_decided(told: list[Ruling]) -> bool:
    """Whether there are rulings, and all of them are verdicts."""
    return bool(told) and all(map(_is_decided, told))


def _open(ruling: Ruling) -> Ruling:
    """A ruling on a slice from which nothing follows."""
    return replace(ruling, verdict=Verdict.UNPROVEN, is_exhausted=True)


def _put_aside(ruling: Ruling, other: Ruling, names: Sequence[str]) -> Ruling:
    """A ruling, put aside where another one is made of objects of derived classes."""
    if ruling.verdict is other.verdict:
        return ruling
    reason = f"an object may be of a class that derives from the declared one ({' or '.join(names)})"
    detail = f"{reason}: {other.detail}" if other.detail else reason
    return replace(ruling, verdict=Verdict.UNPROVEN, detail=detail, location=other.location, witness=(), always=False)


def _with_gates(ruling: Ruling) -> Ruling:
    return replace(ruling, detail=f"{ruling.detail} ({_GATES_ON})" if ruling.detail else _GATES_ON)


def _better(later: list[Ruling], earlier: list[Ruling]) -> list[Ruling]:
    """The later rulings, but for those that were decided before: what is decided of a slice is so."""
    decided = {(ruling.rule, ruling.field): ruling for ruling in earlier if _is_decided(ruling)}
    return [decided.get((ruling.rule, ruling.field), ruling) for ruling in later]


@dataclass(frozen=True)
class MemberRule(RuleObject):
    """A rule about a value that strategies of these ``roles`` give: a flag, the fields that they reset. The
    ``question`` is given what the ``member`` (a notion of the vocabulary, or a name) evaluates to, and its place."""

    roles: tuple[Role, ...]
    member: str
    question: Callable[[Bench, Outcome, Location], object]


@dataclass(frozen=True)
class ModuleRule(RuleObject):
    """A rule about anything else that a file declares: types, conversions, a scheme. Rules that one look at it decides
    share their ``question``, which is then put once."""

    question: Callable[[Contents, Program, Configuration], Said]


def _refuse_unknown(symbol: str, kind: str, names: tuple[str, ...], known: Iterable[str]) -> None:
    for name in names:
        if name not in known:
            raise ValueError(f"{symbol}: there is no {kind} '{name}'; there are {', '.join(known)}")
