"""Assignments for a worker besides strategies: conversions, hooks of types, codecs, transformers,
storages."""

from __future__ import annotations

from msgspec import Struct, field

from apivet.blackbox.protocol.models import GatedPath, TypeModel, TypesAssignment

ROUND_TRIP = "round-trip-loses-data"
CODEC = "codec-round-trip-loses-data"
TRANSFORMER = "transformer-not-inverse"


class ImportedPlace(Struct, frozen=True):
    """Something in the project's code, as it is imported; without ``qualified``, a whole module."""

    module: str
    qualified: str

    @property
    def dotted(self) -> str:
        return f"{self.module}.{self.qualified}" if self.qualified else self.module


class ConversionModel(Struct, frozen=True):
    """A conversion. ``receiver`` is the parameter that the method is bound to, where it is an instance's;
    ``destination_parameter`` is ``None`` where the function returns what it makes."""

    place: ImportedPlace
    source: str
    destination: str
    source_parameter: str
    destination_parameter: str | None
    receiver: str | None = None
    holder: ImportedPlace | None = None


class TripAssignment(TypesAssignment, frozen=True, kw_only=True):
    """Two types, and the conversions there and back. ``inner`` are the conversions between types inside of the two,
    each by its dotted name with the type that it converts from."""

    there: ConversionModel
    back: ConversionModel
    inner: tuple[tuple[str, str], ...]
    types: dict[str, TypeModel]


class AugmentationAssignment(TypesAssignment, frozen=True, kw_only=True):
    """A type's augmentation hooks, and every conversion from the type and to it. The ``right`` hooks certainly take
    the next type of the chain."""

    type: str
    hooks: tuple[str, ...]
    right: tuple[str, ...]
    conversions: tuple[ConversionModel, ...]
    types: dict[str, TypeModel]


class RootType(Struct, frozen=True):
    """A root type, with what its documents are called: ``core.v1.Pod``."""

    dotted: str
    document: str


class CodecAssignment(TypesAssignment, frozen=True, kw_only=True):
    """A codec, or whatever makes one for a type. One that the configuration names has to take part; one that only
    looks like a codec may turn out to be something else."""

    target: ImportedPlace
    is_configured: bool
    roots: tuple[RootType, ...]
    types: dict[str, TypeModel]


class DocumentsAssignment(TypesAssignment, frozen=True, kw_only=True):
    """The codecs, in the order in which they are tried, and the types of which documents are written; ``recorded``
    holds those of an earlier run by their names, ``gated`` each type's gated fields."""

    targets: tuple[ImportedPlace, ...]
    roots: tuple[RootType, ...]
    types: dict[str, TypeModel]
    recorded: dict[str, bytes] = field(default_factory=dict)
    gated: dict[str, tuple[GatedPath, ...]] = field(default_factory=dict)


class TransformerAssignment(TypesAssignment, frozen=True, kw_only=True):
    """A transformer, or whatever makes one, and the names of its two methods."""

    target: ImportedPlace
    is_configured: bool
    seed: int


class StorageAssignment(TypesAssignment, frozen=True, kw_only=True):
    """The factory of a :class:`~apivet.blackbox.storage_conformance.StorageUnderTest`, and the seconds for all its
    checks."""

    target: ImportedPlace
    seconds: float
