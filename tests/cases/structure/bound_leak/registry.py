from __future__ import annotations

from widgets import Widgets, new_conditions


class Registration:
    def __init__(self, strategy: object, status_strategy: object) -> None:
        self.strategy = strategy
        self.status_strategy = status_strategy


registration = Registration(strategy=Widgets(), status_strategy=new_conditions())
