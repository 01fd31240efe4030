"""Flags that are given by something other than a plain value or method: lambdas, properties, bound and unbound
callables, members of enums by name and by value, fields of the instance."""

import enum
import functools
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, partial, partialmethod


@dataclass
class ObjectMeta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)


@dataclass
class Buoy:
    metadata: ObjectMeta


class Removal(enum.Enum):
    DELETE_DEPENDENTS = "DeleteDependents"
    ORPHAN_DEPENDENTS = "OrphanDependents"


class Base:
    def prepare_for_create(self, ctx: object, obj: Buoy) -> None: ...


def never(self, ctx=None):
    return False


def this(value, ctx=None):
    return value


class LambdaStrategy(Base):
    allow_create_on_update = lambda self: False
    allow_unconditional_update = lambda self, ctx: True
    default_garbage_collection_policy = Removal["DELETE_DEPENDENTS"]


class WrongLambdaStrategy(Base):
    # expect: allow-create-on-update-not-default, allow-unconditional-update-not-default
    # expect: garbage-collection-policy-not-default
    allow_create_on_update = lambda self: True
    allow_unconditional_update = lambda self, ctx: False
    default_garbage_collection_policy = Removal["ORPHAN_DEPENDENTS"]


class BoundStrategy(Base):
    allow_create_on_update = staticmethod(lambda: False)
    allow_unconditional_update = property(lambda self: True)
    default_garbage_collection_policy = Removal("DeleteDependents")


class WrongBoundStrategy(Base):
    # expect: allow-create-on-update-not-default, allow-unconditional-update-not-default
    # expect: garbage-collection-policy-not-default
    allow_create_on_update = staticmethod(lambda: True)
    allow_unconditional_update = property(lambda self: False)
    default_garbage_collection_policy = Removal("OrphanDependents")


class HeirStrategy(BoundStrategy):
    pass


class WrongHeirStrategy(WrongBoundStrategy):
    # expect: allow-create-on-update-not-default, allow-unconditional-update-not-default
    # expect: garbage-collection-policy-not-default
    pass


class BorrowedStrategy(Base):
    allow_create_on_update = never
    allow_unconditional_update = partial(this, True)
    default_garbage_collection_policy = classmethod(lambda cls: Removal.DELETE_DEPENDENTS)


class WrongBorrowedStrategy(Base):
    # expect: allow-create-on-update-not-default, allow-unconditional-update-not-default
    # expect: garbage-collection-policy-not-default
    allow_create_on_update = partialmethod(this)  # the strategy itself
    allow_unconditional_update = never
    default_garbage_collection_policy = classmethod(lambda cls: Removal.ORPHAN_DEPENDENTS)


class LateStrategy(Base):
    allow_create_on_update = functools.partialmethod(never)
    allow_unconditional_update = cached_property(lambda self: True)

    def _policy(self):
        return Removal.DELETE_DEPENDENTS

    default_garbage_collection_policy = property(fget=_policy)


class WrongLateStrategy(Base):
    # expect: allow-unconditional-update-not-default, garbage-collection-policy-not-default
    allow_unconditional_update = cached_property(lambda self: False)

    def _policy(self):
        return Removal.ORPHAN_DEPENDENTS

    default_garbage_collection_policy = property(fget=_policy)


class AwaitedStrategy(Base):
    async def allow_create_on_update(self) -> bool:
        return False

    async def allow_unconditional_update(self, ctx: object) -> bool:
        return True


class WrongAwaitedStrategy(Base):  # expect: allow-create-on-update-not-default
    async def allow_create_on_update(self) -> bool:
        return True

    async def allow_unconditional_update(self, ctx: object) -> bool:
        return True


class MadeStrategy(Base):
    def __init__(self) -> None:
        self.allow_create_on_update = False
        self.default_garbage_collection_policy = Removal.DELETE_DEPENDENTS


class WrongMadeStrategy(Base):
    # expect: allow-create-on-update-not-default, garbage-collection-policy-not-default
    allow_create_on_update = False

    def __init__(self) -> None:
        self.allow_create_on_update = True
        self.default_garbage_collection_policy = Removal.ORPHAN_DEPENDENTS


@dataclass
class FieldStrategy(Base):
    allow_create_on_update: bool = False
    default_garbage_collection_policy: Removal = field(default_factory=lambda: Removal.DELETE_DEPENDENTS)


@dataclass
class WrongFieldStrategy(Base):
    # expect: allow-create-on-update-not-default, garbage-collection-policy-not-default
    allow_create_on_update: bool = True
    default_garbage_collection_policy: Removal = field(default_factory=lambda: Removal.ORPHAN_DEPENDENTS)


@dataclass
class AskedForStrategy(Base):  # unproven: allow-unconditional-update-not-default
    allow_unconditional_update: bool


class EitherStrategy(Base):  # expect: allow-create-on-update-not-default
    if Removal.__doc__:
        allow_create_on_update = True
    else:
        allow_create_on_update = False
    if Removal.__doc__:
        allow_unconditional_update = True
    else:
        allow_unconditional_update = 1 == 1


class FaintHookStrategy:  # unproven: reset-fields-mismatch
    if Removal.__doc__:

        def prepare_for_update(self, ctx: object, obj: Buoy, old: Buoy) -> None:
            obj.metadata = old.metadata

    else:

        def prepare_for_update(self, ctx: object, obj: Buoy, old: Buoy) -> None:
            pass

    def get_reset_fields(self) -> Iterable[str]:
        return []
