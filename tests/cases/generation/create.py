"""Generation starts at 1."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


@dataclass
class WidgetSpec:
    replicas: int = 0


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: WidgetSpec = field(default_factory=WidgetSpec)


class Bumps:
    def prepare_for_update(self, obj, old) -> None:
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class OneStrategy(Bumps):
    def prepare_for_create(self, obj: Widget) -> None:
        obj.metadata.generation = 1


class AliasStrategy(Bumps):
    def prepare_for_create(self, obj: Widget) -> None:
        meta = obj.metadata
        meta.generation = 1


class ConstantStrategy(Bumps):
    FIRST = 1

    def prepare_for_create(self, obj: Widget) -> None:
        obj.metadata.generation = self.FIRST


class ZeroThenIncrementStrategy(Bumps):
    def prepare_for_create(self, obj: Widget) -> None:
        obj.metadata.generation = 0
        obj.metadata.generation += 1


class NeverSetStrategy(Bumps):  # expect: generation-not-set-on-create
    """CSIDriver: bumps on update and never sets 1 on create."""

    def prepare_for_create(self, obj: Widget) -> None:
        obj.spec.replicas = max(obj.spec.replicas, 1)


class ZeroStrategy(Bumps):  # expect: generation-not-set-on-create
    def prepare_for_create(self, obj: Widget) -> None:
        obj.metadata.generation = 0


class IncrementStrategy(Bumps):  # expect: generation-not-set-on-create
    """A caller's ``generation: 7`` is still there before the create hook."""

    def prepare_for_create(self, obj: Widget) -> None:
        obj.metadata.generation += 1


class OnlyWhenUnsetStrategy(Bumps):  # expect: generation-not-set-on-create
    def prepare_for_create(self, obj: Widget) -> None:
        if obj.metadata.generation == 0:
            obj.metadata.generation = 1


class OnlyWhenOtherStrategy(Bumps):
    def prepare_for_create(self, obj: Widget) -> None:
        if obj.metadata.generation != 1:
            obj.metadata.generation = 1


class First(enum.IntEnum):
    ONE = 1
    TWO = 2


class MemberThatIsOneStrategy(Bumps):
    def prepare_for_create(self, obj: Widget) -> None:
        obj.metadata.generation = First.ONE


class MemberThatIsTwoStrategy(Bumps):  # expect: generation-not-set-on-create
    def prepare_for_create(self, obj: Widget) -> None:
        obj.metadata.generation = First.TWO


class Counted(enum.Enum):
    FIRST = enum.auto()
    SECOND = enum.auto()


class MemberWithItsOwnNumberStrategy(Bumps):
    def prepare_for_create(self, obj: Widget) -> None:
        obj.metadata.generation = Counted.FIRST.value


class SecondMemberStrategy(Bumps):  # expect: generation-not-set-on-create
    def prepare_for_create(self, obj: Widget) -> None:
        obj.metadata.generation = Counted.SECOND.value
