"""Parts that equal a new object and are made anew: nothing is lost, as long as it is the stored part that equals it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""


@dataclass
class Lens:
    focus: int = 50
    coating: str = ""


@dataclass
class CameraSpec:
    lens: Lens = field(default_factory=Lens)
    spare: Lens = field(default_factory=Lens)


@dataclass
class Camera:
    metadata: Meta
    spec: CameraSpec


class AskedOfTheStoredOneStatusStrategy:
    def prepare_for_update(self, obj: Camera, old: Camera) -> None:
        obj.metadata = old.metadata
        lens = Lens() if old.spec.lens == Lens() else old.spec.lens
        obj.spec = CameraSpec(lens=lens, spare=old.spec.spare)


class AskedOfItsEqualStatusStrategy:
    def prepare_for_update(self, obj: Camera, old: Camera) -> None:
        obj.metadata = old.metadata
        if obj.spec != old.spec:
            obj.spec = old.spec
        elif obj.spec.lens == Lens():
            obj.spec = CameraSpec(spare=obj.spec.spare)


class AskedFieldByFieldStatusStrategy:
    def prepare_for_update(self, obj: Camera, old: Camera) -> None:
        obj.metadata = old.metadata
        if obj.spec != old.spec:
            obj.spec = old.spec
        elif obj.spec.lens.focus == 50 and not obj.spec.lens.coating:
            obj.spec = CameraSpec(spare=obj.spec.spare)


class AskedForOneFieldStatusStrategy:  # expect: spec-not-kept-on-status-update[spec]
    def prepare_for_update(self, obj: Camera, old: Camera) -> None:
        obj.metadata = old.metadata
        if obj.spec != old.spec:
            obj.spec = old.spec
        elif obj.spec.lens.focus == 50:
            obj.spec = CameraSpec(spare=obj.spec.spare)


class AskedOfAnotherStatusStrategy:  # expect: spec-not-kept-on-status-update[spec]
    def prepare_for_update(self, obj: Camera, old: Camera) -> None:
        obj.metadata = old.metadata
        lens = Lens() if old.spec.spare == Lens() else old.spec.lens
        obj.spec = CameraSpec(lens=lens, spare=old.spec.spare)


class AskedOfTheCallersStatusStrategy:  # expect: spec-not-kept-on-status-update[spec]
    def prepare_for_update(self, obj: Camera, old: Camera) -> None:
        obj.metadata = old.metadata
        lens = Lens() if obj.spec.lens == Lens() else old.spec.lens
        obj.spec = CameraSpec(lens=lens, spare=old.spec.spare)
