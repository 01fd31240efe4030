"""Objects that are changed after somebody got them: what came back may be the same object, or hold it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from depot.shelves import label, shelve


@dataclass
class Meta:
    name: str = ""


@dataclass
class CrateStatus:
    seal: str = ""
    marks: list[str] = field(default_factory=list)


@dataclass
class Crate:
    metadata: Meta
    status: CrateStatus


class CrateRegistry:
    def prepare_for_create(self, obj: Crate) -> None:
        obj.status = CrateStatus()

    def prepare_for_update(self, obj: Crate, old: Crate) -> None:
        obj.status = old.status


class Slip:
    def __init__(self, text: str) -> None:
        self.text = text


class WroteBeforeStrategy(CrateRegistry):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Crate) -> None:
        slip = Slip(obj.status.seal)
        obj.status = CrateStatus(marks=[slip.text])


class WroteLaterStrategy(CrateRegistry):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, obj: Crate) -> None:
        slip = Slip("")
        shelved = shelve(slip)
        slip.text = obj.status.seal
        obj.status = CrateStatus(seal=shelved.text)


class WroteNothingLaterStrategy(CrateRegistry):
    def prepare_for_create(self, obj: Crate) -> None:
        slip = Slip("")
        shelved = shelve(slip)
        slip.text = obj.metadata.name
        obj.status = CrateStatus(seal=shelved.text)


class WroteIntoAnotherStrategy(CrateRegistry):
    def prepare_for_create(self, obj: Crate) -> None:
        slip, other = Slip(""), Slip("")
        shelved = shelve(slip)
        other.text = obj.status.seal
        obj.status = CrateStatus(seal=shelved.text)


class ViewStrategy(CrateRegistry):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Crate) -> None:
        kept = {"seal": ""}
        shown = kept.values()
        kept["seal"] = obj.status.seal
        obj.status = CrateStatus(marks=list(shown))


class CopiedViewStrategy(CrateRegistry):
    def prepare_for_create(self, obj: Crate) -> None:
        kept = {"seal": ""}
        shown = list(kept.values())
        kept["seal"] = obj.status.seal
        obj.status = CrateStatus(marks=shown)


class LabelledStrategy(CrateRegistry):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, obj: Crate) -> None:
        labelled: Any = label()
        labelled.first.text = obj.status.seal
        obj.status = CrateStatus(seal=labelled.second)
