"""Changes after which git keeps something else than what was judged, so that the next change would have no base."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from changes import APPROVER, CRANES, STRATEGY, Repository

POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22e\nsize 12345\n"


def problems(server: Repository, *arguments: str, status: int) -> dict[str, str]:
    rows = server.gate(*arguments, status=status).document["problems"]
    return {row["path"]: row["message"] for row in rows if row["fatal"]}


def link(server: Repository, name: str, target: str) -> None:
    (server.top / name).symlink_to(target)


@pytest.mark.parametrize("target", ["crane.txt", "../../.yard/crane.py", "../../../crane.py"])
def test_a_link_to_what_no_run_reads_by_itself_is_told(server: Repository, target: str) -> None:
    place = (server.top / CRANES).parent / target
    place.parent.mkdir(exist_ok=True)
    (server.top / CRANES).rename(place)
    link(server, CRANES, target)
    server.commit()
    assert "is a new link" in problems(server, status=2)[CRANES]


def test_so_is_a_link_to_a_directory_that_is_left_out(server: Repository) -> None:
    server.write("pyproject.toml", '[tool.apivet]\ncache = false\nexclude = ["/kept*"]\n')
    server.land()
    (server.top / "yard/registry").rename(server.top / "kept [here]")
    link(server, "yard/registry", "../kept [here]")
    server.commit()
    assert "is a new link" in problems(server, status=2)["yard/registry"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", "[tool.apivet]\ncache = false\n"),
        ("exceptions/OWNERS", f"approvers: [{APPROVER}]\n"),
        ("exceptions/allowed_signers", ""),
        ("apivet.lock", '{"version": 1, "types": {}}\n'),
    ],
)
def test_so_is_a_link_to_what_decides_how_changes_are_judged(server: Repository, name: str, text: str) -> None:
    server.write(f"papers/{name}", text)
    (server.top / name).unlink(missing_ok=True)
    link(server, name, os.path.relpath(server.top / "papers" / name, (server.top / name).parent))
    server.commit()
    assert "decides how changes are judged" in problems(server, status=2)[name]


def test_a_configuration_that_can_not_be_read_at_the_base_is_told(server: Repository) -> None:
    words = '[tool.apivet.vocabulary]\nprepare-for-create = "before_create"\nprepare-for-update = "before_update"\n'
    server.write("pyproject.toml", f"{words}[broken\n")
    server.write(CRANES, STRATEGY.replace("prepare_for_", "before_"))
    server.land()
    server.write("pyproject.toml", "[tool.apivet]\n")
    server.commit()
    result = server.run()
    assert result.exit_code == 2
    assert ":pyproject.toml:4: not valid TOML" in result.stderr
    server.write("pyproject.toml", words)
    server.commit()
    assert server.run("--base", "main").exit_code == 2


def test_a_link_to_what_is_judged_as_well_is_fine(server: Repository) -> None:
    link(server, "yard/again.py", "registry/crane.py")
    link(server, "zoo [yard]", "yard")
    link(server, "notes.txt", "pyproject.toml")
    server.write("hulls/notes.txt", "")
    link(server, "yard/hulls", "../hulls")
    server.commit()
    assert problems(server, status=0) == {}


def test_a_link_that_was_there_is_fine(server: Repository, tmp_path: Path) -> None:
    (tmp_path / "buoy.py").write_text("LIGHT = 'red'\n")
    link(server, "yard/buoy.py", str(tmp_path / "buoy.py"))
    server.land()
    server.write("yard/more.py", "MORE = 1\n")
    server.commit()
    assert problems(server, status=0) == {}


@pytest.mark.parametrize("attribute", ["filter=lfs", "working-tree-encoding=UTF-7"])
def test_a_source_in_whose_place_git_keeps_something_else_is_told(server: Repository, attribute: str) -> None:
    server.write(".gitattributes", f"*.py {attribute.partition('=')[0]}=\n{CRANES} {attribute}\n")
    server.write(CRANES, POINTER)
    blob = server.git("hash-object", "-w", "--no-filters", CRANES)
    server.git("update-index", "--cacheinfo", f"100644,{blob},{CRANES}")
    server.git("add", ".gitattributes")
    server.git("commit", "-q", "-m", "a change")
    server.write(CRANES, STRATEGY)
    assert problems(server, status=2) == {
        CRANES: f"git keeps something else in the place of this file, for its attribute '{attribute}': the next change "
        "could not be held against it; keep it as it is"
    }


def test_other_attributes_and_what_is_not_committed_yet_are_fine(server: Repository) -> None:
    server.write(".gitattributes", "*.py text eol=crlf -filter\nchart* filter=lfs\n")
    for name in ("yard/chart.bin", "yard/chart"):
        server.write(name, POINTER)
    link(server, "yard/pyproject.toml", "../notes.toml")
    server.write("notes.toml", "[tool.black]\n")
    server.write("yard/more.py", "MORE = 1\nLESS = 0\n")
    server.commit()
    server.write("yard/chart", "a chart\n")
    for name in (CRANES, "yard/more.py"):
        (server.top / name).write_bytes((server.top / name).read_bytes().replace(b"\n", b"\r\n"))
    server.write("yard/more.py", "# all of it is written anew\n")
    assert problems(server, status=0) == {}
