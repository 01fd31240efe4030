"""Two types side by side: a row for each field, and a sign that says what became of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal

from msgspec import Struct

from apivet.conventions.hub_comparison import Compared, TypeComparison
from apivet.conventions.hub_layout import exempt_fields
from apivet.conventions.hub_matching import Matcher
from apivet.program.annotations import spelled
from apivet.program.model import Field, Type
from apivet.reports.alignment import aligned
from apivet.verdicts import Location, Verdict

State = Literal["same", "type", "extra", "lacking", "order", "nested", "unclear", "exempt"]

#: Signs in front of a row, by state; the difference must be told without colours, too.
SIGNS: Final[Mapping[State, str]] = {
    "same": " ",
    "exempt": " ",
    "type": "!",
    "extra": "<",
    "lacking": ">",
    "order": "~",
    "nested": "*",
    "unclear": "?",
}
MEANINGS: Final[Mapping[State, str]] = {
    "type": "other type",
    "extra": "in the hub only",
    "lacking": "in the served type only",
    "order": "other place",
    "nested": "differs inside",
    "unclear": "can't be told",
}


class MemberCell(Struct, frozen=True):
    """A field (or an enum's member) of one side: its type (or value) as written, and where it is declared."""

    name: str
    written: str
    location: Location

    def __str__(self) -> str:
        separator = " " if self.written.startswith("=") else ": "
        return f"{self.name}{separator}{self.written}" if self.written else self.name


class Row(Struct, frozen=True):
    """The contents of one line. ``note`` says what the sign alone does not."""

    state: State
    hub: MemberCell | None
    served: MemberCell | None
    note: str = ""


class Side(Struct, frozen=True):
    """One of the types: as it was asked for, and how its objects are laid out."""

    name: str
    type: Type

    @property
    def layout(self) -> str:
        """``dataclass, slotted, frozen``."""
        words = [word for word, holds in (("slotted", self.type.slotted), ("frozen", self.type.frozen)) if holds]
        if len(self.type.slots) > 1:
            words.append(f"slots of {len(self.type.slots)} classes")
        bases = ", ".join(self.type.enum_bases or self.type.outside_bases)
        return ", ".join((self.type.form, *words)) + (f" ({bases})" if bases else "")


class TwoTypes(Struct, frozen=True):
    """The comparison of two types, side by side."""

    hub: Side
    served: Side
    compared: Compared
    rows: tuple[Row, ...]

    @property
    def answer(self) -> str:
        """The verdict in a sentence."""
        if self.hub.type.dotted == self.served.type.dotted:
            return f"the same class: both names stand for {self.hub.type.dotted}"
        if self.compared.verdict is Verdict.HOLDS:
            return "memory-identical"
        number = len(self.compared.differences)
        if self.compared.verdict is Verdict.VIOLATED:
            if number:
                return f"not memory-identical: {number} {'difference' if number == 1 else 'differences'}"
            return f"not memory-identical, but only through {self.compared.through}"
        return "can't be told"

    def document(self) -> dict[str, Any]:
        """The same for machines."""
        compared = self.compared
        return {
            "version": 1,
            "verdict": compared.verdict.value,
            "identical": compared.identical,
            "same_class": self.hub.type.dotted == self.served.type.dotted,
            "hub": _side_document(self.hub),
            "served": _side_document(self.served),
            "fields": [
                {"state": row.state, "hub": _cell(row.hub), "served": _cell(row.served), "note": row.note or None}
                for row in self.rows
            ],
            "differences": [
                {
                    "kind": each.aspect,
                    "field": each.field,
                    "message": each.sentence,
                    "hub": _place(each.location),
                    "served": _place(each.there),
                }
                for each in compared.differences
            ],
            "doubts": [
                {"field": each.field, "message": each.reason, "hub": _place(each.location)} for each in compared.doubts
            ],
            "through": str(compared.through) if compared.through else None,
        }


def _side_document(side: Side) -> dict[str, Any]:
    type_ = side.type
    facts = {"name": side.name, "class": type_.dotted, **_place(type_.location), "form": type_.form}
    return {**facts, "slotted": type_.slotted, "frozen": type_.frozen}


def _cell(cell: MemberCell | None) -> dict[str, Any] | None:
    return None if cell is None else {"name": cell.name, "type": cell.written, **_place(cell.location)}


def _place(location: Location) -> dict[str, Any]:
    return {"path": location.path, "line": location.line}


# ---------------------------------------------------------------------------------------------------------- rows


def side_by_side(hub: Side, served: Side, comparison: TypeComparison) -> TwoTypes:
    """Compare two types, and lay them side by side."""
    compared = comparison.compare(hub.type, served.type)
    return TwoTypes(hub, served, compared, tuple(_rows(hub.type, served.type, compared, comparison)))


def _rows(hub: Type, served: Type, compared: Compared, comparison: TypeComparison) -> Iterator[Row]:
    here, there = _cells(hub), _cells(served)
    fields = [{field.name: field for field in type_.fields} for type_ in (hub, served)]
    names = [{cell.name for cell in cells} for cells in (here, there)]
    states = _states(compared)
    exempt = exempt_fields(hub, served)
    for left, right in aligned([cell.name for cell in here], [cell.name for cell in there]):
        one = here[left] if left is not None else None
        other = there[right] if right is not None else None
        cell = one or other
        assert cell is not None, "a line of a diff has at least one side"
        state = states.get(cell.name, ("same", ""))
        if cell.name in exempt:
            yield Row("exempt", one, other, "has a default: makes no difference")
        elif one is None or other is None:
            if cell.name in names[0] and cell.name in names[1]:
                elsewhere = "the hub" if one is None else "the served type"
                yield Row("order", one, other, f"stands elsewhere in {elsewhere}")
            else:
                yield Row("lacking" if one is None else "extra", one, other)
        elif state[0] == "same" and hub.form != "enum":
            inside = _inside(fields[0][cell.name], fields[1][cell.name], comparison)
            yield Row(inside[0], one, other, inside[1])
        else:
            yield Row(state[0], one, other, state[1])


def _cells(type_: Type) -> list[MemberCell]:
    """The cells of a type: its fields, or the members of an enum."""
    if type_.form == "enum":
        return [MemberCell(member.name, f"= {member.value}", member.location) for member in type_.constants]
    return [MemberCell(field.name, _written(field), field.location) for field in type_.fields]


def _written(field: Field) -> str:
    return " ".join(field.written.split()) or spelled(field.annotation)


def _states(compared: Compared) -> dict[str, tuple[State, str]]:
    """The states of single fields that both sides have, by name."""
    states: dict[str, tuple[State, str]] = {}
    for doubt in compared.doubts:
        if doubt.field is not None:
            states[doubt.field] = ("unclear", doubt.reason)
    for difference in compared.differences:
        if difference.field is not None and difference.aspect in ("type", "constants"):
            states[difference.field] = ("type", "")
    return states


def _inside(here: Field, there: Field, comparison: TypeComparison) -> tuple[State, str]:
    """Whether a field that is the same by itself differs in what is nested in it, and through what."""
    if here.annotation == there.annotation:
        return "same", ""
    state: tuple[State, str] = ("same", "")
    for one, other in Matcher(comparison.counterparts.paired).match(here.annotation, there.annotation).nested:
        types = comparison.program.type(one), comparison.program.type(other)
        if types[0] is None or types[1] is None:
            continue
        inner = comparison.compare(types[0], types[1])
        if inner.verdict is Verdict.VIOLATED:
            return "nested", f"differs through {_culprit(inner)}"
        if inner.verdict is Verdict.UNPROVEN and state[0] == "same":
            state = "unclear", f"can't be told because of {_culprit(inner)}"
    return state


def _culprit(inner: Compared) -> str:
    """``PodSpec.replicas``: where the nearest difference lies."""
    if inner.through is not None:
        name = inner.through.type.rpartition(".")[2]
        return f"{name}.{inner.through.inner}" if inner.through.inner else name
    own = inner.differences or inner.doubts
    field = next((each.field for each in own if each.field), None)
    return f"{inner.hub.name}.{field}" if field else inner.hub.name
