"""Each field that an existing API type gained since the baseline has a feature gate (contract section 5)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from apivet.conventions.rulings import ObjectRuling, Ruling, Said, reported
from apivet.conventions.subject import Configuration
from apivet.program.annotations import UNSAID, spelled
from apivet.program.baseline import UNTOLD, Baseline, last_name, without_modules
from apivet.program.contents import Contents
from apivet.program.model import Field, Program, Type
from apivet.verdicts import Verdict

SYMBOL: Final = "ungated-new-field"

_PARTS: Final = re.compile(r"[./]")
_VERSION: Final = re.compile(r"v[1-9]\d*(?:(?:alpha|beta)[1-9]\d*)?")


def judge_new_fields(contents: Contents, program: Program, config: Configuration) -> Said:
    """Compare the types of one module with what they were; without a baseline the rule does not apply."""
    baseline = program.baseline()
    return reported(_rulings(contents, program, baseline) if baseline is not None else ())


def _rulings(contents: Contents, program: Program, baseline: Baseline) -> Iterator[ObjectRuling]:
    comparison = _FieldComparison(program, baseline, program.words.metadata)
    for existing in comparison.existing_types(contents.module):
        new = [field for field in comparison.new_fields(existing) if comparison.is_told_here(existing, field)]
        for field in new:
            yield field.owner, field.location, comparison.ruling(existing, field)
        if not new:
            yield existing.type.dotted, existing.type.location, Ruling(SYMBOL, Verdict.HOLDS)


class _Existing(Struct, frozen=True):
    """A type that the baseline has, too: ``was`` is its name there."""

    type: Type
    was: str


class _FieldComparison:
    """The types of a program beside those of the baseline."""

    def __init__(self, program: Program, baseline: Baseline, metadata: str) -> None:
        self._program = program
        self._baseline = baseline
        self._metadata = metadata

    # ------------------------------------------------------------------------------------ which types existed before

    def existing_types(self, module: str) -> Iterator[_Existing]:
        """The types of a module that the baseline has, those inside of others too."""
        for type_ in self._program.declared_in(module):
            if type_.module != module:
                continue
            was = self._earlier_name(type_)
            if was is not None:
                yield _Existing(type_, was)
            outer = was or type_.dotted
            for inner in self._baseline.within(outer):
                dotted = type_.dotted + inner[len(outer) :]
                found = self._program.type(dotted)
                if found is not None and found.dotted == dotted:
                    yield _Existing(found, inner)

    def _earlier_name(self, type_: Type) -> str | None:
        """The earlier name of a type: as it is now, unless it moved. It moved where its old name still leads to it; or
        where that name is gone, no other type could be meant, and it kept at least half of its fields."""
        if self._baseline.find(type_.dotted) is not None:
            return type_.dotted
        gone = []
        for name in self._baseline.named(type_.name):
            now = self._program.type(name)
            if now is None:
                gone.append(name)
            elif now.dotted == type_.dotted:
                return name
        alike = [name for name in gone if self._same_place_in_the_api(type_, name) and self._is_alike(type_, name)]
        return alike[0] if len(alike) == 1 else None

    def _same_place_in_the_api(self, type_: Type, name: str) -> bool:
        """Whether two names may stand for one type of one version of one group: others are new types."""
        before, now = _PARTS.split(name), _PARTS.split(type_.dotted)
        if [part for part in before if _VERSION.fullmatch(part)] != [part for part in now if _VERSION.fullmatch(part)]:
            return False
        groups = {last_name(group.name) for group in self._program.groups_of(type_.module)}
        return not groups or not groups.isdisjoint(before)

    def _is_alike(self, type_: Type, name: str) -> bool:
        before = self._baseline.fields_of(name)
        kept = [field for field in type_.fields if _text(field) == without_modules(before.get(field.name, ""))]
        return bool(kept) and len(kept) * 2 >= len(before)

    # -------------------------------------------------------------------------------------------- which fields are new

    def new_fields(self, existing: _Existing) -> list[Field]:
        """The fields that the type lacked, inherited ones too."""
        before = self._baseline.fields_of(existing.was)
        return [field for field in existing.type.fields if field.name not in before and not field.name.startswith("_")]

    def is_told_here(self, existing: _Existing, field: Field) -> bool:
        """Whether a new field is this type's to answer for. One that a base has gained is the base's; one that was
        raised to a base from all the types that derive from it is nobody's."""
        if field.owner == existing.type.dotted:
            return not self._is_raised(existing.was, field)
        base = self._program.type(field.owner)
        was = None if base is None else self._earlier_name(base)
        if was is None or field.name in self._baseline.fields_of(was):
            return True
        return self._is_raised(was, field)

    def _is_raised(self, was: str, field: Field) -> bool:
        """Whether a type that there only was to derive from has a field now that all of those had before."""
        derived = self._baseline.derived_from(was)
        if not derived or self._baseline.is_held(was) or self._metadata in self._baseline.fields_of(was):
            return False
        return all(field.name in self._baseline.fields_of(type_.dotted) for type_ in derived)

    # --------------------------------------------------------------------------------------------- what is said of it

    def ruling(self, existing: _Existing, field: Field) -> Ruling:
        """The verdict on a new field."""
        if any(gate.strip() for gate in field.gates):
            return Ruling(SYMBOL, Verdict.HOLDS, field.name)
        if field.has_unread_gate:
            detail = f"{field.name} is new, and it can't be told which feature gate its declaration names"
            return Ruling(SYMBOL, Verdict.UNPROVEN, field.name, detail, field.location)
        return Ruling(SYMBOL, Verdict.VIOLATED, field.name, self._origin(existing, field), field.location)

    def _origin(self, existing: _Existing, field: Field) -> str:
        """The origin of a field, as far as the baseline tells."""
        name = self._baseline.name
        renamed = self._earlier_field(existing, field)
        if renamed is not None:
            return f"renamed, it was `{renamed}` in {name}"
        moved = self._earlier_holder(existing, field)
        if moved is not None:
            return f"moved from `{moved}`, where {name} has it"
        if existing.was != existing.type.dotted:
            return f"it is not in {name}, where the type is `{existing.was}`"
        return f"it is not in {name}"

    def _earlier_field(self, existing: _Existing, field: Field) -> str | None:
        """The one field of the same type that is gone, where this is the one that is new."""
        text = _text(field)
        before = self._baseline.fields_of(existing.was)
        now = {each.name for each in existing.type.fields}
        gone = [name for name, type_ in before.items() if name not in now and without_modules(type_) == text]
        new = [each for each in self.new_fields(existing) if _text(each) == text]
        return gone[0] if text != UNTOLD and len(gone) == len(new) == 1 else None

    def _earlier_holder(self, existing: _Existing, field: Field) -> str | None:
        """The one field of the same name and type that is gone from another type, of the same module for choice."""
        text = _text(field)
        if text == UNTOLD:
            return None
        found = []
        for holder in self._baseline.holders(field.name, text):
            now = self._program.type(holder.dotted)
            if holder.dotted != existing.was and (now is None or now.field(field.name) is None):
                found.append(holder.dotted)
        module = f"{existing.was.rpartition('.')[0]}."
        near = [holder for holder in found if holder.startswith(module)] or found
        return f"{near[0]}.{field.name}" if len(near) == 1 else None


def _text(field: Field) -> str:
    """A field's type as it can be compared with the baseline's."""
    return UNTOLD if field.annotation == UNSAID else without_modules(" ".join(spelled(field.annotation).split()))
