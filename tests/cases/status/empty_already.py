"""A status that is wiped only where it says anything: where each field is as in a new one, there is but one such."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""


@dataclass
class CupSpec:
    size: int = 0


@dataclass
class CupStatus:
    drops: int = 0
    note: str = ""
    marks: list[str] = field(default_factory=list)


@dataclass
class Cup:
    metadata: Meta
    spec: CupSpec
    status: CupStatus


@dataclass
class MugStatus:
    drops: int = 0
    note: str = "new"


@dataclass
class Mug:
    metadata: Meta
    spec: CupSpec
    status: MugStatus


class AnyFieldStrategy:
    def prepare_for_create(self, obj: Cup) -> None:
        if obj.status.drops or obj.status.note or obj.status.marks:
            obj.status = CupStatus()

    def prepare_for_update(self, obj: Cup, old: Cup) -> None:
        obj.status = old.status


class OneByOneStrategy(AnyFieldStrategy):
    def prepare_for_create(self, obj: Cup) -> None:
        if obj.status.drops != 0:
            obj.status = CupStatus()
        elif obj.status.note != "":
            obj.status = CupStatus()
        elif len(obj.status.marks) > 0:
            obj.status = CupStatus()


class OneForgottenStrategy(AnyFieldStrategy):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Cup) -> None:
        if obj.status.drops or obj.status.note:
            obj.status = CupStatus()


class OtherDefaultStrategy:  # expect: status-not-wiped-on-create
    """A status without a note is not what a new one is."""

    def prepare_for_create(self, obj: Mug) -> None:
        if obj.status.drops or obj.status.note:
            obj.status = MugStatus()

    def prepare_for_update(self, obj: Mug, old: Mug) -> None:
        obj.status = old.status
