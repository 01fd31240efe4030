from __future__ import annotations

import typing
from dataclasses import dataclass

if typing.TYPE_CHECKING:
    from apis.core.parts import Engine


@dataclass
class Car:  # holds: hub-type-differs
    engine: Engine
    spare: Engine | None = None
