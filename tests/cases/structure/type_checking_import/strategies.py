"""Types that are imported for checking only, quoted, or under another name; modules that import each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import models
    from models import Thing, Widget


class WidgetStrategy:
    def prepare_for_create(self, obj: "Widget") -> None:
        obj.status = ""

    def prepare_for_update(self, obj: "Widget", old: "Widget") -> None:
        obj.status = old.status


class QuotedLeakStrategy:  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: "models.Widget") -> None:
        obj.history.append("created")

    def prepare_for_update(self, obj: "models.Widget", old: "models.Widget") -> None:
        obj.status = old.status


class AliasLeakStrategy:  # expect: status-not-kept-on-update[status]
    def prepare_for_create(self, obj: Thing) -> None:
        obj.status = ""

    def prepare_for_update(self, obj: Thing, old: Thing) -> None:
        obj.history.append("updated")
