"""Conforming hooks that are no boilerplate: a size has a floor."""

from __future__ import annotations

from widgets.types import Widget, WidgetStatus


class WidgetStrategy:
    """Prepares widgets for storage."""

    def prepare_for_create(self, ctx: object, obj: Widget) -> None:
        """Before an object is stored for the first time."""
        obj.status = WidgetStatus()
        obj.spec.size = max(obj.spec.size, 1)
        obj.metadata.generation = 1

    def prepare_for_update(self, ctx: object, obj: Widget, old: Widget) -> None:
        """Before an object is stored again."""
        obj.status = old.status
        obj.spec.size = max(obj.spec.size, 1)
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
