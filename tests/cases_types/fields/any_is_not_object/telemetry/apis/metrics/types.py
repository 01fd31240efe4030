from dataclasses import dataclass
from typing import Any


@dataclass
class Sample:
    value: Any  # expect: hub-type-differs[value]
    extra: dict[str, Any]  # expect: hub-type-differs[extra]
    raw: object
    blob: Any
