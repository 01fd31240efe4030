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


def watched_in(root: Path, files: dict[str, str], *options: str, config: str = "", gates: str = "") -> dict[str, Any]:
    """The report of a project that is written there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        return _report(root, files, options, config, gates)[0]


def _report(
    root: Path, files: dict[str, str], options: tuple[str, ...], config: str, gates: str
) -> tuple[dict[str, Any], int, str]:
    (root / "pyproject.toml").write_text(
        f"[tool.apivet]\nfeature-gates = {[gates] if gates else []}\n[tool.apivet.blackbox]\n{config}"
    )
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text))
    result = CliRunner().invoke(main, ["blackbox", "--format", "json", "--seed", "1", *options, "."])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    report: dict[str, Any] = json.loads(result.stdout)
    report["told"] = result.stderr
    return report, result.exit_code, result.output


@pytest.fixture
def watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Watch:
    """Write a project's files, run ``apivet blackbox`` over them, and return its report. ``config`` is what stands in
    the table of the black box."""

    def watch(files: dict[str, str], *, config: str = "", gates: str = "", status: int | None = None) -> dict[str, Any]:
        monkeypatch.chdir(tmp_path)
        report, exit_code, output = _report(tmp_path, files, (), config, gates)
        assert status in (None, exit_code), output
        return report

    return watch
