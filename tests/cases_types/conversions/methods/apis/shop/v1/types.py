from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from apis.shop import types as hub


@dataclass
class Order:
    customer: str = ""
    amount: int = 0
    note: Optional[str] = None

    def convert_to(self, target: hub.Order) -> None:  # holds: conversion-drops-field
        target.customer = self.customer
        target.amount = self.amount
        target.note = self.note

    def convert_from(self, source: hub.Order) -> None:  # expect: conversion-drops-field[customer]
        self.amount = source.amount
        self.note = source.note
