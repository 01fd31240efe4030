from __future__ import annotations

import datetime
import decimal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Callable, Type

if TYPE_CHECKING:
    from uuid import UUID


@dataclass
class Thing:
    when: datetime.datetime
    price: decimal.Decimal
    parts: Sequence[str]
    table: Mapping[str, int]
    factory: Type[int]
    uid: UUID
    hook: Callable[[int], str]
    since: datetime.date  # expect: hub-type-differs[since]
    hook2: Callable[[int], str]  # expect: hub-type-differs[hook2]
    numbers: Sequence[int]  # expect: hub-type-differs[numbers]
