"""Reset fields told in more forms."""

from __future__ import annotations

from dataclasses import dataclass, field

from elsewhere import served_version


@dataclass
class Meta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)
    generation: int = 0


@dataclass
class Spec:
    size: int = 0
    node: str = ""


@dataclass
class Shed:
    metadata: Meta
    spec: Spec
    status: str = ""


RESET = frozenset({"status"})


class Main:
    def prepare_for_create(self, obj: Shed) -> None:
        obj.status = ""
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Shed, old: Shed) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation += 1


class ConstantStrategy(Main):
    def get_reset_fields(self):
        return RESET


class ByVersionStrategy(Main):
    def get_reset_fields(self):
        return {"v1": {"status"}, "v2": ["status"]}


class OneVersionWrongStrategy(Main):  # expect: reset-fields-mismatch
    def get_reset_fields(self):
        return {"v1": {"status"}, "v2": {"spec"}}


class BuiltStrategy(Main):
    def get_reset_fields(self):
        fields = set()
        fields.add("status")
        return fields


class ListBuiltStrategy(Main):
    def get_reset_fields(self):
        return {version: ("status",) for version in ("v1", "v2")}


class PropertyStrategy(Main):
    @property
    def get_reset_fields(self):
        return ["status"]


class EmptyStrategy(Main):  # expect: reset-fields-mismatch
    def get_reset_fields(self):
        return set()


class TooManyStrategy(Main):  # expect: reset-fields-mismatch
    def get_reset_fields(self):
        return {"status", "metadata.labels"}


class UnionStrategy(Main):  # expect: reset-fields-mismatch
    def get_reset_fields(self):
        return RESET | {"spec"}


class SpecStrategy(Main):
    def prepare_for_update(self, obj: Shed, old: Shed) -> None:
        obj.status = old.status
        obj.spec.node = old.spec.node
        if obj.spec != old.spec:
            obj.metadata.generation += 1

    def get_reset_fields(self):
        return ["status", "spec.node"]


class WholeStatusStrategy(Main):
    subresource = "status"

    def prepare_for_update(self, obj: Shed, old: Shed) -> None:
        obj.spec = old.spec
        obj.metadata.labels = old.metadata.labels

    def get_reset_fields(self):
        return {"spec", "metadata.labels"}


class WholeMetadataStatusStrategy(WholeStatusStrategy):
    def get_reset_fields(self):
        return {"spec", "metadata"}


class ForgetsLabelsStatusStrategy(WholeStatusStrategy):  # expect: reset-fields-mismatch
    def get_reset_fields(self):
        return {"spec"}


class SuperStatusStrategy(WholeStatusStrategy):
    def get_reset_fields(self):
        return super().get_reset_fields()


class UntoldVersionStrategy(Main):
    def get_reset_fields(self):
        return {served_version(): {"status"}}


class UntoldVersionOfSpecStrategy(Main):  # expect: reset-fields-mismatch
    def get_reset_fields(self):
        return {served_version(): {"spec"}}
