"""Exceptions: ``raise`` stores nothing, handlers swallow, ``finally`` runs."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    data: dict[str, str] = field(default_factory=dict)
    status: str = ""


class Keeps:
    def prepare_for_update(self, obj, old):
        obj.status = old.status


class RaisesStrategy(Keeps):
    def prepare_for_create(self, obj: Widget) -> None:
        if "mode" not in obj.data:
            raise ValueError("mode is missing")
        obj.status = ""


class AssertsStrategy(Keeps):
    def prepare_for_create(self, obj: Widget) -> None:
        assert obj.status == "", "status can't be given on create"


class RaisesInHelperStrategy(Keeps):
    def prepare_for_create(self, obj: Widget) -> None:
        if obj.status:
            self.refuse("status")

    def refuse(self, name: str) -> None:
        raise ValueError(f"{name} can't be given on create")


class SwallowsStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    """The handler can start before the wipe."""

    def prepare_for_create(self, obj: Widget) -> None:
        try:
            obj.data["mode"] = obj.data["mode"].lower()
            obj.status = ""
        except KeyError:
            pass


class WipesInHandlerStrategy(Keeps):
    def prepare_for_create(self, obj: Widget) -> None:
        try:
            obj.data["mode"] = obj.data["mode"].lower()
            obj.status = ""
        except KeyError:
            obj.status = ""


class WipesAfterwardsStrategy(Keeps):
    def prepare_for_create(self, obj: Widget) -> None:
        try:
            obj.data["mode"] = obj.data["mode"].lower()
        except KeyError:
            obj.data["mode"] = "default"
        obj.status = ""


class WipesInFinallyStrategy(Keeps):
    def prepare_for_create(self, obj: Widget) -> None:
        try:
            if obj.data["mode"] == "slow":
                return
        except KeyError:
            obj.data["mode"] = "default"
        finally:
            obj.status = ""


class ReraisesStrategy(Keeps):
    def prepare_for_create(self, obj: Widget) -> None:
        try:
            obj.data["mode"] = obj.data["mode"].lower()
            obj.status = ""
        except KeyError as error:
            raise ValueError("mode is missing") from error


class ElseStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        try:
            obj.data["mode"] = obj.data["mode"].lower()
        except KeyError:
            obj.data["mode"] = "default"
        else:
            obj.status = ""


class ReturnsInFinallyStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    """A return in ``finally`` swallows the exception that would have stored nothing."""

    def prepare_for_create(self, obj: Widget) -> None:
        try:
            if "mode" not in obj.data:
                raise ValueError("mode is missing")
            obj.status = ""
        finally:
            return


class SuppressesStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        with contextlib.suppress(KeyError):
            obj.data["mode"] = obj.data["mode"].lower()
            obj.status = ""


class SuppressesFirstStrategy(Keeps):
    def prepare_for_create(self, obj: Widget) -> None:
        with contextlib.suppress(KeyError):
            obj.data["mode"] = obj.data["mode"].lower()
        obj.status = ""


class RemovesFromListStrategy(Keeps):
    """A list that lacks what is taken out of it says so in its own way."""

    def prepare_for_create(self, obj: Widget) -> None:
        try:
            ["spring", "summer"].remove(obj.metadata.name)
        except KeyError:
            return
        obj.status = ""


class RemovesFromSetStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        try:
            {"spring", "summer"}.remove(obj.metadata.name)
        except KeyError:
            return
        obj.status = ""


class AsksForNoFieldStrategy(Keeps):
    def prepare_for_create(self, obj: Widget) -> None:
        try:
            getattr(obj.metadata, "nickname")  # noqa: B009
        except AttributeError:
            obj.status = ""


class AsksForSomeFieldStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        try:
            getattr(obj.metadata, "name")  # noqa: B009
        except AttributeError:
            obj.status = ""


class RaisesAndCatchesStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        try:
            self.check(obj)
        except ValueError:
            return
        obj.status = ""

    def check(self, obj: Widget) -> None:
        if "mode" not in obj.data:
            raise ValueError("mode is missing")
