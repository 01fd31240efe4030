"""JSON schemas of the reports and of the configuration, as they are published."""

from __future__ import annotations

from pathlib import Path
from typing import Final

#: The schemas that there are.
NAMES: Final = ("report", "config")


def schema_text(name: str) -> str:
    """The schema of this name."""
    return (Path(__file__).parent / f"{name}.json").read_text(encoding="utf-8")
