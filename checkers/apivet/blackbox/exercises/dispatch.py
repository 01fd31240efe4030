"""The examination of everything other than strategies, by kind."""

from __future__ import annotations

from collections.abc import Callable

from apivet.blackbox.exercises.augmentations import augmentations
from apivet.blackbox.exercises.codecs import exercise_codec
from apivet.blackbox.exercises.documents import write_documents
from apivet.blackbox.exercises.models import (
    AugmentationAssignment,
    CodecAssignment,
    DocumentsAssignment,
    StorageAssignment,
    TransformerAssignment,
    TripAssignment,
)
from apivet.blackbox.exercises.round_trips import RoundTrip
from apivet.blackbox.exercises.stock import Stock
from apivet.blackbox.exercises.storages import exercise_storage
from apivet.blackbox.exercises.transformers import exercise_transformer
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
        trip = RoundTrip(assignment, stock)
        return Examined(tuple(trip.observations()), runs=trip.runs)
    if isinstance(assignment, AugmentationAssignment):
        return Examined(tuple(augmentations(assignment, stock)))
    if isinstance(assignment, CodecAssignment):
        return exercise_codec(assignment, stock)
    if isinstance(assignment, DocumentsAssignment):
        return write_documents(assignment, stock)
    if isinstance(assignment, TransformerAssignment):
        return exercise_transformer(assignment)
    if isinstance(assignment, StorageAssignment):
        return exercise_storage(assignment)
    raise TypeError(type(assignment).__name__)
