"""Flags given in other ways."""

from __future__ import annotations

import enum
import functools
from dataclasses import dataclass, field
from typing import ClassVar, Final


@dataclass
class Meta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)


@dataclass
class Kite:
    metadata: Meta


class Policy(str, enum.Enum):
    DeleteDependents = "DeleteDependents"
    OrphanDependents = "OrphanDependents"


class Shout(enum.Enum):
    DELETE_DEPENDENTS = enum.auto()
    ORPHAN = enum.auto()


YES: Final = True
NO = not YES


class Ground:
    def prepare_for_update(self, obj: Kite, old: Kite) -> None:
        pass


class AnnotatedStrategy(Ground):
    allow_create_on_update: ClassVar[bool] = False
    allow_unconditional_update: bool = True
    default_garbage_collection_policy: Policy = Policy.DeleteDependents


class ConstantStrategy(Ground):
    allow_create_on_update = NO
    allow_unconditional_update = YES
    default_garbage_collection_policy = Shout.DELETE_DEPENDENTS


class ValueStrategy(Ground):
    default_garbage_collection_policy = Policy.DeleteDependents.value

    @property
    def allow_create_on_update(self) -> bool:
        return NO

    @staticmethod
    def allow_unconditional_update() -> bool:
        return bool(1)


class CachedStrategy(Ground):  # expect: allow-create-on-update-not-default
    @functools.cached_property
    def allow_create_on_update(self) -> bool:
        return YES

    @classmethod
    def allow_unconditional_update(cls) -> bool:
        return not NO


class SwitchStrategy(Ground):  # expect: garbage-collection-policy-not-default
    def default_garbage_collection_policy(self, ctx) -> Policy:
        if ctx.version == "v1beta1":
            return Policy.OrphanDependents
        return Policy.DeleteDependents


class AsyncFlagStrategy(Ground):  # expect: allow-unconditional-update-not-default
    async def allow_unconditional_update(self, ctx) -> bool:
        return False


@dataclass
class DataStrategy(Ground):  # expect: allow-create-on-update-not-default
    allow_create_on_update: bool = True
    allow_unconditional_update: bool = field(default=True)


class InheritedStrategy(CachedStrategy):  # expect: allow-create-on-update-not-default
    pass


class OverriddenStrategy(CachedStrategy):
    allow_create_on_update = False


class StringStrategy(Ground):  # expect: garbage-collection-policy-not-default
    default_garbage_collection_policy = "Orphan"


class NoneStrategy(Ground):  # expect: allow-unconditional-update-not-default
    def allow_unconditional_update(self):
        pass


class RaisingStrategy(Ground):
    def allow_create_on_update(self, ctx):
        if ctx is None:
            raise ValueError
        return False


class LambdaStrategy(Ground):  # expect: allow-create-on-update-not-default
    allow_create_on_update = lambda self: True


class DeepStatusStrategy(Ground):  # expect: metadata-not-reset-on-status-update
    """A status strategy has no flags to answer for."""

    subresource = "status"
    allow_create_on_update = True
