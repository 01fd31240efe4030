"""Reports of a run, for people (``text``) and for machines (``machine``). Reports know findings, not rules."""

from __future__ import annotations
