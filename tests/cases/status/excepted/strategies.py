"""A departure that an approver has signed, and one beside it that nobody has."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Node:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    status: str = ""


class NodeStrategy:
    def prepare_for_create(self, obj: Node) -> None:
        obj.metadata.name = obj.metadata.name.lower()

    def prepare_for_update(self, obj: Node, old: Node) -> None:
        obj.status = old.status


class EdgeNodeStrategy(NodeStrategy):  # expect: status-not-wiped-on-create[status]
    """An exception is keyed on one object, and not inherited."""
