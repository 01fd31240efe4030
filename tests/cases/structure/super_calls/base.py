from __future__ import annotations

from typing import Any


class BaseStrategy:  # unchecked
    """Wipes and keeps for everybody; calls a method that subclasses may override."""

    def prepare_for_create(self, obj: Any) -> None:
        obj.status = self.empty_status()
        self.extra_create(obj)

    def prepare_for_update(self, obj: Any, old: Any) -> None:
        obj.status = old.status

    def empty_status(self) -> Any:
        return None

    def extra_create(self, obj: Any) -> None:
        pass
