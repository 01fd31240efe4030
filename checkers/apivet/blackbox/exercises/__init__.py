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
from apivet.blackbox.exercises.stock import Stock
from apivet.blackbox.live.hooks import CannotRunError
from apivet.blackbox.messages import Examined
from apivet.blackbox.models import TypesAssignment
from apivet.blackbox.objects.filling import CannotFillError


def exercise(assignment: TypesAssignment, tell: Callable[[str], object], stock: Stock) -> Examined:
    """Try it. ``tell`` hears what is being tried, ``stock`` has the objects."""
    tell(assignment.name)
    try:
        return _exercised(assignment, stock)
    except (CannotRunError, CannotFillError) as error:
        return Examined((), " ".join(str(error).split()))


def _exercised(assignment: TypesAssignment, stock: Stock) -> Examined:
    if isinstance(assignment, TripAssignment):
        from apivet.blackbox.exercises.round_trips import RoundTrip

        trip = RoundTrip(assignment, stock)
        return Examined(tuple(trip.observations()), runs=trip.runs)
    if isinstance(assignment, AugmentationAssignment):
        from apivet.blackbox.exercises.augmentations import augmentations

        return Examined(tuple(augmentations(assignment, stock)))
    if isinstance(assignment, CodecAssignment):
        from apivet.blackbox.exercises.codecs import exercise_codec

        return exercise_codec(assignment, stock)
    if isinstance(assignment, DocumentsAssignment):
        from apivet.blackbox.exercises.documents import write_documents

        return write_documents(assignment, stock)
    if isinstance(assignment, TransformerAssignment):
        from apivet.blackbox.exercises.transformers import exercise_transformer

        return exercise_transformer(assignment)
    if isinstance(assignment, StorageAssignment):
        from apivet.blackbox.exercises.storages import exercise_storage

        return exercise_storage(assignment)
    raise TypeError(type(assignment).__name__)
