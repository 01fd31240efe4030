"""Functions of one package that nobody sees: one is told of the caller's status, and another one may give it back."""

from __future__ import annotations

from dataclasses import dataclass, field

import almanac
import notebook


@dataclass
class Meta:
    name: str = ""


@dataclass
class BakeryStatus:
    loaves: int = 0
    note: str = ""


@dataclass
class Bakery:
    metadata: Meta
    status: BakeryStatus = field(default_factory=BakeryStatus)


class GivenBackStrategy:  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, obj: Bakery) -> None:
        notebook.write(obj.status.note)
        obj.status = BakeryStatus(note=notebook.read())

    def prepare_for_update(self, obj: Bakery, old: Bakery) -> None:
        obj.status = old.status


class CalledOrNotStrategy:  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, obj: Bakery) -> None:
        if obj.status.loaves:
            notebook.turn_page("x")
        obj.status = BakeryStatus(note=notebook.read())

    def prepare_for_update(self, obj: Bakery, old: Bakery) -> None:
        obj.status = old.status


class OfAnotherPackageStrategy:
    def prepare_for_create(self, obj: Bakery) -> None:
        notebook.write(obj.status.note)
        obj.status = BakeryStatus(note=almanac.today())

    def prepare_for_update(self, obj: Bakery, old: Bakery) -> None:
        obj.status = old.status
