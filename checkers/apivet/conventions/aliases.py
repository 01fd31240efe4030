"""Every served type has a hub type; one that is an alias of it stays one (contract section 6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from apivet.conventions.hub_comparison import TypeComparison
from apivet.conventions.hub_names import computed_types, names_a_class
from apivet.conventions.hub_pairing import hub_names, hub_pairs, served_names
from apivet.conventions.rulings import ObjectRuling, Ruling, Said, reported
from apivet.conventions.subject import Configuration
from apivet.program.contents import Contents
from apivet.program.groups import Group
from apivet.program.model import External, Module, Program, Type
from apivet.program.scheme import INTERNAL, KnownType, Patch
from apivet.verdicts import Verdict, WitnessStep

MISSING: Final = "hub-type-missing"
NOT_ALIASED: Final = "hub-type-not-aliased"
EXTENDED: Final = "hub-alias-extended"
INTERNAL_ALIAS: Final = "hub-alias-registered-internal"


class Alias(Struct, frozen=True, eq=False):
    """A hub type that is a name for a served class."""

    name: str
    served: Type
    group: Group

    @property
    def object(self) -> str:
        """The hub type's dotted name."""
        return f"{self.group.hub}.{self.name}"


class TypeNames:
    """Names of types in the modules of groups, each worked out once."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._bound: dict[str, frozenset[str]] = {}
        self._served: dict[Group, dict[str, Type]] = {}
        self._aliases: dict[Group, list[Alias]] = {}

    def bound(self, module: str) -> frozenset[str]:
        """The public names of a module."""
        if module not in self._bound:
            self._bound[module] = frozenset(self.program.bound_in(module))
        return self._bound[module]

    def served(self, group: Group) -> dict[str, Type]:
        """The served types of a group, by their dotted names."""
        if group not in self._served:
            modules = (served.module for served in group.served)
            found = (type_ for module in modules for type_ in self.program.declared_in(module))
            self._served[group] = {type_.dotted: type_ for type_ in found}
        return self._served[group]

    def aliases(self, group: Group) -> list[Alias]:
        """The names of the hub module that stand for served classes of the same name."""
        if group not in self._aliases:
            self._aliases[group] = list(self._find_aliases(group))
        return self._aliases[group]

    def _find_aliases(self, group: Group) -> Iterator[Alias]:
        for name in self.program.bound_in(group.hub) if group.hub is not None else ():
            meant = self.program.resolve(group.hub or "", name)
            if isinstance(meant, Type) and meant.dotted in self.served(group):
                if meant.name in served_names(group, name):
                    yield Alias(name, meant, group)

    def aliases_of(self, dotted: str) -> list[Alias]:
        """The hub types that are names for a class."""
        type_ = self.program.type(dotted)
        groups = self.program.groups_of(type_.module) if type_ is not None else ()
        return [alias for group in groups for alias in self.aliases(group) if alias.served.dotted == dotted]


def judge_aliases(contents: Contents, program: Program, config: Configuration) -> Said:
    """The served types that a file declares, the hub types that it names, and what it does to those elsewhere."""
    names = TypeNames(program)
    asked = (_missing, _not_aliased, _subclasses, _extended, _registered_internally)
    return reported(ruling for question in asked for ruling in question(contents, names))


# ------------------------------------------------------------------------------------------------------- missing


def _missing(contents: Contents, names: TypeNames) -> Iterator[ObjectRuling]:
    program = names.program
    verdicts: dict[str, Verdict] = {}
    types: dict[str, tuple[Type, Group]] = {}
    for group in program.groups_of(contents.module):
        for served in group.served if group.hub is not None else ():
            for type_ in program.declared_in(served.module):
                # A type that is handed on from a module of no group is reported where that is done.
                home = type_.module if program.groups_of(type_.module) else served.module
                if home == contents.module and _is_served_type(type_):
                    verdict = _has_hub_type(names, group, type_)
                    if verdicts.get(type_.dotted) is not Verdict.HOLDS:
                        verdicts[type_.dotted] = verdict
                        types[type_.dotted] = (type_, group)
    for dotted, (type_, group) in types.items():
        detail = _why(program, group, type_.name, verdicts[dotted])
        yield dotted, type_.location, Ruling(MISSING, verdicts[dotted], None, detail)
    for group in program.groups_of(contents.module):
        if any(served.module == contents.module for served in group.served):
            for dotted, location, verdict in computed_types(program, group, contents.module):
                detail = _why(program, group, dotted.rpartition(".")[2], verdict)
                yield dotted, location, Ruling(MISSING, verdict, None, detail)


def _why(program: Program, group: Group, served_name: str, verdict: Verdict) -> str:
    name = hub_names(group, served_name)[0]
    is_bound = name in program.bound_in(group.hub or "")
    if verdict is Verdict.VIOLATED:
        return f"{group.hub}.{name} is no class" if is_bound else f"{group.hub} has no {name}"
    if verdict is Verdict.HOLDS:
        return ""
    if not _is_readable(program, group):
        return f"{group.hub} can't be read"
    if program.may_bind_more(group.hub or ""):
        return f"{group.hub} makes up names when they are asked for"
    if is_bound:
        return f"what {group.hub}.{name} is can't be told"
    return f"{group.hub} imports names from a module that can't be found"


def _is_served_type(type_: Type) -> bool:
    """Whether a class holds data that clients send and get."""
    is_error = type_.name.endswith(("Error", "Exception"))
    holds_data = bool(type_.constants) if type_.form == "enum" else type_.structured and bool(type_.fields)
    return holds_data and not type_.name.startswith("_") and not is_error


def _has_hub_type(names: TypeNames, group: Group, type_: Type) -> Verdict:
    assert group.hub is not None
    unclear = not _is_readable(names.program, group)
    for name in hub_names(group, type_.name):
        found = names.program.resolve(group.hub, name)
        # A name that a star import may have brought is known by where it would come from.
        if name in names.bound(group.hub) or not isinstance(found, External) or "." in found.dotted:
            standing = names_a_class(names.program, found)
            if standing is Verdict.HOLDS:
                return Verdict.HOLDS
            unclear = unclear or standing is Verdict.UNPROVEN
    return Verdict.UNPROVEN if unclear or names.program.may_bind_more(group.hub) else Verdict.VIOLATED


def _is_readable(program: Program, group: Group) -> bool:
    """Whether there is anything to be known about the hub module of a group."""
    return isinstance(program.locate(group.hub or ""), Module)


# --------------------------------------------------------------------------------------------------- not aliased


def _not_aliased(contents: Contents, names: TypeNames) -> Iterator[ObjectRuling]:
    program = names.program
    comparison: TypeComparison | None = None
    for group in _groups_of_hub(contents, program):
        served = names.served(group)
        for pair in hub_pairs(program, group):
            if pair.hub.module != contents.module or pair.hub.dotted in served:
                continue
            if any(base.methods or base.dotted in served for base in program.ancestry(pair.hub)):
                continue
            comparison = comparison or TypeComparison(program)
            verdict = comparison.compare(pair.hub, pair.served).verdict
            if verdict is not Verdict.HOLDS:
                # A type that differs may well be one of its own.
                differs = Verdict.HOLDS if verdict is Verdict.VIOLATED else Verdict.UNPROVEN
                detail = (
                    "" if verdict is Verdict.VIOLATED else f"whether it differs from {pair.served.dotted} is unproven"
                )
                yield pair.object, pair.hub.location, Ruling(NOT_ALIASED, differs, None, detail)
                continue
            place = pair.served.location
            step = WitnessStep(place.path, place.line, f"{pair.version.version} declares the same type")
            yield pair.object, pair.hub.location, Ruling(NOT_ALIASED, Verdict.VIOLATED, witness=(step,))


def _groups_of_hub(contents: Contents, program: Program) -> Iterator[Group]:
    """The groups whose hub types a file declares."""
    for group in program.groups_of(contents.module):
        if group.hub is not None and _is_in_hub(contents.module, group.hub):
            yield group


def _is_in_hub(module: str, hub: str) -> bool:
    return module == hub or module.startswith(hub + ".")


# ------------------------------------------------------------------------------------------------------ extended


def _subclasses(contents: Contents, names: TypeNames) -> Iterator[ObjectRuling]:
    """A class of the hub that derives from the served class of the same name only looks like an alias."""
    program = names.program
    for group in _groups_of_hub(contents, program):
        served = names.served(group)
        for type_ in program.declared_in(group.hub) if group.hub is not None else ():
            if type_.module != contents.module or type_.dotted in served:
                continue
            expected = served_names(group, type_.name)
            for base in program.ancestry(type_)[1:]:
                if base.dotted in served and base.name in expected:
                    detail = f"{type_.name} is a class of its own, derived from {base.dotted}"
                    step = WitnessStep(base.location.path, base.location.line, "the served class is declared here")
                    ruling = Ruling(EXTENDED, Verdict.VIOLATED, None, detail, type_.location, (step,))
                    yield f"{group.hub}.{type_.name}", type_.location, ruling
                    break


def _extended(contents: Contents, names: TypeNames) -> Iterator[ObjectRuling]:
    """Additions of this file to aliased classes. That an alias is left alone is said where the hub module is, and put
    right by findings about other files."""
    told: set[str] = set()
    for patch in names.program.patches_in(contents.module):
        for alias in names.aliases_of(patch.type):
            if _adds_to(patch, alias):
                told.add(alias.object)
                yield alias.object, patch.location, _extension(patch, alias)
    for group in _groups_of_hub(contents, names.program):
        if group.hub == contents.module:
            for alias in names.aliases(group):
                if alias.object not in told:
                    yield alias.object, alias.served.location, Ruling(EXTENDED, Verdict.HOLDS)


def _adds_to(patch: Patch, alias: Alias) -> bool:
    """Whether code outside of the served version adds to the class: what its own package does to it is part of it."""
    if patch.is_test or patch.module == alias.served.module:
        return False
    package = alias.served.module.rpartition(".")[0] + "."
    beside_hub = f"{alias.group.hub}.".startswith(package)
    return beside_hub or not f"{patch.module}.".startswith(package)


def _extension(patch: Patch, alias: Alias) -> Ruling:
    detail = f"{patch.written} is {alias.served.dotted}, which clients use as well"
    place = alias.served.location
    step = WitnessStep(place.path, place.line, "the served class is declared here")
    return Ruling(EXTENDED, Verdict.VIOLATED, patch.attribute, detail, patch.location, (step,))


def _registered_internally(contents: Contents, names: TypeNames) -> Iterator[ObjectRuling]:
    program = names.program
    hubs = [group for group in _groups_of_hub(contents, program) if group.hub == contents.module]
    aliased = [alias for group in hubs for alias in names.aliases(group)]
    known = program.known_types() if aliased or program.may_register(contents.module) else ()
    entries = [entry for entry in known if entry.version == INTERNAL and not entry.is_test]
    for entry in entries:
        if entry.module == contents.module and entry.type is not None:
            for alias in names.aliases_of(entry.type):
                yield alias.object, entry.location, _internal(entry, alias)
    for alias in aliased:
        if all(entry.type != alias.served.dotted for entry in entries):
            yield alias.object, alias.served.location, Ruling(INTERNAL_ALIAS, Verdict.HOLDS)


def _internal(entry: KnownType, alias: Alias) -> Ruling:
    place = alias.served.location
    step = WitnessStep(place.path, place.line, f"{alias.object} is this class")
    detail = f"it is {alias.served.dotted}, which its own version registers"
    return Ruling(INTERNAL_ALIAS, Verdict.VIOLATED, None, detail, entry.location, (step,))
