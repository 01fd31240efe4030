"""The annotations of later fields see the class's own names first."""

from dataclasses import dataclass
from typing import List


class Set:
    """Not typing's."""


@dataclass
class Thing:
    members: List[str]
    group: Set  # expect: hub-type-differs[group]
