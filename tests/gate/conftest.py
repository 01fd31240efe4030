"""A small server in a git repository: one is made, and copied for each test."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from changes import FILES, Repository


@pytest.fixture(name="template", scope="session")
def _template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    top = tmp_path_factory.mktemp("template") / "server"
    repository = Repository(top)
    for name, text in FILES.items():
        repository.write(name, text)
    repository.git("init", "-q", "-b", "main")
    repository.commit("the base")
    repository.git("checkout", "-q", "-b", "change")
    return top


@pytest.fixture(name="server")
def _server(template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    shutil.copytree(template, tmp_path / "server")
    monkeypatch.chdir(tmp_path / "server")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    for name in ("GITHUB_EVENT_PATH", "CI_DEFAULT_BRANCH"):
        monkeypatch.delenv(name, raising=False)
    return Repository(tmp_path / "server")
