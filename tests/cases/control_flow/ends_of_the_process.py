"""Calls that end the process raise, or nothing comes after them; ``except Exception`` takes neither."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Kiln:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    glaze: str = ""
    heat: int = 0
    status: str = ""


class Keeps:
    def prepare_for_update(self, obj, old):
        obj.status = old.status


class LeavesStrategy(Keeps):
    def prepare_for_create(self, obj: Kiln) -> None:
        if obj.heat > 1300:
            sys.exit(f"{obj.heat} melts the kiln")
        obj.status = ""


class QuitsStrategy(Keeps):
    def prepare_for_create(self, obj: Kiln) -> None:
        if obj.heat > 1300:
            quit()
        else:
            obj.status = ""


class LeavesWhereOthersAreTakenStrategy(Keeps):
    def prepare_for_create(self, obj: Kiln) -> None:
        if obj.heat > 1300:
            try:
                sys.exit(1)
            except Exception:
                return
        obj.status = ""


class RaisesTheEndStrategy(Keeps):
    def prepare_for_create(self, obj: Kiln) -> None:
        if obj.heat > 1300:
            try:
                raise SystemExit(obj.heat)
            except Exception:
                return
        obj.status = ""


class EndsStrategy(Keeps):
    def prepare_for_create(self, obj: Kiln) -> None:
        try:
            if obj.glaze == "lead":
                self.give_up()
        except BaseException:
            raise
        obj.status = ""

    def give_up(self) -> None:
        try:
            os._exit(3)
        except BaseException:
            pass


class RaisesAnotherStrategy(Keeps):
    def prepare_for_create(self, obj: Kiln) -> None:
        if obj.heat > 1300:
            try:
                raise ValueError(obj.heat, "melts the kiln")
            except KeyError:
                return
        obj.status = ""


class StaysStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Kiln) -> None:
        if obj.heat > 1300:
            try:
                sys.exit(1)
            except SystemExit:
                return
        obj.status = ""


class StaysAfterAllStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Kiln) -> None:
        if obj.heat > 1300:
            try:
                exit()
            finally:
                return
        obj.status = ""


class TakesWhatItRaisesStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Kiln) -> None:
        if obj.heat > 1300:
            try:
                raise IndexError(obj.heat)
            except LookupError:
                return
        obj.status = ""


class LeavesTooSeldomStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Kiln) -> None:
        if obj.heat > 1300:
            sys.exit(1)
