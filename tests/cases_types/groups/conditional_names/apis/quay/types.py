"""Names that stand for one class or another."""

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import TypeAlias

if sys.platform == "amiga":
    from ._there import Bollard, Ladder
else:
    from ._here import Bollard, Ladder

if sys.version_info > (3,):

    @dataclass
    class Fender:
        width: int = 0  # expect: hub-type-differs[width]

else:

    @dataclass
    class Fender:
        width: float = 0


@dataclass
class _Rope:
    length: int = 0  # expect: hub-type-differs[length]


Rope: "TypeAlias" = "_Rope"
