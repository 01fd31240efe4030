"""Assignments for a worker besides strategies: conversions, hooks of types, codecs, transformers,
storages."""

from __future__ import annotations

from dataclasses import dataclass, field

from apivet.blackbox.protocol.models import GatedPath, TypeModel, TypesAssignment

ROUND_TRIP = "round-trip-loses-data"
CODEC = "codec-round-trip-loses-data"
TRANSFORMER = "transformer-not-inverse"


@dataclass(frozen=True, slots=True)
class ImportedPlace:
    """Something in the project's code, as it is imported; without ``qualified``, a whole module."""

    module: str
    qualified: str

    @property
    def dotted(self) -> str:
        return f"{self.module}.{self.qualified}" if self.qualified else self.module


@dataclass(frozen=True, slots=True)
class ConversionModel:
    """A conversion. ``receiver`` is the parameter that the method is bound to, where it is an instance's;
    ``destination_parameter`` is ``None`` where the function returns what it makes."""

    place: ImportedPlace
    source: str
    destination: str
    source_parameter: str
    destination_parameter: str | None
    receiver: str | None = None
    holder: ImportedPlace | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TripAssignment(TypesAssignment):
    """Two types, and the conversions there and back. ``inner`` are the conversions between types inside of the two,
    each by its dotted name with the type that it converts from."""

    there: ConversionModel
    back: ConversionModel
    inner: tuple[tuple[str, str], ...]
    types: dict[str, TypeModel]


@dataclass(frozen=True, slots=True, kw_only=True)
class AugmentationAssignment(TypesAssignment):
    """A type's augmentation hooks, and every conversion from the type and to it. The ``right`` hooks certainly take
    the next type of the chain."""

    type: str
    hooks: tuple[str, ...]
    right: tuple[str, ...]
    conversions: tuple[ConversionModel, ...]
    types: dict[str, TypeModel]


@dataclass(frozen=True, slots=True)
class RootType:
    """A root type, with what its documents are called: ``core.v1.Pod``."""

    dotted: str
    document: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CodecAssignment(TypesAssignment):
    """A codec, or whatever makes one for a type. One that the configuration names has to take part; one that only
    looks like a codec may turn out to be something else."""

    target: ImportedPlace
    is_configured: bool
    roots: tuple[RootType, ...]
    types: dict[str, TypeModel]


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentsAssignment(TypesAssignment):
    """The codecs, in the order in which they are tried, and the types of which documents are written; ``recorded``
    holds those of an earlier run by their names, ``gated`` each type's gated fields."""

    targets: tuple[ImportedPlace, ...]
    roots: tuple[RootType, ...]
    types: dict[str, TypeModel]
    recorded: dict[str, bytes] = field(default_factory=dict)
    gated: dict[str, tuple[GatedPath, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class TransformerAssignment(TypesAssignment):
    """A transformer, or whatever makes one, and the names of its two methods."""

    target: ImportedPlace
    is_configured: bool
    seed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageAssignment(TypesAssignment):
    """The factory of a :class:`~apivet.blackbox.storage_conformance.StorageUnderTest`, and the seconds for all its
    checks."""

    target: ImportedPlace
    seconds: float
