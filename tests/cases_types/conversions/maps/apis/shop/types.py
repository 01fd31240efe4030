from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Rule:
    path: str = ""
    weight: int = 0


@dataclass
class Ingress:
    labels: dict[str, str] = field(default_factory=dict)
    rules: dict[str, Rule] = field(default_factory=dict)
