"""Limits on the code of a hook that is followed before the analysis gives up and says so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Limits:
    """``nodes`` of diagrams that one interpretation may make, ``steps`` (statements and expressions, helpers included)
    that it may take, and ``views`` that one question may need."""

    nodes: int
    steps: int
    views: int


#: As much as is ever followed.
FULL: Final = Limits(nodes=150_000, steps=60_000, views=3_000)
#: As much as is followed before slices are tried: hooks that people wrote stay far below.
CAUTIOUS: Final = Limits(nodes=100_000, steps=8_000, views=100)
#: As much as is followed for a question about one field.
NARROW: Final = Limits(nodes=25_000, steps=20_000, views=1_000)
#: As many nodes as are made for a program of which hooks share helpers that are far larger than themselves.
BRIEF: Final = 12_000
