from __future__ import annotations

from dataclasses import dataclass

from .. import meta
from .parts import *  # noqa: F403
from .parts import Shelf


@dataclass
class Book:  # holds: hub-type-differs
    metadata: meta.ObjectMeta
    shelf: Shelf
    page: Page  # noqa: F405
