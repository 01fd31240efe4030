"""The base of a change is what was there before it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from changes import CRANES, OBJECT, STRANGER, WIPED, WIPES, Repository

TABLE = "pyproject.toml"


def attack(server: Repository) -> str:
    """A change that names its own approver, committed."""
    server.mend(CRANES, WIPES, "")
    server.write("exceptions/OWNERS", f"approvers:\n- {STRANGER}\n")
    server.except_from(WIPED, OBJECT, "status", STRANGER)
    return server.commit("an attack")


def seen(server: Repository, *arguments: str) -> str:
    """What is said of the base where the attack fails."""
    report = server.gate(*arguments, status=1)
    assert report.rules == {WIPED, "exception-unapproved"}
    return "".join(each for each in report.document["base"]["remarks"] if "nothing proves" not in each)


def test_a_change_is_held_against_where_it_left_the_default_branch(server: Repository) -> None:
    attack(server)
    assert seen(server) == ""


def test_a_tree_without_go_takes_nothing_that_reads_go(server: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """A plain installation has no extra."""
    for name in ("tree_sitter", "tree_sitter_go", "apivet.golang.api_types", "apivet.golang.program"):
        monkeypatch.setitem(sys.modules, name, None)
    attack(server)
    assert seen(server) == ""


def test_nor_does_a_search_for_what_a_lost_strategy_guarded(
    server: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("tree_sitter", "tree_sitter_go", "apivet.golang.program"):
        monkeypatch.setitem(sys.modules, name, None)
    server.drop(CRANES)
    assert server.gate(status=1).rules == {"gate-subject-lost"}


@pytest.mark.parametrize("arguments", [[], ["--base", "main"], ["--base", "HEAD"]])
def test_a_push_is_held_against_the_commit_before_it(server: Repository, arguments: list[str]) -> None:
    before = server.git("rev-parse", "HEAD")
    attack(server)
    server.git("branch", "-f", "main")
    assert seen(server, *arguments).endswith(f"the base is the commit before it, {before[:12]}")


@pytest.mark.parametrize("how", ["github", "gitlab"])
def test_a_push_of_several_commits_is_held_against_what_ci_tells(
    server: Repository, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    before = server.git("rev-parse", "HEAD")
    attack(server)
    server.commit("one more")
    server.git("branch", "-f", "main")
    event = server.top.parent / "event.json"
    event.write_text(json.dumps({"ref": "refs/heads/main", "before": before}))
    if how == "github":
        monkeypatch.setenv("GITHUB_EVENT_PATH", str(event))
    else:
        monkeypatch.setenv("CI_COMMIT_BEFORE_SHA", before)
    assert seen(server).endswith(f"the base is the commit before the push, {before[:12]}")


@pytest.mark.parametrize(
    "event", ["{", "[]", '{"before": 3}', '{"before": "0000000000000000000000000000000000000000"}']
)
def test_an_event_that_tells_nothing_leaves_the_first_parent(
    server: Repository, monkeypatch: pytest.MonkeyPatch, event: str
) -> None:
    attack(server)
    server.git("branch", "-f", "main")
    (server.top.parent / "event.json").write_text(event)
    monkeypatch.setenv("GITHUB_EVENT_PATH", str(server.top.parent / "event.json"))
    assert "the commit before it" in seen(server)


@pytest.mark.parametrize(
    ("name", "value"), [("CI_COMMIT_BEFORE_SHA", "0" * 40), ("CI", "true"), ("JENKINS_URL", "https://ci.example.org")]
)
def test_in_ci_a_work_tree_that_differs_is_no_change_of_its_own(
    server: Repository, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    attack(server)
    server.git("branch", "-f", "main")
    server.write("yard/made.py", "MADE = 1\n")
    monkeypatch.setenv(name, value)
    assert "the commit before it" in seen(server)


def test_what_is_not_committed_yet_is_held_against_the_last_commit(server: Repository) -> None:
    server.mend(CRANES, WIPES, "")
    server.except_from(WIPED, OBJECT, "status", STRANGER)
    report = server.gate(status=1)
    assert report.document["base"]["commit"] == server.git("rev-parse", "HEAD")


def test_on_the_default_branch_that_is_said(server: Repository) -> None:
    server.git("branch", "-f", "main")
    server.mend(CRANES, WIPES, "")
    (remark, *_) = server.gate(status=1).document["base"]["remarks"]
    assert "not committed yet: the base is the last commit" in remark


@pytest.mark.parametrize("how", ["github", "gitlab"])
def test_a_branch_that_is_only_called_main_is_none_that_changes_go_to(
    server: Repository, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """A checkout of CI has no HEAD of origin, so that the hosting service has to say how the default branch is called."""
    server.git("branch", "-m", "main", "trunk")
    server.git("update-ref", "refs/remotes/origin/trunk", "trunk")
    if how == "github":
        event = server.top.parent / "event.json"
        event.write_text(json.dumps({"pull_request": {}, "repository": {"default_branch": "trunk"}}))
        monkeypatch.setenv("GITHUB_EVENT_PATH", str(event))
    else:
        monkeypatch.setenv("CI_DEFAULT_BRANCH", "trunk")
    server.gate(status=0)
    attack(server)
    server.git("update-ref", "refs/remotes/origin/main", "HEAD")
    assert server.gate(status=1).document["base"]["commit"] == server.git("rev-parse", "trunk")
    server.git("update-ref", "-d", "refs/remotes/origin/trunk")
    server.git("branch", "-D", "trunk")
    assert "this repository has no default branch (trunk)" in server.run().stderr


@pytest.mark.parametrize("name", ["main", "origin/main"])
def test_a_tag_of_a_branchs_name_is_not_meant(server: Repository, name: str) -> None:
    server.git("update-ref", "refs/remotes/origin/main", "main")
    attack(server)
    server.commit("one more")
    server.git("tag", name, "HEAD~1")
    seen(server, "--base", name)


@pytest.mark.parametrize(("branch", "name"), [("origin/main", "origin/main"), ("main", "main")])
def test_a_change_on_a_branch_of_that_name_is_not_meant(server: Repository, branch: str, name: str) -> None:
    server.git("update-ref", "refs/remotes/origin/main", "main")
    server.git("branch", "-m", "main", "former")
    server.git("switch", "-q", "-c", branch)
    attack(server)
    server.commit("one more")
    seen(server, "--base", name)


def test_a_branch_that_only_the_remote_has_is_one(server: Repository) -> None:
    server.git("update-ref", "refs/remotes/origin/release", "main")
    attack(server)
    server.commit("one more")
    server.git("tag", "release", "HEAD~1")
    seen(server, "--base", "release")


def test_suffixes_of_a_name_keep_their_meaning(server: Repository) -> None:
    first = server.git("rev-parse", "HEAD")
    server.land()
    server.commit("one more")
    assert server.gate("--base", "main~1", status=0).document["base"]["commit"] == first


@pytest.mark.parametrize("left_out", ["blob:none", "tree:0"])
def test_a_partial_clone_says_how_to_mend_it(
    server: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left_out: str
) -> None:
    attack(server)
    server.write(CRANES, server.read(CRANES) + "# changed\n")
    server.commit()
    server.git("config", "uploadpack.allowFilter", "true")
    clone = tmp_path / "clone"
    address = f"file://{server.top}"
    subprocess.run(["git", "clone", "-q", f"--filter={left_out}", "-b", "change", address, str(clone)], check=True)
    monkeypatch.chdir(clone)
    result = Repository(clone).run("--base", "main")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "this is a partial clone" in result.stderr
    assert "--since" not in result.stderr


def test_what_is_not_checked_out_is_not_lost(server: Repository) -> None:
    server.write("README", "A yard.\n")
    server.commit()
    server.git("sparse-checkout", "set", "yard/apis", "exceptions")
    report = server.gate(status=2)
    assert not report.open
    (problem,) = report.document["problems"]
    assert problem["path"] == CRANES
    assert "not checked out" in problem["message"]


def test_a_clone_that_is_too_shallow_says_how_to_mend_it(
    server: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    attack(server)
    server.git("branch", "-f", "main")
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", "--depth=1", f"file://{server.top}", str(clone)], check=True)
    monkeypatch.chdir(clone)
    for arguments in ([], ["--base", "HEAD"], ["--base", "main"]):
        result = Repository(clone).run(*arguments)
        assert result.exit_code == 2
        assert "shallow" in result.stderr
        assert "fetch-depth: 0" in result.stderr
    subprocess.run(["git", "fetch", "-q", "--unshallow"], cwd=clone, check=True)
    seen(Repository(clone))


def test_history_is_not_grafted(server: Repository) -> None:
    attack(server)
    server.commit("one more")
    head, first = server.git("rev-parse", "HEAD"), server.git("rev-parse", "HEAD~1")
    (server.top / ".git" / "info").mkdir(exist_ok=True)
    (server.top / ".git" / "info" / "grafts").write_text(f"{server.git('rev-parse', 'main')} {first}\n{head}\n")
    seen(server)


def test_replaced_objects_of_the_base_count_as_what_they_are(server: Repository) -> None:
    server.write("other", f"approvers:\n- {STRANGER}\n")
    blob = server.git("hash-object", "-w", "other")
    server.git("replace", server.git("rev-parse", "main:exceptions/OWNERS"), blob)
    attack(server)
    seen(server)


def test_variables_lead_git_nowhere_else(server: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    attack(server)
    other = tmp_path / "other"
    subprocess.run(["git", "clone", "-q", str(server.top), str(other)], check=True)
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    seen(server)


@pytest.mark.parametrize("key", ["core.fsmonitor", "filter.loud.clean", "filter.loud.smudge", "diff.external"])
def test_the_gate_runs_no_command_of_the_repository(server: Repository, key: str) -> None:
    mark = server.top.parent / "mark"
    script = server.top.parent / "script"
    script.write_text(f"#!/bin/sh\ntouch {mark}\ncat\n")
    script.chmod(0o755)
    server.write(".gitattributes", "* filter=loud diff=loud\n")
    attack(server)
    server.git("config", key, str(script))
    server.git("config", "diff.loud.textconv", str(script))
    for name in ("post-index-change", "reference-transaction", "post-checkout"):
        os.symlink(script, server.top / ".git" / "hooks" / name)
    seen(server)
    assert not mark.exists()


def test_a_tag_of_a_default_branchs_full_name_is_not_meant(server: Repository) -> None:
    attack(server)
    server.commit("one more")
    server.git("tag", "refs/remotes/origin/HEAD", "HEAD~1")
    seen(server)
    result = server.run("--base", "refs/remotes/origin/HEAD")
    assert result.exit_code == 2
    assert "there is no revision 'refs/remotes/origin/HEAD'" in result.stderr


def test_files_that_look_like_a_repository_are_none(server: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """Git takes a directory with these for a repository without a work tree."""
    attack(server)
    for name, text in {"HEAD": "ref: refs/heads/main\n", "objects/kept": "", "refs/kept": ""}.items():
        server.write(f"yard/{name}", text)
    server.commit("a repository in the repository")
    monkeypatch.chdir(server.top / "yard")
    assert {WIPED, "exception-unapproved"} < server.gate("..", status=1).rules


def test_a_history_of_its_own_has_no_base_by_itself(server: Repository) -> None:
    server.git("checkout", "-q", "--orphan", "other")
    attack(server)
    server.commit("one more")
    result = server.run()
    assert result.exit_code == 2
    assert "the history has nothing in common with main; " in result.stderr
    seen(server, "--base", "main")


def test_a_repository_that_can_not_be_read_is_not_taken_for_none(server: Repository) -> None:
    server.write(".git/config", "[core\n")
    result = server.run()
    assert result.exit_code == 2
    assert result.stderr.startswith("--base: git cannot say what repository this is: ")


def test_git_is_started_a_few_times_only(server: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    server.write("yard/more.py", "MORE = 1\n")
    server.commit()
    started = []
    start = subprocess.Popen.__init__

    def counted(self: subprocess.Popen[bytes], command: list[str], *arguments: object, **settings: object) -> None:
        started.append(command)
        start(self, command, *arguments, **settings)  # type: ignore[arg-type]

    monkeypatch.setattr(subprocess.Popen, "__init__", counted)
    server.gate(status=0)
    # what repository this is, its branches, where the history left one, the base's files, their contents, and all that
    # lies beside the sources now: a compiled module is imported in the place of one
    assert 0 < len(started) <= 6, started
