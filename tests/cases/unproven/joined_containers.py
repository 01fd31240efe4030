"""A container of a class of the project's own that is joined with a list holds the very objects that this holds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Meta:
    generation: int = 0


@dataclass
class Kiln:
    metadata: Meta
    glaze: str = ""
    status: str = ""


class Names(list):
    pass


class AddedInPlaceStrategy:  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, kiln: Kiln) -> None:
        sent, kiln.status = kiln.status, ""
        held = Names()
        held += [kiln]
        held[0].status = sent

    def prepare_for_update(self, ctx, kiln: Kiln, old: Kiln) -> None:
        kiln.status = old.status


class AddedBehindStrategy:  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, kiln: Kiln) -> None:
        sent, kiln.status = kiln.status, ""
        ([kiln] + Names())[0].status = sent

    def prepare_for_update(self, ctx, kiln: Kiln, old: Kiln) -> None:
        kiln.status = old.status


class AddedBeforeStrategy:  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, kiln: Kiln) -> None:
        sent, kiln.status = kiln.status, ""
        (Names() + [kiln])[0].status = sent

    def prepare_for_update(self, ctx, kiln: Kiln, old: Kiln) -> None:
        kiln.status = old.status


class TextsStrategy:
    def prepare_for_create(self, ctx, kiln: Kiln) -> None:
        kiln.status = ""
        kiln.glaze = kiln.glaze + "-" * 3

    def prepare_for_update(self, ctx, kiln: Kiln, old: Kiln) -> None:
        kiln.status = old.status
