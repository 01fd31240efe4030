"""What a worker does with an assignment that is no strategy: one module for each kind of thing that is tried."""

from __future__ import annotations

from collections.abc import Callable

from apivet.blackbox.exercises.models import (
    AugmentationAssignment,
    CodecAssignment,
    DocumentsAssignment,
    StorageAssignment,
    TransformerAssignment,
    TripAssignment,
)
from apivet.blackbox.live.hooks import CannotRunError
from apivet.blackbox.messages import Examined
from apivet.blackbox.models import TypesAssignment
from apivet.blackbox.objects.filling import CannotFillError, Own


def exercise(assignment: TypesAssignment, tell: Callable[[str], object], own: Own | None = None) -> Examined:
    """Try it. ``tell`` hears what is being tried, ``own`` makes objects that the project knows better."""
    tell(assignment.name)
    try:
        return _exercised(assignment, own)
    except (CannotRunError, CannotFillError) as error:
        return Examined((), " ".join(str(error).split()))


def _exercised(assignment: TypesAssignment, own: Own | None) -> Examined:
    if isinstance(assignment, TripAssignment):
        from apivet.blackbox.exercises.round_trips import RoundTrip

        trip = RoundTrip(assignment, own)
        return Examined(tuple(trip.observations()), runs=trip.runs)
    if isinstance(assignment, AugmentationAssignment):
        from apivet.blackbox.exercises.augmentations import augmentations

        return Examined(tuple(augmentations(assignment, own)))
    if isinstance(assignment, CodecAssignment):
        from apivet.blackbox.exercises.codecs import exercise_codec

        return exercise_codec(assignment, own)
    if isinstance(assignment, DocumentsAssignment):
        from apivet.blackbox.exercises.documents import write_documents

        return write_documents(assignment, own)
    if isinstance(assignment, TransformerAssignment):
        from apivet.blackbox.exercises.transformers import exercise_transformer

        return exercise_transformer(assignment)
    if isinstance(assignment, StorageAssignment):
        from apivet.blackbox.exercises.storages import exercise_storage

        return exercise_storage(assignment)
    raise TypeError(type(assignment).__name__)
