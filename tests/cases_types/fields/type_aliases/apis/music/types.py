from dataclasses import dataclass
from typing import Optional, Union

from typing_extensions import TypeAlias

Labels = dict[str, str]
Name: TypeAlias = str
IntOrString = Union[int, str]
Quantity = "IntOrString"


@dataclass
class Track:
    labels: Labels
    title: Name
    length: IntOrString
    album: Optional[Name] = None
    rating: IntOrString | None = None  # expect: hub-type-differs[rating]
