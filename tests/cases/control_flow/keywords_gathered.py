"""Changes gathered in a mapping first, on some paths only."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from apimachinery.meta import reset_object_meta_for_status as reset


@dataclass
class Meta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)
    generation: int = 0


@dataclass
class Well:
    metadata: Meta = field(default_factory=Meta)
    spec: int = 0
    status: str = ""


class GatheredStrategy:
    def prepare_for_create(self, obj: Well) -> Well:
        changes = dict(status="")
        changes["metadata"] = replace(obj.metadata, generation=1)
        return replace(obj, **changes)

    def prepare_for_update(self, obj: Well, old: Well) -> Well:
        changes = {"status": old.status}
        if obj.spec != old.spec:
            changes["metadata"] = replace(obj.metadata, generation=old.metadata.generation + 1)
        return replace(obj, **changes)


class GatheredOnOnePathStrategy:  # expect: status-not-wiped-on-create, status-not-kept-on-update
    def prepare_for_create(self, obj: Well) -> Well:
        changes = {}
        if obj.spec:
            changes["status"] = ""
        return replace(obj, metadata=replace(obj.metadata, generation=1), **changes)

    def prepare_for_update(self, obj: Well, old: Well) -> Well:
        changes = {}
        if obj.spec != old.spec:
            changes.update(status=old.status)
            changes.update(metadata=replace(obj.metadata, generation=old.metadata.generation + 1))
        return replace(obj, **changes)


class MadeAnewStrategy:
    """What is left out has its default."""

    def prepare_for_create(self, obj: Well) -> Well:
        fields = {"metadata": replace(obj.metadata, generation=1)}
        if obj.spec:
            fields["spec"] = obj.spec
        return Well(**fields)

    def prepare_for_update(self, obj: Well, old: Well) -> Well:
        fields = {"metadata": obj.metadata, "spec": obj.spec}
        if old.status:
            fields["status"] = old.status
        if obj.spec != old.spec:
            fields["metadata"] = replace(obj.metadata, generation=old.metadata.generation + 1)
        return Well(**fields)


class SetOverItemsStrategy:
    def prepare_for_create(self, obj: Well) -> None:
        for name, value in {"status": "", "spec": obj.spec}.items():
            setattr(obj, name, value)
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Well, old: Well) -> None:
        changes = {}
        changes["status"] = old.status
        if obj.spec != old.spec:
            changes["metadata"] = replace(obj.metadata, generation=old.metadata.generation + 1)
        for name, value in changes.items():
            setattr(obj, name, value)


class RenamedHelperStatusStrategy(GatheredStrategy):
    def prepare_for_update(self, obj: Well, old: Well) -> None:
        reset(obj.metadata, old.metadata)
        obj.spec = old.spec


class MembershipStrategy:  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Well) -> None:
        seen = {}
        if obj.spec:
            seen["status"] = True
        if "status" in seen:
            obj.status = ""
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Well, old: Well) -> None:
        kept = {"status": old.status}
        obj.status = kept.pop("status")
        obj.metadata.generation += obj.spec != old.spec
