"""Differences in memory between two declarations by themselves, whatever is nested in them (contract section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from apivet.conventions.hub_matching import DIFFERENT, SAME, Matcher
from apivet.conventions.limits import TYPE_LETTERS
from apivet.program.annotations import spelled
from apivet.program.model import EnumConstant, Field, Type
from apivet.verdicts import Location

#: Told by the types themselves, and not by each object, wherever they have defaults.
TYPE_NAMES: Final = frozenset(("api_version", "kind", "apiVersion"))
_FORMS: Final = {
    "dataclass": "a dataclass",
    "attrs": "an attrs class",
    "pydantic": "a pydantic model",
    "msgspec": "a msgspec struct",
    "typeddict": "a TypedDict",
    "namedtuple": "a NamedTuple",
    "plain": "a plain class",
    "enum": "an enum",
    "protocol": "a protocol",
    "struct": "a struct",
}

Aspect = Literal[
    "lacking",
    "extra",
    "type",
    "order",
    "permuted",
    "kind",
    "slots",
    "frozen",
    "split",
    "blank",
    "base",
    "constants",
]


class LayoutDifference(Struct, frozen=True):
    """One way in which a hub type is not its served type. ``sentence`` says it in the words of an API author,
    ``location`` is in the hub, ``there`` where the other side stands."""

    aspect: Aspect
    field: str | None
    sentence: str
    location: Location
    there: Location


class Doubt(Struct, frozen=True):
    """Something that may or may not be a difference, with the reason why it can't be told."""

    field: str | None
    reason: str
    location: Location


class Nested(Struct, frozen=True):
    """A field in which other types lie that have to be compared: their dotted names, here and there."""

    field: str
    hub: str
    served: str
    sentence: str
    location: Location
    there: Location


class Own(Struct, frozen=True):
    """Differences and doubts that two types show by their own declarations."""

    differences: tuple[LayoutDifference, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    nested: tuple[Nested, ...] = ()


def compare(hub: Type, served: Type, label: str, matcher: Matcher) -> Own:
    """Compare these two declarations; ``label`` is the name of the served side in messages (``v1``)."""
    if hub.dotted == served.dotted:
        return Own()
    comparer = _Comparer(hub, served, label, matcher)
    if comparer.can_be_told():
        comparer.class_itself()
        if hub.form == "enum" and served.form == "enum":
            comparer.constants()
        elif comparer.same_bases():
            comparer.fields()
    return Own(tuple(comparer.differences), tuple(comparer.doubts), tuple(comparer.nested))


class _Comparer:
    def __init__(self, hub: Type, served: Type, label: str, matcher: Matcher) -> None:
        self.hub = hub
        self.served = served
        self.label = label
        self.matcher = matcher
        self.differences: list[LayoutDifference] = []
        self.doubts: list[Doubt] = []
        self.nested: list[Nested] = []

    def can_be_told(self) -> bool:
        """Whether both can be compared. A decorator that can't be looked into acts alike where it is on both sides."""
        here, there = self.hub.unread_decorators, self.served.unread_decorators
        if here != there:
            name = next(
                (item for item in (*here, *there) if (item in here) != (item in there)), here[0] if here else ""
            )
            where = "here" if name in here else f"in {self.label}"
            self._doubt(f"what {name} makes of it {where} can't be told")
        elif self.hub.form != self.served.form and any(map(_may_be_of_any_form, (self.hub, self.served))):
            self._doubt(f"{self._forms()} by the source, but what it derives from or is decorated with can't be seen")
        return not self.doubts

    def class_itself(self) -> None:
        hub, served = self.hub, self.served
        if hub.form != served.form:
            self._of_class("kind", self._forms())
            return
        if hub.maybe_slotted != served.maybe_slotted:
            if set(hub.outside_bases) == set(served.outside_bases):
                self._doubt("whether its objects have slots depends on bases that can't be looked into")
        elif hub.slotted != served.slotted:
            self._of_layout("slots", hub.slotted, "with slots", "without")
        if hub.frozen != served.frozen:
            self._of_layout("frozen", hub.frozen, "frozen", "not frozen")

    def _forms(self) -> str:
        return f"{_FORMS[self.hub.form]} here, {_FORMS[self.served.form]} in {self.label}"

    def _of_layout(self, aspect: Aspect, on: bool, name: str, other: str) -> None:
        """A switch that is on at one side. A decorator that can't be looked into may turn it on at both."""
        sentence = f"{name if on else other} here, {other if on else name} in {self.label}"
        if self.hub.unread_decorators:
            self._doubt(f"{sentence}, unless {self.hub.unread_decorators[0]} sees to it")
        else:
            self._of_class(aspect, sentence)

    def _doubt(self, reason: str) -> None:
        self.doubts.append(Doubt(None, reason, self.hub.location))

    def same_bases(self) -> bool:
        """Bases outside the tree bring the same with them where they are the same; else nobody can tell what."""
        hub, served = set(self.hub.outside_bases), set(self.served.outside_bases)
        if hub == served or self.hub.form != self.served.form:
            return True
        here, there = sorted(hub - served), sorted(served - hub)
        if any("." in name for name in (*here, *there)):
            name = (here or there)[0]
            where = "here" if here else f"in {self.label}"
            self._doubt(f"it derives from {name}, which can't be looked into, {where} only")
        else:
            words = [f"derived from {' and '.join(names)}" if names else "not" for names in (here, there)]
            self._of_class("base", f"{words[0]} here, {words[1]} in {self.label}")
        return False

    def constants(self) -> None:
        if self.hub.enum_bases != self.served.enum_bases:
            bases = [
                " and ".join(name.rpartition(".")[2] for name in side.enum_bases) for side in (self.hub, self.served)
            ]
            self._of_class("base", f"an enum of {bases[0]} here, of {bases[1]} in {self.label}")
        here = {constant.name: constant for constant in self.hub.constants}
        there = {constant.name: constant for constant in self.served.constants}
        for name, constant in here.items():
            if name not in there:
                sentence = f"`{name}` is not in {self.label}"
                self._add("extra", name, sentence, constant.location, self.served.location)
            elif doubt := _value_in_doubt(constant, there[name]):
                self.doubts.append(Doubt(name, f"`{name}`: {doubt}", constant.location))
            elif constant.value != there[name].value:
                sentence = f"`{name}`: {constant.value} here, {there[name].value} in {self.label}"
                self._add("constants", name, sentence, constant.location, there[name].location)
        for name, constant in there.items():
            if name not in here:
                sentence = f"`{name}` is missing here, {self.label} has it"
                self._add("lacking", name, sentence, self.hub.location, constant.location)

    def fields(self) -> None:
        exempt = exempt_fields(self.hub, self.served)
        here = [field for field in self.hub.fields if field.name not in exempt]
        there = [field for field in self.served.fields if field.name not in exempt]
        uncertain = {field.member: field for field in (*there, *here) if field.is_conditional}
        for field in uncertain.values():
            reason = f"whether it has `{field.name}` depends on a condition"
            self.doubts.append(Doubt(field.name, reason, field.location if field in here else self.hub.location))
        here = [field for field in here if field.member not in uncertain]
        there = [field for field in there if field.member not in uncertain]
        partners = {field.member: field for field in there}
        names = {field.member for field in here}
        for field in here:
            if field.member in partners:
                self._types(field, partners[field.member])
        self._missing(here, there, names, set(partners))
        # A field that is there twice, which no compiler takes, is where it is first.
        in_order = list(dict.fromkeys(field.member for field in here if field.member in partners))
        in_their_order = list(dict.fromkeys(field.member for field in there if field.member in names))
        if in_order != in_their_order:
            self._order(here, there, in_order, in_their_order)
        elif self.hub.slotted and self.served.slotted:
            self._split(names & partners.keys())
        self._blanks()

    def _types(self, here: Field, there: Field) -> None:
        match = self.matcher.match(here.annotation, there.annotation)
        sentence = self._two_types(here, there)
        if not match.same:
            self._add("type", here.name, sentence, here.location, there.location)
        elif match.doubt:
            self.doubts.append(Doubt(here.name, match.doubt, here.location))
        for hub, served in dict.fromkeys(match.nested):
            self.nested.append(Nested(here.name, hub, served, sentence, here.location, there.location))

    def _two_types(self, here: Field, there: Field) -> str:
        """The types as they are written; where that is the same text for two things, with full names."""
        texts = (here.written, there.written)
        if texts[0] == texts[1] or not all(texts):
            texts = (spelled(here.annotation), spelled(there.annotation))
        one, other = _around_the_difference(_in_one_line(texts[0]), _in_one_line(texts[1]))
        return f"`{here.name}`: `{one}` here, `{other}` in {self.label}"

    def _missing(self, here: list[Field], there: list[Field], names: set[str], names_there: set[str]) -> None:
        for position, field in enumerate(here):
            if field.member not in names_there:
                renamed = _stand_in(position, field, here, there, names)
                other = f", which has `{renamed}` in its place" if renamed else ""
                sentence = f"`{field.name}` is not in {self.label}{other}"
                self._add("extra", field.name, sentence, field.location, self.served.location)
        for position, field in enumerate(there):
            if field.member not in names:
                place = f" after `{there[position - 1].name}`" if position else ""
                sentence = f"`{field.name}` is missing here, {self.label} has it{place}"
                self._add("lacking", field.name, sentence, self.hub.location, field.location)

    def _order(self, here: list[Field], there: list[Field], names: list[str], names_there: list[str]) -> None:
        first = next(index for index, pair in enumerate(zip(names, names_there)) if pair[0] != pair[1])
        sentence = (
            f"the fields are in another order: `{names[first]}` comes where {self.label} has `{names_there[first]}`"
        )
        self._of_class("order", sentence)
        everywhere = len(here) == len(there) == len(names)
        if everywhere and all(
            self.matcher.surely_same(one.annotation, other.annotation) for one, other in zip(here, there)
        ):
            swapped = [f"`{one}` and `{other}`" for one, other in zip(names, names_there) if one != other]
            self._of_class("permuted", f"{swapped[0]} would be swapped by a cast, as they are of one type")

    def _blanks(self) -> None:
        """Fields without a name take room between the others: they have to be the same, in the same places."""
        here, there = self.hub.blanks, self.served.blanks
        same = [before for _, before in here] == [before for _, before in there]
        match = SAME if same else DIFFERENT
        for (one, _), (other, _) in zip(here, there):
            match &= self.matcher.match(one, other)
        if not match.same:
            self._of_class("blank", f"blank fields of other types, or in other places, than in {self.label}")
        elif match.doubt:
            self._doubt(match.doubt)
        for hub, served in match.nested:
            sentence = f"a blank field of {hub} here, of {served} in {self.label}"
            self.nested.append(Nested("_", hub, served, sentence, self.hub.location, self.served.location))

    def _split(self, shared: set[str]) -> None:
        """Slots that lie in different classes lie in different places, whatever the order of the fields is."""
        here = [own for names in self.hub.slots if (own := frozenset(names) & shared)]
        there = [own for names in self.served.slots if (own := frozenset(names) & shared)]
        if here != there:
            sentence = f"the slots are split over the base classes in another way than in {self.label}"
            self._of_class("split", sentence)

    def _of_class(self, aspect: Aspect, sentence: str) -> None:
        self._add(aspect, None, sentence, self.hub.location, self.served.location)

    def _add(self, aspect: Aspect, field: str | None, sentence: str, location: Location, there: Location) -> None:
        self.differences.append(LayoutDifference(aspect, field, sentence, location, there))


def _value_in_doubt(here: EnumConstant, there: EnumConstant) -> str:
    """The reason why it can't be told whether two members have one value; nothing where it can."""
    if (here.value, here.doubt) == (there.value, there.doubt):
        return ""
    return here.doubt or there.doubt


def _may_be_of_any_form(type_: Type) -> bool:
    """Whether what can't be looked into may make another kind of class of one that looks plain."""
    return type_.form == "plain" and bool(type_.unread_decorators or any("." in name for name in type_.outside_bases))


def exempt_fields(hub: Type, served: Type) -> frozenset[str]:
    """``api_version`` and ``kind``, as far as they have a default wherever they are declared."""
    declared = [field for side in (hub, served) for field in side.fields if field.name in TYPE_NAMES]
    without = {field.name for field in declared if not field.has_default}
    return frozenset(field.name for field in declared) - without


def _stand_in(position: int, field: Field, here: Sequence[Field], there: Sequence[Field], names: set[str]) -> str:
    """The name that a field probably has there: of one of the same type, in the same place, that is missing here."""
    if position >= len(there):
        return ""
    other = there[position]
    return other.name if other.member not in names and other.annotation == field.annotation else ""


def _around_the_difference(here: str, there: str) -> tuple[str, str]:
    """Two texts, cut to what people read where they first differ: aliases of aliases make types of many letters."""
    if max(len(here), len(there)) <= TYPE_LETTERS:
        return here, there
    shorter = min(len(here), len(there))
    first = next((index for index, (one, other) in enumerate(zip(here, there)) if one != other), shorter)
    start = max(first - TYPE_LETTERS // 3, 0)
    return _cut(here, start), _cut(there, start)


def _cut(text: str, start: int) -> str:
    end = start + TYPE_LETTERS
    return f"{'...' if start else ''}{text[start:end]}{'...' if end < len(text) else ''}"


def _in_one_line(text: str) -> str:
    return " ".join(text.split())
