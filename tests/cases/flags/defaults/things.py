"""A project whose default for unconditional updates is another one."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Thing:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    data: str = ""


class ConditionalStrategy:
    allow_unconditional_update = False

    def prepare_for_create(self, obj: Thing) -> None:
        obj.data = obj.data.strip()


class UnconditionalStrategy:  # expect: allow-unconditional-update-not-default
    allow_unconditional_update = True

    def prepare_for_create(self, obj: Thing) -> None:
        obj.data = obj.data.strip()
