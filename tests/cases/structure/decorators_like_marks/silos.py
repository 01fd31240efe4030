"""Decorators that are marks, and others that go by the names of such."""

import abc
import functools
import typing as t
from dataclasses import dataclass
from typing import override

import vendor
from compat import final, overriding


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class SiloStatus:
    tons: int = 0


@dataclass
class Silo:
    metadata: ObjectMeta
    status: SiloStatus


class Own:
    @staticmethod
    def cached_property(hook):
        return lambda *given: None


class MarkedStrategy:
    @override
    def prepare_for_create(self, obj: Silo) -> None:
        obj.status = SiloStatus()

    @t.final
    def prepare_for_update(self, obj: Silo, old: Silo) -> None:
        obj.status = old.status


class MarkedElsewhereStrategy:
    # unproven: status-not-kept-on-update[status]
    @overriding
    def prepare_for_create(self, obj: Silo) -> None:
        obj.status = SiloStatus()

    @functools.lru_cache  # it does not run for silos that are equal to earlier ones
    def prepare_for_update(self, obj: Silo, old: Silo) -> None:
        obj.status = old.status


class VendoredStrategy:
    # unproven: status-not-wiped-on-create[status], status-not-kept-on-update[status]
    @vendor.final
    def prepare_for_create(self, obj: Silo) -> None:
        obj.status = SiloStatus()

    @final
    def prepare_for_update(self, obj: Silo, old: Silo) -> None:
        obj.status = old.status


class OwnStrategy:  # expect: status-not-wiped-on-create[status]
    @Own.cached_property
    def prepare_for_create(self, obj: Silo) -> None:
        obj.status = SiloStatus()

    def prepare_for_update(self, obj: Silo, old: Silo) -> None:
        obj.status = old.status


class UnfinishedStrategy(abc.ABC):  # unchecked
    @abc.abstractmethod
    def prepare_for_create(self, obj: Silo) -> None: ...
