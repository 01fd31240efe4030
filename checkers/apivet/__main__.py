"""``python -m apivet``."""

from __future__ import annotations

from apivet.cli import main

main(prog_name="apivet")
