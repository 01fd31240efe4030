from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")


class Base(Generic[T]):  # unchecked
    def prepare_for_create(self, context, o: T) -> None:
        o.status = None
        o.metadata.generation = 1
        self.on_create(o)

    def prepare_for_update(self, context, o: T, before: T) -> None:
        o.status = before.status
        self.on_update(o, before)
        if o.spec != before.spec:
            o.metadata.generation = before.metadata.generation + 1

    def on_create(self, o: T) -> None:
        pass

    def on_update(self, o: T, before: T) -> None:
        pass
