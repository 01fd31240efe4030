"""The binding to a store stands apart from the strategies."""

from __future__ import annotations

from typing import Any

from widgets import Conditions, Widgets, strategy


class Store:
    def __init__(self, **settings: Any) -> None:
        self.settings = settings


def register(name: str, **settings: Any) -> Store:
    return Store(name=name, **settings)


conditions = Conditions()

store = register("widgets", strategy=strategy, status_strategy=conditions)
other_store = register("others", strategy=Widgets())
