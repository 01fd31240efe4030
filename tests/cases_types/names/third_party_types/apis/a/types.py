from __future__ import annotations

import ipaddress
import pathlib
from dataclasses import dataclass
from datetime import datetime, timedelta

from pydantic import BaseModel, SecretStr
from pydantic.types import PositiveInt


@dataclass
class Host:
    address: ipaddress.IPv4Address
    root: pathlib.Path
    seen: datetime
    wait: timedelta  # expect: hub-type-differs[wait]
    key: SecretStr
    model: type[BaseModel]
    count: int
    late: datetime | None = None
