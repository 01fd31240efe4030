"""Branches: conditional expressions, match, walrus, boolean operators, tuple assignment."""

from __future__ import annotations

import typing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


@dataclass
class WidgetSpec:
    mode: str = ""
    replicas: int = 0


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: WidgetSpec = field(default_factory=WidgetSpec)
    status: str = ""


class MatchStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        match obj.spec.mode:
            case "fast":
                obj.status = "Fast"
            case "slow" | "steady":
                obj.status = "Slow"
            case _:
                obj.status = ""
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status
        match obj.spec == old.spec:
            case True:
                pass
            case False:
                obj.metadata.generation = old.metadata.generation + 1


class MatchWithoutDefaultStrategy(MatchStrategy):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.metadata.generation = 1
        match obj.spec.mode:
            case "fast":
                obj.status = "Fast"
            case "slow":
                obj.status = "Slow"


class MatchCaptureStrategy(MatchStrategy):
    def prepare_for_create(self, obj: Widget) -> None:
        match obj:
            case Widget(spec=spec):
                obj.status = spec.mode
            case _:
                raise TypeError(obj)
        obj.metadata.generation = 1


class MatchLeaksCaptureStrategy(MatchStrategy):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        match obj:
            case Widget(status=status):
                obj.status = ""
                obj.status = status
        obj.metadata.generation = 1


class WalrusStrategy(MatchStrategy):
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        print(kept := old.status)
        obj.status = kept
        if changed := obj.spec != old.spec:
            print(changed)
            obj.metadata.generation = (generation := old.metadata.generation) + 1
            print(generation)


class WalrusLeakStrategy(MatchStrategy):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if asked := obj.status:
            obj.status = asked
        else:
            obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class ConditionalExpressionStrategy(MatchStrategy):
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = "Ready" if obj.spec.replicas == 0 else "Pending"
        obj.metadata.generation = 1


class ConditionalExpressionLeakStrategy(MatchStrategy):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = obj.status if obj.spec.replicas == 0 else "Pending"
        obj.metadata.generation = 1


class OrLeakStrategy(MatchStrategy):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = obj.status or "Pending"
        obj.metadata.generation = 1


class AndOrStrategy(MatchStrategy):
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = (obj.spec.mode and "Known") or "Pending"
        obj.metadata.generation = 1


class TupleStrategy(MatchStrategy):
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status, obj.metadata.generation = "", 1

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        (new, (stored, _)) = (obj, (old, 0))
        new.status = stored.status
        differs = new.spec != stored.spec
        if differs:
            new.metadata.generation = stored.metadata.generation + 1


class TupleSwapStrategy(MatchStrategy):  # expect: status-not-kept-on-update[status]
    """Swapped twice is not swapped: the caller's status is back."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status, old.status = old.status, obj.status
        obj.status, old.status = old.status, obj.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class ChainedAssignmentStrategy(MatchStrategy):
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = obj.spec.mode = ""
        obj.metadata.generation = first = 1
        print(first)


class ElifStrategy(MatchStrategy):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.metadata.generation = 1
        if obj.spec.mode == "fast":
            obj.status = "Fast"
        elif obj.spec.mode == "slow":
            obj.status = "Slow"


class ImpossiblePathStrategy(MatchStrategy):
    """What one condition decided, the same condition does not decide again."""

    def prepare_for_create(self, obj: Widget) -> None:
        paused = obj.spec.replicas == 0
        if paused:
            obj.status = "Paused"
        if not paused:
            obj.status = ""
        obj.metadata.generation = 1


class ReturnForCheckersStrategy(MatchStrategy):
    """No program that runs comes to what stands there for type checkers."""

    def prepare_for_create(self, obj: Widget) -> None:
        obj.metadata.generation = 1
        if TYPE_CHECKING:
            return
        obj.status = "Fast" if not typing.TYPE_CHECKING else obj.status


class WipeForCheckersStrategy(MatchStrategy):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.metadata.generation = 1
        if typing.TYPE_CHECKING or False:
            obj.status = ""
