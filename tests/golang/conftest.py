"""The sample server in Go, in a directory of a test's own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from apivet.check import judging
from apivet.check.judged_file import JudgedFile

SERVER = Path(__file__).parents[2] / "fixtures" / "sample_apiserver_go"
#: The line by which strategies of the server import its API types.
IMPORT = '\n\t"sample.example.org/apiserver/pkg/apis/widgets"\n'


@pytest.fixture(name="server")
def _server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server in the working directory, and a cache for it."""
    shutil.copytree(SERVER, tmp_path / "server")
    monkeypatch.chdir(tmp_path / "server")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture(name="judged")
def _judged(server: None, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files of the server that checks judge."""
    found: list[str] = []
    judge = judging.judge_share

    def noted(bench: judging.TreeJudge, share: judging.Share) -> tuple[JudgedFile, ...]:
        found.append(share.file.path)
        return judge(bench, share)

    monkeypatch.setattr(judging, "judge_share", noted)
    return found


@pytest.fixture(name="starting")
def _starting(server: None) -> None:
    """Strategies that take the first generation from a package ``starting``, which is not there yet."""
    for path in sorted(Path("pkg/registry").rglob("strategy.go")):
        text = path.read_text().replace(IMPORT, f'{IMPORT}\t"sample.example.org/apiserver/pkg/starting"\n', 1)
        path.write_text(text.replace("Generation = 1", "Generation = starting.Begin()"))
