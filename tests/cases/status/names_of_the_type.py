"""A status kept name by name, the names as its type tells them."""

from __future__ import annotations

import dataclasses
import inspect
from dataclasses import dataclass, field
from typing import get_type_hints


@dataclass
class Meta:
    generation: int = 0


@dataclass
class Counted:
    seen: int = 0


@dataclass
class KilnStatus(Counted):
    heat: int = 0
    log: list[str] = field(default_factory=list)


@dataclass
class Kiln:
    metadata: Meta
    status: KilnStatus


class KilnRegistry:
    def prepare_for_create(self, obj: Kiln) -> None:
        obj.status = KilnStatus()

    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        obj.status = old.status


class HintsStrategy(KilnRegistry):
    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        for name in get_type_hints(KilnStatus):
            setattr(obj.status, name, getattr(old.status, name))


class HintsOfItsTypeStrategy(KilnRegistry):
    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        for name, _ in get_type_hints(type(old.status)).items():
            setattr(obj.status, name, getattr(old.status, name))


class HintsOfTheBaseStrategy(KilnRegistry):  # expect: status-not-kept-on-update
    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        for name in get_type_hints(Counted):
            setattr(obj.status, name, getattr(old.status, name))


class EachClassStrategy(KilnRegistry):
    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        for class_ in KilnStatus.__mro__[:-1]:
            for name in class_.__annotations__:
                setattr(obj.status, name, getattr(old.status, name))


class OwnClassStrategy(KilnRegistry):  # expect: status-not-kept-on-update
    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        for class_ in KilnStatus.__mro__[:1]:
            for name in class_.__annotations__:
                setattr(obj.status, name, getattr(old.status, name))


class AnyClassStrategy(KilnRegistry):
    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        for class_ in type(old.status).__mro__:
            for name in getattr(class_, "__annotations__", {}):
                setattr(obj.status, name, getattr(old.status, name))


class ParametersStrategy(KilnRegistry):
    # unproven: status-not-kept-on-update
    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        for name in inspect.signature(KilnStatus).parameters:
            setattr(obj.status, name, getattr(old.status, name))


class DirectoryStrategy(KilnRegistry):
    # unproven: status-not-kept-on-update
    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        for name in dir(old.status):
            if not name.startswith("_"):
                setattr(obj.status, name, getattr(old.status, name))


class AsReadStrategy(KilnRegistry):
    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        names = [each.name for each in dataclasses.fields(KilnStatus)]
        obj.status = KilnStatus(*map(old.status.__getattribute__, names))
