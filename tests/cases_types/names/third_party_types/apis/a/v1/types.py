import datetime
from dataclasses import dataclass
from ipaddress import IPv4Address
from pathlib import Path
from typing import Optional, Type

import pydantic


@dataclass
class Host:
    address: IPv4Address
    root: Path
    seen: datetime.datetime
    wait: datetime.datetime
    key: pydantic.SecretStr
    model: Type[pydantic.BaseModel]
    count: int
    late: Optional[datetime.datetime] = None
