"""Questions to git run nothing that the repository's own configuration names."""

from __future__ import annotations

import os
import stat
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from apivet.cli import main
from apivet.git import Repository
from apivet.git_process import GitError

HUB = "from dataclasses import dataclass\n\n\n@dataclass\nclass Lathe:\n    speed: int\n    bed: str\n"
NEW = HUB + "    chuck: str = ''\n"


def git(where: Path, *arguments: str) -> str:
    settings = ("user.name=Test", "user.email=test@example.org", "commit.gpgsign=false", "protocol.file.allow=always")
    options = [item for setting in settings for item in ("-c", setting)]
    done = subprocess.run(["git", *options, *arguments], cwd=where, check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture(name="shop")
def _shop(tmp_path: Path) -> Path:
    """A repository with one commit, tagged ``base``, and a field that is new since."""
    shop = tmp_path / "shop"
    for name in ("types.py", "v1/types.py"):
        path = shop / "tools" / "apis" / "lathe" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(HUB)
    git(shop, "init", "--quiet")
    git(shop, "add", "--all")
    git(shop, "commit", "--quiet", "--message", "base")
    git(shop, "tag", "base")
    return shop


@pytest.fixture(name="mark")
def _mark(tmp_path: Path) -> Path:
    return tmp_path / "mark"


def command(directory: Path, mark: Path) -> str:
    """A command that leaves a mark, and hands on what it is given."""
    path = directory / "command.sh"
    path.write_text(f"#!/bin/sh\ntouch {mark}\ncat\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def new_fields(where: Path) -> list[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(where)
        result = CliRunner().invoke(main, ["check", "--no-cache", "--jobs", "1", "--since", "base"])
    assert result.exit_code in (0, 1), result.output
    return [line for line in result.output.splitlines() if "E9727 ungated-new-field" in line]


@pytest.mark.parametrize(
    "key", ["core.fsmonitor", "filter.loud.clean", "filter.loud.smudge", "filter.loud.process", "diff.external"]
)
@pytest.mark.parametrize("moved", [False, True])
def test_no_command_of_the_configuration_is_run(shop: Path, mark: Path, tmp_path: Path, key: str, moved: bool) -> None:
    git(shop, "config", key, command(tmp_path, mark))
    git(shop, "config", "diff.loud.textconv", command(tmp_path, mark))
    (shop / ".gitattributes").write_text("* filter=loud diff=loud\n")
    if moved:
        (shop / "tools").rename(shop / "machines")
    top = shop / ("machines" if moved else "tools")
    for name in ("types.py", "v1/types.py"):
        (top / "apis" / "lathe" / name).write_text(NEW)
    assert len(new_fields(top)) >= 2
    assert not mark.exists()


def test_hooks_are_not_run(shop: Path, mark: Path, tmp_path: Path) -> None:
    hooks = shop / ".git" / "hooks"
    for name in ("post-index-change", "reference-transaction", "post-checkout", "fsmonitor-watchman"):
        (hooks / name).write_text(f"#!/bin/sh\ntouch {mark}\n")
        (hooks / name).chmod(0o755)
    git(shop, "config", "core.fsmonitor", str(hooks / "fsmonitor-watchman"))
    (shop / "tools" / "apis" / "lathe" / "types.py").write_text(NEW)
    assert new_fields(shop)
    assert not mark.exists()


def test_what_a_partial_clone_lacks_is_not_fetched(shop: Path, mark: Path, tmp_path: Path) -> None:
    git(shop, "config", "uploadpack.allowFilter", "true")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", "--filter=blob:none", "--no-checkout", f"file://{shop}", str(clone))
    script = tmp_path / "upload.sh"
    script.write_text(f'#!/bin/sh\ntouch {mark}\nexec git-upload-pack "$@"\n')
    script.chmod(0o755)
    git(clone, "config", "remote.origin.uploadpack", str(script))
    repository = Repository(str(clone))
    commit = repository.commit("base")
    with pytest.raises(GitError):
        repository.read(commit, "tools/apis/lathe/types.py")
    assert not mark.exists()


def test_replaced_objects_count_as_what_they_are(shop: Path) -> None:
    path = shop / "tools" / "apis" / "lathe" / "types.py"
    path.write_text(NEW)
    blobs = [git(shop, "rev-parse", "base:tools/apis/lathe/types.py"), git(shop, "hash-object", "-w", str(path))]
    git(shop, "replace", *blobs)
    repository = Repository(str(shop))
    assert repository.read(repository.commit("base"), "tools/apis/lathe/types.py") == HUB.encode()


def test_the_repository_is_that_of_the_directory(shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "--quiet")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    assert Repository(str(shop / "tools")).top == os.path.realpath(shop)


def test_a_directory_that_moved_is_compared_with_where_it_was(shop: Path) -> None:
    (shop / "tools").rename(shop / "machines")
    assert new_fields(shop / "machines") == []
    (shop / "machines" / "apis" / "lathe" / "v1" / "types.py").write_text(NEW)
    assert len(new_fields(shop / "machines")) == 1
