"""The examination of everything other than strategies, by kind."""

from __future__ import annotations

from collections.abc import Callable

from apivet.blackbox.objects.filling import CannotFillError
from apivet.blackbox.project.hooks import CannotRunError
from apivet.blackbox.project.samples import Samples
from apivet.blackbox.protocol.messages import Examined
from apivet.blackbox.protocol.models import TypesAssignment
from apivet.blackbox.protocol.scenario_models import (
    AugmentationAssignment,
    CodecAssignment,
    DocumentsAssignment,
    StorageAssignment,
    TransformerAssignment,
    TripAssignment,
)
from apivet.blackbox.scenarios.augmentations import augmentations
from apivet.blackbox.scenarios.codecs import examine_codec
from apivet.blackbox.scenarios.documents import write_documents
from apivet.blackbox.scenarios.round_trips import RoundTrip
from apivet.blackbox.scenarios.storages import examine_storage
from apivet.blackbox.scenarios.transformers import examine_transformer


def run_scenario(assignment: TypesAssignment, tell: Callable[[str], object], samples: Samples) -> Examined:
    """Try it. ``tell`` hears what is being tried, ``samples`` has the objects."""
    tell(assignment.name)
    try:
        return _examined(assignment, samples)
    except (CannotRunError, CannotFillError) as error:
        return Examined((), " ".join(str(error).split()))


def _examined(assignment: TypesAssignment, samples: Samples) -> Examined:
    if isinstance(assignment, TripAssignment):
        trip = RoundTrip(assignment, samples)
        return Examined(tuple(trip.observations()), runs=trip.runs)
    if isinstance(assignment, AugmentationAssignment):
        return Examined(tuple(augmentations(assignment, samples)))
    if isinstance(assignment, CodecAssignment):
        return examine_codec(assignment, samples)
    if isinstance(assignment, DocumentsAssignment):
        return write_documents(assignment, samples)
    if isinstance(assignment, TransformerAssignment):
        return examine_transformer(assignment)
    if isinstance(assignment, StorageAssignment):
        return examine_storage(assignment)
    raise TypeError(type(assignment).__name__)
