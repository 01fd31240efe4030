from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Node:
    left: Node | None
    right: Node | None


@dataclass
class Edge:
    name: str
    to: Node
