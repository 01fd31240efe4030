from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Node:
    left: Edge | None  # expect: hub-type-differs[left]
    right: Node | None


@dataclass
class Edge:
    name: str
    to: Node
