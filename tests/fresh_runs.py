"""Runs of ``apivet check`` in processes of their own, which know of each other by the cache alone."""

from __future__ import annotations

import json
import subprocess
import sys


def verdicts(*arguments: str) -> dict[tuple[str, str], str]:
    """The verdicts by object and rule."""
    command = [sys.executable, "-m", "apivet", "check", "--format", "json", "-j", "1", *arguments]
    report = json.loads(subprocess.run(command, capture_output=True, check=False).stdout)
    return {(each["object"], each["rule"]): each["verdict"] for each in report["verdicts"]}
