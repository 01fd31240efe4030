"""The story of a static run: collect, survey, judge, except, settle."""

from __future__ import annotations

from apivet.check.progress import Progress
from apivet.check.run import run

__all__ = ["Progress", "run"]
