"""Types that decide themselves what an assignment stores."""

from __future__ import annotations

from dataclasses import dataclass

import attrs


@dataclass
class Meta:
    name: str = ""


@dataclass
class KilnStatus:
    heat: int = 0


@dataclass
class Kiln:
    metadata: Meta
    status: KilnStatus

    def __setattr__(self, name: str, value: object) -> None:
        if name != "status" or "status" not in self.__dict__:
            super().__setattr__(name, value)


class KilnStrategy:  # expect: status-not-wiped-on-create, status-not-kept-on-update[status]
    def prepare_for_create(self, obj: Kiln) -> None:
        obj.status = KilnStatus()

    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        setattr(obj, "status", old.status)


class InsideStrategy:
    def prepare_for_create(self, obj: Kiln) -> None:
        vars(obj)["status"] = KilnStatus()

    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        obj.status.heat = old.status.heat


def keep_heat(instance: Oven, attribute: object, value: KilnStatus) -> KilnStatus:
    return attrs.evolve(value, heat=instance.status.heat)


@attrs.define
class Oven:
    metadata: Meta
    status: KilnStatus = attrs.field(factory=KilnStatus, on_setattr=keep_heat)


class OvenStrategy:  # unproven: status-not-wiped-on-create, status-not-kept-on-update
    def prepare_for_create(self, obj: Oven) -> None:
        obj.status = KilnStatus()

    def prepare_for_update(self, obj: Oven, old: Oven) -> None:
        obj.status = old.status


@attrs.define(on_setattr=attrs.setters.validate)
class Grill:
    metadata: Meta
    status: KilnStatus


class GrillStrategy:
    def prepare_for_create(self, obj: Grill) -> None:
        obj.status = KilnStatus()

    def prepare_for_update(self, obj: Grill, old: Grill) -> None:
        obj.status = old.status
