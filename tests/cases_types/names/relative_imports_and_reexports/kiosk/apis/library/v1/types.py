from dataclasses import dataclass

from ...meta.objects import ObjectMeta
from .. import parts as p


@dataclass
class Book:
    metadata: ObjectMeta
    shelf: "p.Shelf"
    page: p.Page
