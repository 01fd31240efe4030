"""Helpers from other modules, by every kind of import."""

from __future__ import annotations

import common.status
import types_v1 as v1
from common import keep_status, wipe_status as blank
from types_v1 import Widget


class GoodStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        blank(obj, v1.WidgetStatus())

    def prepare_for_update(self, obj: v1.Widget, old: v1.Widget) -> None:
        keep_status(obj, old)


class QualifiedStrategy:
    def prepare_for_create(self, obj: v1.Widget) -> None:
        common.status.wipe_status(obj, empty=v1.WidgetStatus())

    def prepare_for_update(self, obj: v1.Widget, old: v1.Widget) -> None:
        common.status.keep_status(obj, old)


class LocalImportStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        from common.status import wipe_status

        wipe_status(obj, v1.WidgetStatus())

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        keep_status(obj, old)


class SwappedStrategy:  # expect: status-not-kept-on-update[status]
    def prepare_for_create(self, obj: Widget) -> None:
        blank(obj, v1.WidgetStatus())

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        keep_status(old, obj)


class CallersOwnStrategy:  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        blank(obj, obj.status)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        keep_status(obj, old)
