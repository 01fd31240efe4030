"""A gated list whose disabled kinds of element are filtered out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from apimachinery.gates import FeatureGate
from features import enabled


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Volume:
    name: str = ""
    image: Annotated[str | None, FeatureGate("ImageVolume")] = None


@dataclass
class PodSpec:
    volumes: list[Volume] = field(default_factory=list)


@dataclass
class Pod:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: PodSpec = field(default_factory=PodSpec)


def image_in_use(old: Pod | None) -> bool:
    return old is not None and any(volume.image is not None for volume in old.spec.volumes)


class FilterStrategy:
    # undecided: ungated-field-dropped
    def prepare_for_create(self, obj: Pod) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Pod, old: Pod) -> None:
        self.drop(obj, old)

    def drop(self, obj: Pod, old: Pod | None) -> None:
        if not enabled("ImageVolume") and not image_in_use(old):
            obj.spec.volumes = [volume for volume in obj.spec.volumes if volume.image is None]


class InvertedFilterStrategy:
    # expect: gated-field-not-dropped[spec.volumes[*].image]
    # undecided: ungated-field-dropped
    def prepare_for_create(self, obj: Pod) -> None:
        self.drop(obj, None)

    def prepare_for_update(self, obj: Pod, old: Pod) -> None:
        self.drop(obj, old)

    def drop(self, obj: Pod, old: Pod | None) -> None:
        if not enabled("ImageVolume") and not image_in_use(old):
            obj.spec.volumes = [volume for volume in obj.spec.volumes if volume.image is not None]
