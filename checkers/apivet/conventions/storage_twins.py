"""A storage twin has its version's fields, plus the property bag (contract section 7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from apivet.conventions.hub_names import names_a_class
from apivet.conventions.property_bags import is_bag
from apivet.conventions.rulings import ObjectRuling, Ruling, Said, reported
from apivet.conventions.subject import Configuration
from apivet.program.contents import Contents
from apivet.program.model import Program, Type
from apivet.verdicts import Verdict, WitnessStep

SYMBOL: Final = "storage-twin-differs"
#: A field that a storage type may have besides: the version that an object was written in.
_OF_STORAGE: Final = frozenset(("original_version",))


def judge_storage_twins(contents: Contents, program: Program, config: Configuration) -> Said:
    """The storage twins that a file holds."""
    return reported(_rulings(contents, program))


def _rulings(contents: Contents, program: Program) -> Iterator[ObjectRuling]:
    for group in program.groups_of(contents.module):
        for served in group.served:
            if contents.module not in served.storage or contents.module == served.module:
                continue
            for type_ in program.declared_in(served.module):
                twin = program.resolve(contents.module, type_.name)
                name = f"{contents.module}.{type_.name}"
                if isinstance(twin, Type):
                    if _holds_fields(type_) and _holds_fields(twin):
                        for ruling in _compared(type_, twin, served.version, program.words.type_fields):
                            yield name, twin.location, ruling
                elif type_.name in program.bound_in(contents.module) and _holds_fields(type_):
                    if names_a_class(program, twin) is Verdict.UNPROVEN:
                        reason = f"what {name} is can't be told"
                        yield name, type_.location, Ruling(SYMBOL, Verdict.UNPROVEN, None, reason)


def _holds_fields(type_: Type) -> bool:
    return type_.structured and bool(type_.fields) and not type_.name.startswith("_")


def _compared(type_: Type, twin: Type, version: str, type_fields: Sequence[str]) -> Iterator[Ruling]:
    """The fields that one of the two lacks, a ruling for each field."""
    here = {field.name: field for field in twin.fields}
    there = {field.name: field for field in type_.fields}
    place = type_.location
    step = WitnessStep(place.path, place.line, f"{version} declares it here")
    exempt = {*type_fields, *_OF_STORAGE, *(name for name in (*here, *there) if name.startswith("_"))}
    lacking = [name for name in there if name not in here and name not in exempt]
    extra = [name for name, field in here.items() if name not in there and name not in exempt and not is_bag(field)]
    unread = next((one for one in (twin, type_) if one.has_unknown_base or one.unread_decorators), None)
    if (lacking or extra) and unread is not None:
        reason = f"which fields {unread.dotted} has depends on what can't be looked into"
        yield Ruling(SYMBOL, Verdict.UNPROVEN, None, reason)
        return
    for name in lacking:
        detail = f"`{name}` is missing, {version} has it"
        yield Ruling(SYMBOL, Verdict.VIOLATED, name, detail, twin.location, (step,))
    for name in extra:
        detail = f"`{name}` is not in {version}"
        yield Ruling(SYMBOL, Verdict.VIOLATED, name, detail, here[name].location, (step,))
    if not lacking and not extra:
        yield Ruling(SYMBOL, Verdict.HOLDS)
