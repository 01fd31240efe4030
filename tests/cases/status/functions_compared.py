"""A function equals no text and no number: one that somebody forgot to call is never what it is compared with."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial


@dataclass
class Meta:
    generation: int = 0


@dataclass
class KilnStatus:
    heat: int = 0


@dataclass
class Kiln:
    metadata: Meta
    glaze: str = ""
    status: KilnStatus = field(default_factory=KilnStatus)


def mode() -> str:
    return "keeping"


limit = partial(int, "3")


class ForgottenCallStrategy:
    def prepare_for_create(self, ctx, kiln: Kiln) -> None:
        if mode != "keeping" and limit != 3:
            kiln.status = KilnStatus()

    def prepare_for_update(self, ctx, kiln: Kiln, old: Kiln) -> None:
        kiln.status = old.status


class ForgottenNotStrategy:  # expect: status-not-wiped-on-create
    def prepare_for_create(self, ctx, kiln: Kiln) -> None:
        if mode == "keeping":
            kiln.status = KilnStatus()

    def prepare_for_update(self, ctx, kiln: Kiln, old: Kiln) -> None:
        kiln.status = old.status


class CalledStrategy:  # expect: status-not-wiped-on-create
    def prepare_for_create(self, ctx, kiln: Kiln) -> None:
        if mode() != "keeping":
            kiln.status = KilnStatus()

    def prepare_for_update(self, ctx, kiln: Kiln, old: Kiln) -> None:
        kiln.status = old.status
