from __future__ import annotations

from typing import Any


def wipe_status(obj: Any, empty: Any) -> None:
    obj.status = empty


def keep_status(obj: Any, old: Any) -> None:
    _copy_part("status", old, obj)


def _copy_part(name: str, source: Any, target: Any) -> None:
    setattr(target, name, getattr(source, name))
