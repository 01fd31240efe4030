"""Files by which other tools run apivet: pre-commit, actions, GitLab, Docker."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from apivet.cli import main

ROOT = Path(__file__).resolve().parent.parent
TREE = """\
from dataclasses import dataclass


@dataclass
class Meta:
    generation: int


@dataclass
class Tower:
    metadata: Meta
    spec: Meta
    status: Meta


class TowerStrategy:
    def prepare_for_create(self, ctx: object, obj: Tower) -> None:
        obj.metadata.generation = 1
"""


def read(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


def test_pre_commit_checks_the_whole_project_once(tmp_path: Path) -> None:
    (hook,) = read(".pre-commit-hooks.yaml")
    # The environment of these tests instead of one of pre-commit's own, which would be installed over the network.
    program, *arguments = shlex.split(hook["entry"])
    assert program == "apivet"
    entry = shlex.join([sys.executable, "-m", "apivet", *arguments])
    assert hook.pop("additional_dependencies") == [".[go]"]
    hooks = [{**hook, "language": "system", "entry": entry}]
    (tmp_path / ".pre-commit-config.yaml").write_text(yaml.safe_dump({"repos": [{"repo": "local", "hooks": hooks}]}))
    (tmp_path / "towers.py").write_text(TREE)
    for number in range(40):
        (tmp_path / f"other_{number}.py").write_text("")
    environment = {
        **os.environ,
        "PRE_COMMIT_HOME": str(tmp_path / ".store"),
        "XDG_CACHE_HOME": str(tmp_path / ".cache"),
    }
    subprocess.run(["git", "init", "-q", "."], cwd=tmp_path, check=True)
    subprocess.run(["git", "add", "towers.py", ".pre-commit-config.yaml"], cwd=tmp_path, check=True)
    command = [sys.executable, "-m", "pre_commit", "run"]
    run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert run.returncode == 1, run.stdout + run.stderr
    assert run.stdout.count("status-not-wiped-on-create") == 1
    assert re.findall(r"\d+ files, \d+ strateg\w+", run.stdout) == ["41 files, 1 strategy"]


def test_options_in_scripts_for_others_are_there() -> None:
    helps = {name: CliRunner().invoke(main, [name, "--help"]).stdout for name in ("gate", "check", "merge")}
    (job,) = (value for key, value in read("docs/apivet.gitlab-ci.yml").items() if key == "apivet")
    scripts = [*job["script"], *(step["run"] for step in read("action.yml")["runs"]["steps"])]
    told = re.findall(r"apivet (\w+)|(?<![\w-])(--[a-z-]+)", "\n".join(scripts).split("pip install")[-1])
    assert job["script"][-1].startswith("apivet gate ")
    options = {option for _, option in told if option} - {"--quiet"}
    assert options
    assert all(option in helps["gate"] for option in options)
    documentation = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    for name, option in re.findall(r"apivet (gate|check|merge)(?: .*?(--[a-z-]+))?", documentation):
        assert option in helps[name]


def test_the_job_of_gitlab_holds_a_branch_against_where_it_left_the_target(tmp_path: Path) -> None:
    """Subjects that came to the target since are not missed in the branch."""

    def git(*arguments: str) -> None:
        subprocess.run(
            ["git", "-c", "user.name=a", "-c", "user.email=a@a.example", *arguments], cwd=tmp_path, check=True
        )

    conforming = TREE.replace(
        "object, obj: Tower) -> None:\n", "object, obj: Tower) -> None:\n        obj.status = Meta(0)\n"
    )
    types, strategy = conforming.split("class TowerStrategy")
    git("init", "-q", "-b", "trunk")
    (tmp_path / "towers.py").write_text(types)
    git("add", ".")
    git("commit", "-qm", "types")
    git("switch", "-qc", "branch")
    (tmp_path / "other.py").write_text("x = 1\n")
    git("add", ".")
    git("commit", "-qm", "a change")
    git("switch", "-q", "trunk")
    (tmp_path / "rules.py").write_text(f"from towers import Meta, Tower\n\n\nclass TowerStrategy{strategy}")
    git("add", ".")
    git("commit", "-qm", "a strategy")
    git("update-ref", "refs/remotes/origin/trunk", "trunk")
    git("switch", "-q", "--detach", "branch")
    (job,) = (value for key, value in read("docs/apivet.gitlab-ci.yml").items() if key == "apivet")
    script = "\n".join(job["script"]).replace("apivet gate", f"{shlex.quote(sys.executable)} -m apivet gate --static")
    environment = {**os.environ, "CI_DEFAULT_BRANCH": "trunk", "XDG_CACHE_HOME": str(tmp_path / ".cache")}
    environment.pop("GITHUB_EVENT_PATH", None)
    run = subprocess.run(["bash", "-ec", script], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    assert (tmp_path / "apivet.json").read_text() == "[]\n"


def test_the_action_runs_no_module_of_the_checked_tree(tmp_path: Path) -> None:
    (tmp_path / "venv.py").write_text("raise SystemExit('a module of the tree was run')")
    (install,) = (step for step in read("action.yml")["runs"]["steps"] if step["name"] == "Install apivet")
    (line,) = re.findall(r"^python3 .*$", install["run"], re.MULTILINE)
    variables = {**os.environ, "RUNNER_TEMP": str(tmp_path / "temp")}
    subprocess.run(
        ["bash", "-c", line.replace("-m venv", "-m venv --without-pip")], cwd=tmp_path, env=variables, check=True
    )
    assert (tmp_path / "temp/apivet/bin/python").exists()


def test_the_action_hands_no_input_to_the_shell_as_code() -> None:
    action = read("action.yml")
    assert action["runs"]["using"] == "composite"
    for step in action["runs"]["steps"]:
        assert "${{" not in step["run"]
        assert set(re.findall(r"inputs\.([\w-]+)", str(step))) <= set(action["inputs"])


@pytest.mark.parametrize("name", ["Dockerfile", ".dockerignore"])
def test_the_image_has_what_the_package_is_built_of(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    if name == "Dockerfile":
        assert 'ENTRYPOINT ["apivet"]' in text
        assert "USER apivet" in text
        return
    kept = set(re.findall(r"(?m)^!(\S+)$", text))
    assert {"checkers", "rules", "pyproject.toml", "README.md", "LICENSE"} == kept
    assert all((ROOT / each).exists() for each in kept)
