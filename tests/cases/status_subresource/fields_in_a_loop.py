"""Fields that are put back in a loop over what the class tells of its fields."""

from __future__ import annotations
from dataclasses import dataclass, field, fields
from pydantic import BaseModel


@dataclass
class Meta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)
    generation: int = 0


@dataclass
class Spec:
    replicas: int = 1


@dataclass
class Status:
    ready: int = 0


@dataclass
class Tree:
    metadata: Meta
    spec: Spec
    status: Status = field(default_factory=Status)


class PStatus(BaseModel):
    ready: int = 0


class PTree(BaseModel):
    metadata: Meta
    spec: Spec
    status: PStatus = PStatus()


class FieldsStatusStrategy:
    def prepare_for_update(self, obj: Tree, old: Tree) -> None:
        for f in fields(obj):
            if f.name != "status":
                setattr(obj, f.name, getattr(old, f.name))


class DictStatusStrategy:
    def prepare_for_update(self, obj: Tree, old: Tree) -> None:
        for name in Tree.__dataclass_fields__:
            if name != "status":
                setattr(obj, name, getattr(old, name))


class VarsStatusStrategy:
    def prepare_for_update(self, obj: Tree, old: Tree) -> None:
        for name, value in vars(old).items():
            if name != "status":
                setattr(obj, name, value)


class ModelStatusStrategy:
    def prepare_for_update(self, obj: PTree, old: PTree) -> None:
        for name in type(obj).model_fields:
            if name != "status":
                setattr(obj, name, getattr(old, name))


class ModelItemsStatusStrategy:
    def prepare_for_update(self, obj: PTree, old: PTree) -> None:
        for name, info in PTree.model_fields.items():
            if name not in ("status",):
                setattr(obj, name, getattr(old, name))


class RequiredStatusStrategy:
    def prepare_for_update(self, obj: PTree, old: PTree) -> None:
        for name, info in PTree.model_fields.items():
            if info.is_required():
                setattr(obj, name, getattr(old, name))


class WithDefaultsStatusStrategy:  # expect: spec-not-kept-on-status-update[spec]
    # expect: metadata-not-reset-on-status-update[metadata.labels]
    def prepare_for_update(self, obj: PTree, old: PTree) -> None:
        for name, info in PTree.model_fields.items():
            if name != "status" and not info.is_required():
                setattr(obj, name, getattr(old, name))


class IterStatusStrategy:
    def prepare_for_update(self, obj: PTree, old: PTree) -> None:
        for name, value in old:
            if name != "status":
                setattr(obj, name, value)


class AnnotationsStatusStrategy:
    def prepare_for_update(self, obj: Tree, old: Tree) -> None:
        for name in Tree.__annotations__.keys() - {"status"}:
            setattr(obj, name, getattr(old, name))


class ConstantStatusStrategy:
    RESET: frozenset[str] = frozenset({"spec", "metadata"})

    def prepare_for_update(self, obj: Tree, old: Tree) -> None:
        for name in self.RESET:
            setattr(obj, name, getattr(old, name))


ALL = frozenset({"metadata", "spec", "status"})


class DifferenceStatusStrategy:
    def prepare_for_update(self, obj: Tree, old: Tree) -> None:
        for name in sorted(ALL - {"status"}):
            setattr(obj, name, getattr(old, name))


class IntersectionStatusStrategy:  # expect: metadata-not-reset-on-status-update[metadata.labels]
    def prepare_for_update(self, obj: Tree, old: Tree) -> None:
        for name in ALL & {"spec", "data"}:
            setattr(obj, name, getattr(old, name))


class KeptStatusStrategy:  # expect: spec-not-kept-on-status-update[spec]
    # expect: metadata-not-reset-on-status-update[metadata.labels]
    def prepare_for_update(self, obj: PTree, old: PTree) -> None:
        for name in type(obj).model_fields:
            if name == "status":
                setattr(obj, name, getattr(old, name))
