"""One consistent set of decisions, and what is still open under it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from apivet.effects.decided import UndecidedError
from apivet.effects.diagrams import Diagrams, decisions, leaves
from apivet.effects.theory import Assumptions
from apivet.effects.view import View


def test_what_is_undecided_is_simplified_by_what_the_condition_excludes() -> None:
    diagrams = Diagrams()
    wind, tide, moon = (diagrams.decide(name) for name in ("wind", "tide", "moon"))
    out, in_, home = (diagrams.leaf(text) for text in ("out", "in", "home"))
    course = diagrams.choose(wind, diagrams.choose(tide, out, in_), home)
    outcome: Any = SimpleNamespace(machine=SimpleNamespace(diagrams=diagrams))
    condition = diagrams.both(wind, diagrams.either(tide, moon))
    with pytest.raises(UndecidedError) as raised:
        View(outcome, Assumptions(), condition, False).leaf(course)
    assert decisions(raised.value.value) == decisions(tide)
    assert set(leaves(raised.value.value)) == {out, in_}
