"""Groups in whole runs: which files are judged, what the cache remembers of them, and mappings that map nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from apivet.check.run import run
from apivet.config import load_config
from apivet.verdicts import Report

HUB = """
from dataclasses import dataclass

@dataclass
class Node:
    name: str
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(project: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def report(project: Path, *paths: str, cache: bool = False) -> Report:
    config = load_config(project).on_command_line(jobs=1, cache=cache)
    return run(paths, config)


def configured(*entries: tuple[str, str], more: str = "") -> str:
    tables = [f'[[tool.apivet.hub]]\nhub = "{hub}"\nserved = "{served}"\n' for hub, served in entries]
    return f"[tool.apivet]\n{more}\n{''.join(tables)}"


def messages(found: Report) -> list[str]:
    return [f"{problem.path}: {problem.message}" for problem in found.problems]


def test_modules_of_groups_are_judged_and_their_types_counted(project: Path) -> None:
    write(
        project,
        {
            "apis/core/types.py": HUB,
            "apis/core/v1/types.py": HUB,
            "apis/core/v1/storage.py": HUB,
            "apis/core/other.py": HUB,
        },
    )
    found = report(project)
    assert (found.files, found.types, found.problems) == (4, 3, [])


def test_mapped_modules_are_judged(project: Path) -> None:
    write(
        project,
        {
            "pyproject.toml": configured(("server.{rest}", "client.{rest}")),
            "server/core.py": HUB,
            "client/core.py": HUB,
            "server/alone.py": HUB,
        },
    )
    found = report(project)
    assert (found.types, found.problems) == (2, [])


def test_a_changed_served_module_judges_its_hub_again(project: Path) -> None:
    files = {
        "pyproject.toml": '[tool.apivet]\ncache-dir = "cache"\n',
        "apis/core/types.py": HUB,
        "apis/core/v1/types.py": HUB,
    }
    write(project, files)
    assert rules(report(project, cache=True)) == []
    write(project, {"apis/core/v1/types.py": HUB.replace("str", "int")})
    assert rules(report(project, cache=True)) == ["hub-type-differs"]
    write(project, {"apis/core/v1/types.py": HUB})
    assert rules(report(project, cache=True)) == []


def test_a_new_version_judges_the_hub_again_though_it_is_no_part_of_the_run(project: Path) -> None:
    write(
        project,
        {
            "pyproject.toml": '[tool.apivet]\ncache-dir = "cache"\n',
            "apis/core/types.py": HUB,
            "apis/core/v1/types.py": HUB,
        },
    )
    assert rules(report(project, "apis/core/types.py", cache=True)) == []
    write(project, {"apis/core/v2/types.py": HUB.replace("str", "int")})
    assert rules(report(project, "apis/core/types.py", cache=True)) == ["hub-type-differs"]


def rules(found: Report) -> list[str]:
    assert found.problems == []
    return [finding.rule for finding in found.findings]


# ------------------------------------------------------------------------------------------- mappings that map nothing


@pytest.mark.parametrize(
    ("hub", "served", "what"),
    [
        ("sever.{rest}", "client.{rest}", "'hub' matches no module"),
        ("server.{rest}", "clients.{rest}", "'served' matches no module"),
        ("sever.{rest}", "clients.{rest}", "'hub' and 'served' match no module"),
        ("server.a{rest}", "client.c{rest}", "no module that 'hub' matches has one that 'served' matches"),
    ],
)
def test_a_mapping_that_maps_nothing_is_an_error(project: Path, hub: str, served: str, what: str) -> None:
    write(
        project,
        {
            "pyproject.toml": configured(("server.{rest}", "client.{rest}"), (hub, served)),
            "server/core.py": HUB,
            "server/alone.py": HUB,
            "client/core.py": HUB,
        },
    )
    assert messages(report(project)) == [
        f"pyproject.toml: tool.apivet.hub #2 ({hub} = {served}): {what}; names are seen from the working directory"
    ]


@pytest.mark.parametrize(("preferred", "is_there"), [("v1", True), ("v1beta1", True), ("v7", False)])
def test_a_preferred_version_that_no_module_has_is_an_error(project: Path, preferred: str, is_there: bool) -> None:
    entry = f'[[tool.apivet.hub]]\nhub = "server.{{rest}}"\nserved = "client.{{rest}}_{{version}}"\npreferred = "{preferred}"\n'
    files = {"server/core.py": HUB, "client/core_v1.py": HUB, "client/core_v1beta1.py": HUB}
    write(project, {"pyproject.toml": entry, **files})
    told = [] if is_there else [f"no served module is of the version that 'preferred' names, '{preferred}'"]
    assert [message.split(": ")[2].split("; ")[0] for message in messages(report(project))] == told


def test_the_source_roots_are_named_that_names_are_seen_from(project: Path) -> None:
    write(
        project,
        {
            "pyproject.toml": configured(("src.server.{rest}", "src.client.{rest}"), more='source-roots = ["src"]'),
            "src/server/core.py": HUB,
            "src/client/core.py": HUB,
        },
    )
    assert messages(report(project)) == [
        "pyproject.toml: tool.apivet.hub #1 (src.server.{rest} = src.client.{rest}): 'hub' and 'served' match no "
        "module; names are seen from src"
    ]


def test_a_run_over_a_part_of_the_tree_says_nothing_of_mappings(project: Path) -> None:
    write(
        project,
        {
            "pyproject.toml": configured(("server.{rest}", "client.{rest}")),
            "server/core.py": HUB,
            "client/core.py": HUB,
            "other/core.py": HUB,
        },
    )
    for path in ("other", "server", "client/core.py"):
        assert report(project, path).problems == []


def test_a_run_over_the_hub_alone_finds_its_served_module(project: Path) -> None:
    write(
        project,
        {
            "pyproject.toml": configured(("server.{rest}", "client.{rest}")),
            "server/core.py": HUB,
            "client/core.py": HUB.replace("str", "int"),
        },
    )
    assert rules(report(project, "server/core.py")) == rules(report(project)) == ["hub-type-differs"]
