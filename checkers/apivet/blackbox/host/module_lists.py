"""The modules that a piece of work is about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from apivet.blackbox.protocol.messages import Imports, Work
from apivet.blackbox.protocol.models import Assignment
from apivet.blackbox.protocol.scenario_models import (
    AugmentationAssignment,
    CodecAssignment,
    ConversionModel,
    DocumentsAssignment,
    ImportedPlace,
    TransformerAssignment,
    TripAssignment,
)

#: A module by its name, and the absolute path of its file where that is known.
_Module = tuple[str, str]


def imports_of(works: Sequence[Work], factories: str) -> Imports:
    """The modules of several pieces of work, and that of the project's factories: in the same order, whatever theirs
    is."""
    found = sorted({module for work in works for module in _modules_of(work)})
    has_gates = any(isinstance(work, Assignment) and work.known_gates for work in works)
    return Imports((*([(factories, "")] if found and factories else []), *found), has_gates)


def _modules_of(work: Work) -> Iterator[_Module]:
    if isinstance(work, Assignment):
        yield from _of_strategy(work)
    elif isinstance(work, TripAssignment):
        yield from _of_conversions((work.there, work.back))
    elif isinstance(work, AugmentationAssignment):
        yield from _of_conversions(work.conversions)
    elif isinstance(work, (CodecAssignment, TransformerAssignment)):
        yield work.target.module, ""
    elif isinstance(work, DocumentsAssignment):
        yield from ((target.module, "") for target in work.targets)


def _of_strategy(work: Assignment) -> Iterator[_Module]:
    if work.declaration is None:
        yield work.module, work.source
        return
    for _, source_slice in work.declaration.members:
        yield source_slice.module, source_slice.source


def _of_conversions(conversions: Iterable[ConversionModel]) -> Iterator[_Module]:
    for conversion in conversions:
        places: list[ImportedPlace | None] = [conversion.place, conversion.holder]
        yield from ((place.module, "") for place in places if place is not None)
