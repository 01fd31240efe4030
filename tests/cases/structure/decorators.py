"""Decorators that pass through, and properties."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import Any, Callable


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    state: str = ""
    status: str = ""

    @property
    def observed(self) -> str:
        return self.status

    @observed.setter
    def observed(self, value: str) -> None:
        self.status = value


def traced(hook: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(hook)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        print("entering", hook.__name__)
        return hook(*args, **kwargs)

    return wrapper


def skipping(hook: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(hook)
    def wrapper(self: Any, obj: Widget) -> None:
        if obj.metadata.name:
            hook(self, obj)

    return wrapper


def labelled(label: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def decorate(hook: Callable[..., Any]) -> Callable[..., Any]:
        hook.label = label
        return hook

    return decorate


class TracedStrategy:
    @traced
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = ""

    @labelled("update")
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class TracedLeakStrategy:  # expect: status-not-wiped-on-create[status], status-not-kept-on-update[status]
    @traced
    def prepare_for_create(self, obj: Widget) -> None:
        obj.state = ""

    @labelled("update")
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.state = old.state


class SkippingStrategy:  # expect: status-not-wiped-on-create[status]
    """The decorator runs the hook on one path only."""

    @skipping
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = ""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class PropertyStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.observed = ""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.observed = old.observed


class PropertyLeakStrategy:  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        kept = obj.observed
        obj.status = ""
        obj.observed = kept

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.observed = old.observed


class AliasedHooksStrategy:
    """A hook may be an assignment."""

    def _wipe(self, obj: Widget) -> None:
        obj.status = ""

    prepare_for_create = _wipe

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status
