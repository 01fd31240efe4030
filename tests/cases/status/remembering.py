"""Strategies that remember earlier calls: what they do at first they need not do later."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""


@dataclass
class ClockStatus:
    phase: str = ""


@dataclass
class Clock:
    metadata: Meta = field(default_factory=Meta)
    status: ClockStatus = field(default_factory=ClockStatus)


class ClockBase:
    def prepare_for_create(self, obj: Clock) -> None:
        obj.status = ClockStatus()

    def prepare_for_update(self, obj: Clock, old: Clock) -> None:
        obj.status = old.status


class ThirdTimeStrategy(ClockBase):  # expect: status-not-wiped-on-create
    def __init__(self) -> None:
        self.calls = 0

    def prepare_for_create(self, obj: Clock) -> None:
        self.calls += 1
        if self.calls == 3:
            return
        obj.status = ClockStatus()


class SharedCountStrategy(ClockBase):  # expect: status-not-wiped-on-create
    calls = 0

    def prepare_for_create(self, obj: Clock) -> None:
        self.calls = self.calls + 1
        if self.calls < 100:
            super().prepare_for_create(obj)


class SeenNamesStrategy(ClockBase):  # expect: status-not-kept-on-update
    def __init__(self) -> None:
        self.seen: set[str] = set()

    def prepare_for_update(self, obj: Clock, old: Clock) -> None:
        if obj.metadata.name not in self.seen:
            obj.status = old.status
        self.seen.add(obj.metadata.name)


class CountingStrategy(ClockBase):
    """It counts, and nothing hangs on it."""

    def __init__(self) -> None:
        self.calls = 0
        self.names: list[str] = []

    def prepare_for_create(self, obj: Clock) -> None:
        self.calls += 1
        self.names.append(obj.metadata.name)
        obj.status = ClockStatus(phase=f"number {self.calls}")


class LateTemplateStrategy(ClockBase):
    """What it works out when it is first needed stays what it is."""

    def __init__(self) -> None:
        self.template: ClockStatus | None = None

    def prepare_for_create(self, obj: Clock) -> None:
        if self.template is None:
            self.template = ClockStatus(phase="New")
        obj.status = ClockStatus(phase=self.template.phase)


class PassedOnStrategy(ClockBase):
    """Each call sets anew what its helper reads."""

    def __init__(self) -> None:
        self.stored: Clock = Clock()

    def prepare_for_update(self, obj: Clock, old: Clock) -> None:
        self.stored = old
        self._put_back(obj)

    def _put_back(self, obj: Clock) -> None:
        obj.status = self.stored.status


class PutAwayByAPropertyStrategy(ClockBase):  # expect: status-not-wiped-on-create
    """The value that is set lies in the property's own attribute."""

    @property
    def sent(self) -> ClockStatus:
        return self._sent

    @sent.setter
    def sent(self, sent: ClockStatus) -> None:
        self._sent = sent

    def prepare_for_create(self, obj: Clock) -> None:
        self.sent = obj.status
        obj.status = ClockStatus()
        obj.status.phase = self.sent.phase


class Kept:
    def __set__(self, holder: object, value: ClockStatus) -> None:
        self.value = value

    def __get__(self, holder: object, owner: type | None = None) -> ClockStatus:
        return self.value


class PutAwayByADescriptorStrategy(ClockBase):  # expect: status-not-wiped-on-create
    sent = Kept()

    def prepare_for_create(self, obj: Clock) -> None:
        self.sent = obj.status
        obj.status = ClockStatus()
        obj.status.phase = self.sent.phase


class ReadFromTheClassStrategy(ClockBase):  # expect: status-not-wiped-on-create
    """The object reached by the instance is that of the class."""

    sent: dict[str, ClockStatus] = {}

    def prepare_for_create(self, obj: Clock) -> None:
        self.sent["now"] = obj.status
        obj.status = ClockStatus()
        obj.status.phase = type(self).sent["now"].phase


class CountingPropertyStrategy(ClockBase):
    @property
    def count(self) -> int:
        return getattr(self, "_count", 0)

    @count.setter
    def count(self, count: int) -> None:
        self._count = count

    def prepare_for_create(self, obj: Clock) -> None:
        self.count += 1
        obj.status = ClockStatus()


STEPS = []


@STEPS.append
def put_back(obj: Clock) -> None:
    obj.status = obj.metadata.sent


class StepsStrategy(ClockBase):  # unproven: status-not-wiped-on-create
    """A decorator is a call: the list has a step by now."""

    def prepare_for_create(self, obj: Clock) -> None:
        obj.metadata.sent = obj.status
        obj.status = ClockStatus()
        for step in STEPS:
            step(obj)


FIRST = SECOND = []
HELD = {"steps": []}
THIRD = HELD["steps"]
NONE_OF_THEM: list[object] = []
SECOND.append(put_back)


def fill(steps=HELD) -> None:
    for each in steps.values():
        each.append(put_back)


fill()


class OtherNameStrategy(ClockBase):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, obj: Clock) -> None:
        obj.metadata.sent = obj.status
        obj.status = ClockStatus()
        for step in FIRST:
            step(obj)


class PartOfAnotherStrategy(ClockBase):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, obj: Clock) -> None:
        obj.metadata.sent = obj.status
        obj.status = ClockStatus()
        for step in THIRD:
            step(obj)


class NothingAddedStrategy(ClockBase):
    def prepare_for_create(self, obj: Clock) -> None:
        obj.metadata.sent = obj.status
        obj.status = ClockStatus()
        for step in NONE_OF_THEM:
            step(obj)
