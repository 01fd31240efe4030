"""Where status is optional, ``None`` and a new object are two things: which of them is stored is not for the caller to
say."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""


@dataclass
class KilnStatus:
    heat: int = 0
    alarms: list[str] = field(default_factory=list)


@dataclass
class Kiln:
    metadata: Meta
    status: KilnStatus | None = None


class KilnBase:
    def prepare_for_create(self, obj: Kiln) -> None:
        obj.status = KilnStatus()

    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        obj.status = old.status


class OnlyWhereSentStrategy(KilnBase):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Kiln) -> None:
        if obj.status:
            obj.status = KilnStatus()


class AndNewStrategy(KilnBase):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Kiln) -> None:
        obj.status = obj.status and KilnStatus()


class ChosenByAFieldStrategy(KilnBase):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Kiln) -> None:
        obj.status = None if obj.status is not None and obj.status.alarms else KilnStatus()


class FieldByFieldWhereSentStrategy(KilnBase):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Kiln) -> None:
        if obj.status is not None:
            obj.status.heat = 0
            obj.status.alarms = []


class FilledInFirstStrategy(KilnBase):
    def prepare_for_create(self, obj: Kiln) -> None:
        if obj.status is None:
            obj.status = KilnStatus()
        obj.status.heat = 0
        obj.status.alarms = []


class NewUnlessEqualStrategy(KilnBase):
    def prepare_for_create(self, obj: Kiln) -> None:
        if obj.status != KilnStatus():
            obj.status = KilnStatus()


class NoneEitherWayStrategy(KilnBase):
    def prepare_for_create(self, obj: Kiln) -> None:
        if obj.status is not None:
            obj.status = None


class OfTheClassOfWhatWasSentStrategy(KilnBase):  # expect: status-not-wiped-on-create[status]
    """The class of nothing makes nothing."""

    def prepare_for_create(self, obj: Kiln) -> None:
        obj.status = type(obj.status)()


class ComparedByClassesStrategy(KilnBase):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Kiln) -> None:
        obj.status = None if type(obj.status) is type(None) else KilnStatus()


class OfTheClassOfANewOneStrategy(KilnBase):
    def prepare_for_create(self, obj: Kiln) -> None:
        obj.status = KilnStatus()
        obj.status = type(obj.status)()


class OfTheClassOfOneThatIsThereStrategy(KilnBase):
    def prepare_for_create(self, obj: Kiln) -> None:
        if obj.status is None:
            raise ValueError("no status")
        obj.status = type(obj.status)()
