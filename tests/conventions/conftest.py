"""Small trees that are written, checked, and asked for their verdicts."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from apivet.cli import main


@pytest.fixture
def verdicts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., dict[tuple[str, str], str]]:
    """Writes files, checks the tree, and gives back its rows: (rule, object) to the worst verdict."""

    def check(
        files: Mapping[str, str], *arguments: str, status: tuple[int, ...] = (0, 1)
    ) -> dict[tuple[str, str], str]:
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text, encoding="utf-8")
        monkeypatch.chdir(tmp_path)
        result = CliRunner().invoke(main, ["check", "--format", "json", "--no-cache", "--jobs", "1", *arguments])
        assert result.exit_code in status, result.stderr or repr(result.exception)
        report: dict[str, Any] = json.loads(result.stdout)
        worst = ("holds", "unproven", "violated")
        rows: dict[tuple[str, str], str] = {}
        for row in report["verdicts"]:
            key = (row["rule"], row["object"])
            rows[key] = max(rows.get(key, "holds"), row["verdict"], key=worst.index)
        return rows

    return check
