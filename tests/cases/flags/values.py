"""The flags at their defaults, and off them."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

YES = True


class GarbageCollectionPolicy(enum.Enum):
    DELETE_DEPENDENTS = "background"
    ORPHAN_DEPENDENTS = "orphan"


class Policy(str, enum.Enum):
    DeleteDependents = "DeleteDependents"
    Orphan = "Orphan"


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Thing:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    data: str = ""


class AbsentStrategy:
    def prepare_for_create(self, obj: Thing) -> None:
        obj.data = obj.data.strip()


class AttributesStrategy(AbsentStrategy):
    allow_create_on_update = False
    allow_unconditional_update = True
    default_garbage_collection_policy = "DeleteDependents"


class WrongAttributesStrategy(AbsentStrategy):
    # expect: allow-create-on-update-not-default, allow-unconditional-update-not-default
    # expect: garbage-collection-policy-not-default
    allow_create_on_update = True
    allow_unconditional_update = False
    default_garbage_collection_policy = "OrphanDependents"


class MethodsStrategy(AbsentStrategy):
    def allow_create_on_update(self) -> bool:
        return False

    def allow_unconditional_update(self, ctx: object) -> bool:
        return YES

    def default_garbage_collection_policy(self, ctx: object) -> GarbageCollectionPolicy:
        return GarbageCollectionPolicy.DELETE_DEPENDENTS


class WrongMethodsStrategy(AbsentStrategy):
    # expect: allow-create-on-update-not-default, allow-unconditional-update-not-default
    # expect: garbage-collection-policy-not-default
    def allow_create_on_update(self, ctx: object) -> bool:
        return YES

    def allow_unconditional_update(self) -> bool:
        return not YES

    def default_garbage_collection_policy(self, ctx: object) -> GarbageCollectionPolicy:
        return GarbageCollectionPolicy.ORPHAN_DEPENDENTS


class PropertiesStrategy(AbsentStrategy):
    @property
    def allow_create_on_update(self) -> bool:
        return False

    @property
    def allow_unconditional_update(self) -> bool:
        return True

    @property
    def default_garbage_collection_policy(self) -> Policy:
        return Policy.DeleteDependents


class WrongPropertyStrategy(AbsentStrategy):  # expect: allow-unconditional-update-not-default
    @property
    def allow_unconditional_update(self) -> bool:
        return False


class ByRequestVersionStrategy(AbsentStrategy):  # expect: garbage-collection-policy-not-default
    """Three of the eight that have the method switch on the request's version."""

    def default_garbage_collection_policy(self, ctx: dict[str, str]) -> str:
        if ctx["version"] == "v1beta1":
            return "OrphanDependents"
        return "DeleteDependents"


class EitherWayTheDefaultStrategy(AbsentStrategy):
    def allow_unconditional_update(self, ctx: dict[str, str]) -> bool:
        if ctx["version"] == "v1beta1":
            return True
        return True


class SometimesStrategy(AbsentStrategy):  # expect: allow-create-on-update-not-default
    def allow_create_on_update(self, ctx: dict[str, str]) -> bool:
        return ctx["verb"] == "apply"


class InheritedStrategy(WrongPropertyStrategy):  # expect: allow-unconditional-update-not-default
    """What is inherited counts."""


class OverriddenStrategy(WrongPropertyStrategy):
    allow_unconditional_update = True


class ClassMethodStrategy(AbsentStrategy):  # expect: allow-create-on-update-not-default
    @classmethod
    def allow_create_on_update(cls) -> bool:
        return True


class ThingStatusStrategy(AbsentStrategy):
    """The flags are the main strategy's business."""

    subresource = "status"
    allow_create_on_update = True

    def prepare_for_update(self, obj: Thing, old: Thing) -> None:
        obj.data = old.data


NEVER = True


class ClassLevelNamesStrategy(AbsentStrategy):
    """Names of the class body come before those of the module."""

    NEVER = False
    POLICY = "DeleteDependents"
    FLAGS = {"unconditional": True}
    allow_create_on_update = NEVER
    allow_unconditional_update = FLAGS["unconditional"]
    default_garbage_collection_policy = POLICY


class WrongClassLevelNameStrategy(AbsentStrategy):  # expect: allow-create-on-update-not-default
    ALWAYS = not False
    allow_create_on_update = ALWAYS
