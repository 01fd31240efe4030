"""A call of a type whose objects are mappings makes a plain one, of the keys that it is given and no others."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class KilnMeta(TypedDict):
    name: str


class KilnSpec(TypedDict, total=False):
    heat: int


class KilnStatus(TypedDict, total=False):
    phase: str
    fired: int


class Kiln(TypedDict):
    metadata: KilnMeta
    spec: KilnSpec
    status: NotRequired[KilnStatus]


class KilnStrategy:
    def prepare_for_create(self, obj: Kiln) -> None:
        obj["status"] = KilnStatus()

    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        obj["status"] = KilnStatus(**old["status"])


class EmptyStrategy(KilnStrategy):
    def prepare_for_create(self, obj: Kiln) -> None:
        if KilnStatus() != {} or KilnStatus(phase="cold") != {"phase": "cold"} or "fired" in KilnStatus(phase="cold"):
            return
        obj["status"] = KilnStatus(fired=0)


class FilledStrategy(KilnStrategy):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Kiln) -> None:
        if KilnStatus(phase="cold") != {}:
            return
        obj["status"] = KilnStatus()


class CopiedStrategy(KilnStrategy):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Kiln) -> None:
        obj["status"] = KilnStatus(obj["status"])


class SpreadOverStrategy(KilnStrategy):  # expect: status-not-kept-on-update
    def prepare_for_update(self, obj: Kiln, old: Kiln) -> None:
        obj["status"] = KilnStatus(**{**old["status"], **obj["status"]})


class EachTakenOutStrategy(KilnStrategy):
    def prepare_for_create(self, obj: Kiln) -> None:
        for key in [*obj["status"]]:
            del obj["status"][key]


class OneIsLeftStrategy(KilnStrategy):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Kiln) -> None:
        for key in [*obj["status"]]:
            if key != "fired":
                del obj["status"][key]


class InTheCopyStrategy(KilnStrategy):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Kiln) -> None:
        if "heat" in dict(obj["spec"]):
            obj["status"] = KilnStatus()
