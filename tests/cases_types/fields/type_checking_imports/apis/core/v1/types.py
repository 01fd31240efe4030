from dataclasses import dataclass
from typing import Optional

import apis.core.parts


@dataclass
class Car:
    engine: apis.core.parts.Engine
    spare: Optional[apis.core.parts.Engine] = None
