"""The plan of a run besides strategies: conversions, augmentation hooks, codecs, transformers and storages."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, field

from apivet.blackbox.host.plan import gated_path
from apivet.blackbox.protocol.library_codecs import FORMS
from apivet.blackbox.protocol.models import GatedPath, TypeModel, TypesAssignment, type_models
from apivet.blackbox.protocol.scenario_models import (
    AugmentationAssignment,
    CodecAssignment,
    ConversionModel,
    DocumentsAssignment,
    ImportedPlace,
    RootType,
    StorageAssignment,
    TransformerAssignment,
    TripAssignment,
)
from apivet.config import Config
from apivet.config.blackbox import BlackboxSettings
from apivet.conventions.augmentation import WRONG_TYPE, judge_augmentations
from apivet.conventions.gated_fields import all_gated_fields
from apivet.conventions.subject import Subject
from apivet.program.annotations import Annotation, Applied, TypeVariable, members
from apivet.program.contents import Contents
from apivet.program.conversions import Augmentation, Conversion
from apivet.program.model import Program, Type
from apivet.program.role import Role
from apivet.program.scheme import INTERNAL
from apivet.program.syntax import Function
from apivet.verdicts import Confidence, Location, Verdict
from apivet.vocabulary import FROM, TO

#: The names of a transformer's two methods.
TRANSFORMERS = (
    ("transform_to_storage", "transform_from_storage"),
    ("to_storage", "from_storage"),
    ("encrypt", "decrypt"),
)


class ScenarioTask(Struct, frozen=True):
    """Something to try, and where each thing is that findings may be about."""

    location: Location
    assignment: TypesAssignment
    places: Mapping[str, Location] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.assignment.name


class Inventory(Struct):
    """The inventory of a tree. ``types`` are the dotted names of the root types; ``codecs`` and ``transformers`` are
    classes and modules that look like ones, the latter with the names of their methods."""

    conversions: list[Conversion] = field(default_factory=list)
    augmentations: list[Augmentation] = field(default_factory=list)
    types: list[str] = field(default_factory=list)
    codecs: list[tuple[ImportedPlace, Location]] = field(default_factory=list)
    transformers: list[tuple[ImportedPlace, Location]] = field(default_factory=list)


def tasks(inventory: Inventory, program: Program, config: Config, seed: int) -> list[ScenarioTask]:
    """All of them, in the order of their names."""
    settings = config.blackbox
    found = [*_trips(inventory, program), *_augmentations(inventory, program, config)]
    roots = _roots(inventory.types, program)
    codecs = [*_named(settings.codecs, program), *((place, location, False) for place, location in inventory.codecs)]
    models = _models(roots, program) if codecs else {}
    for place, location, is_configured in codecs if roots else ():
        name = place.dotted
        found.append(
            _task(
                location,
                CodecAssignment(name=name, target=place, is_configured=is_configured, roots=tuple(roots), types=models),
            )
        )
    guessed = ((place, location, False) for place, location in inventory.transformers)
    for place, location, is_configured in (*_named(settings.transformers, program), *guessed):
        transformer = TransformerAssignment(name=place.dotted, target=place, is_configured=is_configured, seed=seed)
        found.append(_task(location, transformer))
    for storage, (_, location, _) in zip(storages(settings), _named(settings.storages, program)):
        found.append(_task(location, storage))
    found = [task if task.location.path else _task(_configuration(config), task.assignment) for task in found]
    return sorted(found, key=lambda task: (type(task.assignment).__name__, task.name))


def storages(settings: BlackboxSettings) -> list[StorageAssignment]:
    """Assignments of storages, which can be tried before anything is known of the tree."""
    places = [_place_named(name) for name in settings.storages]
    return [StorageAssignment(name=place.dotted, target=place, seconds=settings.timeout) for place in places]


def documents(
    inventory: Inventory, program: Program, config: Config, recorded: Mapping[str, bytes]
) -> DocumentsAssignment | None:
    """The documents to write for a zero-change proof; ``None`` where nothing encodes anything."""
    roots = _roots(inventory.types, program)
    targets = tuple(place for place, _, _ in _named(config.blackbox.codecs, program)) or tuple(
        place for place, _ in inventory.codecs
    )
    types = _models(roots, program)
    if not roots or not (targets or any(types[root.dotted].form in FORMS for root in roots)):
        return None
    return DocumentsAssignment(
        name="documents",
        targets=targets,
        roots=tuple(roots),
        types=types,
        recorded=dict(recorded),
        gated=_gated(roots, program, config) if recorded else {},
    )


def _gated(roots: Sequence[RootType], program: Program, config: Config) -> dict[str, tuple[GatedPath, ...]]:
    """The gated fields of each type."""
    found = {}
    for root in roots:
        type_ = program.type(root.dotted)
        if type_ is not None:
            nothing: frozenset[str] = frozenset()
            subject = Subject(
                root.dotted, Role.MAIN, type_, nothing, Confidence.CERTAIN, type_.location, program, config
            )
            found[root.dotted] = tuple(gated_path(subject, item) for item in all_gated_fields(subject))
    return found


def _configuration(config: Config) -> Location:
    """The configuration file, as the location of objects that the source does not have."""
    return Location(os.path.relpath(config.file or "pyproject.toml").replace(os.sep, "/"), 1)


def _task(location: Location, assignment: TypesAssignment) -> ScenarioTask:
    return ScenarioTask(location, assignment, {assignment.name: location})


# ------------------------------------------------------------------------------------------------------ conversions


def _trips(inventory: Inventory, program: Program) -> Iterable[ScenarioTask]:
    """Every conversion that something converts back, once a pair and direction.

    Those between parts of objects are tried inside of the objects': a part may leave to a hook of the object what it
    has no field for.
    """
    by_ends: dict[tuple[str, str], list[Conversion]] = defaultdict(list)
    for conversion in inventory.conversions:
        by_ends[conversion.source.dotted, conversion.destination.dotted].append(conversion)
    pairs = [
        (there, back)
        for (source, destination), forward in sorted(by_ends.items())
        for there in forward
        for back in by_ends.get((destination, source), ())
    ]
    roots = frozenset(inventory.types)
    whole = [(there, back) for there, back in pairs if {there.source.dotted, there.destination.dotted} & roots]
    inside: set[str] = set()
    for there, _ in whole:
        inside.update(type_models(program, there.source))
    whole += [(there, back) for there, back in pairs if not {there.source.dotted, there.destination.dotted} & inside]
    places = {each.function.dotted: each.function.location for each in inventory.conversions}
    by_source: dict[str, list[Conversion]] = defaultdict(list)
    for conversion in inventory.conversions:
        by_source[conversion.source.dotted].append(conversion)
    for there, back in dict.fromkeys(whole):
        yield _trip(there, back, by_source, places, program)


def _trip(
    there: Conversion,
    back: Conversion,
    by_source: Mapping[str, Sequence[Conversion]],
    places: Mapping[str, Location],
    program: Program,
) -> ScenarioTask:
    types = {**type_models(program, there.source), **type_models(program, there.destination)}
    inner = tuple(
        (each.function.dotted, dotted)
        for dotted in types
        for each in by_source.get(dotted, ())
        if each is not there and each is not back
    )
    name = f"{there.function.dotted} and {back.function.dotted}"
    assignment = TripAssignment(name=name, there=_model(there), back=_model(back), inner=inner, types=types)
    return ScenarioTask(there.function.location, assignment, places)


def _model(conversion: Conversion) -> ConversionModel:
    function, holder = conversion.function, conversion.holder
    receiver = None
    if holder is not None and function.binding == "instance" and function.parameters:
        receiver = function.parameters[0].name
    return ConversionModel(
        place=ImportedPlace(function.module, function.dotted[len(function.module) + 1 :]),
        source=conversion.source.dotted,
        destination=conversion.destination.dotted,
        source_parameter=conversion.source_parameter,
        destination_parameter=conversion.destination_parameter,
        receiver=receiver,
        holder=_place(holder) if holder is not None else None,
    )


def _place(type_: Type) -> ImportedPlace:
    return ImportedPlace(type_.module, type_.dotted[len(type_.module) + 1 :])


def _augmentations(inventory: Inventory, program: Program, config: Config) -> Iterable[ScenarioTask]:
    for augmentation in inventory.augmentations:
        type_ = augmentation.type
        own = [each for each in inventory.conversions if type_.dotted in (each.source.dotted, each.destination.dotted)]
        if not own:
            continue
        types: dict[str, TypeModel] = {}
        for conversion in own:
            types.update(type_models(program, conversion.source))
            types.update(type_models(program, conversion.destination))
        assignment = AugmentationAssignment(
            name=type_.dotted,
            type=type_.dotted,
            hooks=tuple(name for name in (TO, FROM) if name in augmentation.hooks),
            right=_of_right_type(augmentation, program, config),
            conversions=tuple(_model(each) for each in own),
            types=types,
        )
        places = {each.function.dotted: each.function.location for each in own}
        yield ScenarioTask(type_.location, assignment, {**places, type_.dotted: type_.location})


def _of_right_type(augmentation: Augmentation, program: Program, config: Config) -> tuple[str, ...]:
    """The hooks that take the next type of the chain: one that nothing calls may belong to a conversion which is
    generated elsewhere."""
    _, rows = judge_augmentations(Contents(augmentations=(augmentation,)), program, config)
    return tuple(
        row.field for row in rows if row.rule == WRONG_TYPE and row.verdict is Verdict.HOLDS and row.field is not None
    )


# ------------------------------------------------------------------------------------------------------------ types


def _roots(types: Sequence[str], program: Program) -> list[RootType]:
    """The root types, and what their documents are called: each name once."""
    found: dict[str, RootType] = {}
    for dotted in sorted(types):
        type_ = program.type(dotted)
        if type_ is None or type_.form == "protocol" or any(_is_open(item.annotation) for item in type_.fields):
            continue
        document = _document(type_, program)
        found.setdefault(document, RootType(dotted, document))
    return list(found.values())


def _is_open(annotation: Annotation) -> bool:
    """Whether it takes a type argument to say what a field holds: no object is of such a type as it stands."""
    if isinstance(annotation, Applied):
        return any(_is_open(argument) for argument in annotation.arguments)
    return any(isinstance(member, TypeVariable) for member in members(annotation))


def _document(type_: Type, program: Program) -> str:
    """``apps.v1.Deployment``; a type that is in no group is called after its module."""
    for group in program.groups_of(type_.module):
        name = group.name.rpartition(".")[2]
        for served in group.served:
            if type_.module == served.module:
                return f"{name}.{served.version}.{type_.name}"
            if type_.module in served.storage:
                return f"{name}.{served.version}-storage.{type_.name}"
        if type_.module == group.hub:
            return f"{name}.{INTERNAL}.{type_.name}"
    return type_.dotted


def _models(roots: Sequence[RootType], program: Program) -> dict[str, TypeModel]:
    models: dict[str, TypeModel] = {}
    for root in roots:
        type_ = program.type(root.dotted)
        if type_ is not None and root.dotted not in models:
            models.update(type_models(program, type_))
    return models


# ------------------------------------------------------------------------------------------------------------ names


def _named(names: Sequence[str], program: Program) -> Iterable[tuple[ImportedPlace, Location, bool]]:
    """Places that the configuration names, each with its location."""
    for place in map(_place_named, names):
        entity = program.locate(f"{place.module}.{place.qualified}")
        location = entity.location if isinstance(entity, (Type, Function)) else program.start_of(place.module)
        yield place, location, True


def _place_named(name: str) -> ImportedPlace:
    """The place that ``package.module:name`` or ``package.module.name`` leads to."""
    module, colon, qualified = name.partition(":")
    if not colon:
        module, _, qualified = name.rpartition(".")
    return ImportedPlace(module, qualified)
