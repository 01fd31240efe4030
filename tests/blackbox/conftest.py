"""Small projects, watched by the black box."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from apivet.cli import main

#: What a watched project gives: the JSON report.
Watch = Callable[..., dict[str, Any]]


@pytest.fixture
def watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Watch:
    """Write a project's files, run ``apivet blackbox`` over them, and return its report. ``config`` is what stands in
    the table of the black box."""

    def watch(files: dict[str, str], *, config: str = "", status: int | None = None) -> dict[str, Any]:
        (tmp_path / "pyproject.toml").write_text(f"[tool.apivet]\n[tool.apivet.blackbox]\n{config}")
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(textwrap.dedent(text))
        monkeypatch.chdir(tmp_path)
        result = CliRunner().invoke(main, ["blackbox", "--format", "json", "--seed", "1", "."])
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        if status is not None:
            assert result.exit_code == status, result.output
        report: dict[str, Any] = json.loads(result.stdout)
        report["told"] = result.stderr
        return report

    return watch
