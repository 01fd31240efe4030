"""The gate: both halves over one tree, and exceptions that a change cannot approve by itself."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from apivet.cli import main

SAMPLE = Path(__file__).parents[1] / "samples" / "widgets"
STRATEGY = "widgets/strategy.py"
OBJECT = "widgets.strategy.WidgetStrategy"
WIPES = "        obj.status = WidgetStatus()\n"
KEEPS = "        obj.status = old.status\n"
WIPED, KEPT = "status-not-wiped-on-create", "status-not-kept-on-update"
APPROVER = "jane@example.org"
ENTRY = f"""
[[exception]]
rule = "{WIPED}"
object = "{OBJECT}"
field = "status"
reason = "Widgets register themselves with a status."
approved-by = "{APPROVER}"
"""


@pytest.fixture(name="tree")
def _tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(SAMPLE, tmp_path / "widgets", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "pyproject.toml").write_text("[tool.apivet]\ncache = false\n")
    monkeypatch.chdir(tmp_path)
    # A repository around the directory of the tests is none of these trees'.
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    return tmp_path


def mend(tree: Path, old: str, new: str, name: str = STRATEGY) -> None:
    text = (tree / name).read_text()
    assert text.count(old) == 1
    (tree / name).write_text(text.replace(old, new))


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, ["gate", "--seed", "1", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def gated(*arguments: str, status: int) -> dict[str, Any]:
    result = run("--format", "json", *arguments)
    assert result.exit_code == status, result.output
    document: dict[str, Any] = json.loads(result.stdout)
    return document


def verdict(document: dict[str, Any], rule: str) -> tuple[str, list[str]]:
    (row,) = [row for row in document["verdicts"] if (row["object"], row["rule"]) == (OBJECT, rule)]
    return row["verdict"], row["evidence"]


def rules(document: dict[str, Any]) -> list[str]:
    return [finding["rule"] for finding in document["findings"] if finding["suppressed_by"] is None]


def test_what_both_halves_see_hold_passes(tree: Path) -> None:
    document = gated(status=0)
    assert verdict(document, WIPED) == ("holds", ["static", "blackbox"])
    assert (document["findings"], document["disagreements"], document["unexercised"]) == ([], [], [])
    assert document["summary"]["strategies"] == 1
    assert document["runs"] > 0


def test_what_both_see_broken_is_one_finding_with_a_smallest_case(tree: Path) -> None:
    mend(tree, WIPES, "")
    document = gated(status=1)
    (finding,) = document["findings"]
    assert (finding["rule"], finding["evidence"], finding["line"]) == (WIPED, ["static", "blackbox"], 11)
    assert "nothing sets status on the way" in [step["note"] for step in finding["witness"]]
    assert "case = Case(" in document["cases"][finding["fingerprint"]]
    assert verdict(document, WIPED) == ("violated", ["static", "blackbox"])

    assert "case = Case(" not in run().stdout
    text = run("--verbose").stdout
    assert text.count(WIPED + ":") == 2, "once above the case, once as the finding"
    assert "case = Case(" in text


def test_the_black_box_settles_what_the_static_check_cannot_tell(tree: Path) -> None:
    (tree / "widgets" / "wiping.py").write_text(
        "from widgets.types import WidgetStatus\n\n\ndef wipe(obj: object) -> None:\n"
        "    setattr(obj, 'sta' + 'tus', WidgetStatus())\n"
    )
    mend(tree, WIPES, "        getattr(wiping, 'wipe'[:4])(obj)\n")
    mend(tree, "from widgets.types", "from widgets import wiping\nfrom widgets.types")
    assert verdict(gated("--static", "--strict", status=1), WIPED) == ("unproven", ["static"])
    assert verdict(gated("--strict", status=0), WIPED) == ("holds", ["blackbox"])


# A class that is patched as its package is imported, in words that nobody reads, does something else than is written.
PATCHED = "from unittest import mock\n\nimport widgets.strategy\nfrom widgets.types import WidgetStatus\n\n\n"
LAX = PATCHED + (
    "def lax(self: object, ctx: object, obj: object) -> None:\n    obj.metadata.generation = 1\n\n\n"
    "getattr(mock, 'pat' + 'ch').object(widgets.strategy.WidgetStrategy, 'prepare_' + 'for_create', lax).start()\n"
)
STERN = PATCHED + (
    "def stern(self: object, ctx: object, obj: object) -> None:\n"
    "    obj.metadata.generation = 1\n    obj.status = WidgetStatus()\n\n\n"
    "getattr(mock, 'pat' + 'ch').object(widgets.strategy.WidgetStrategy, 'prepare_' + 'for_create', stern).start()\n"
)


def test_the_source_alone_says_the_same_twice(tree: Path) -> None:
    first, second = (run("gate", "--static", "--format", "json", ".").stdout for _ in range(2))
    assert first == second


def test_a_proof_that_a_run_breaks_is_said_and_fails_the_run(tree: Path) -> None:
    (tree / "widgets" / "__init__.py").write_text(LAX)
    document = gated(status=1)
    assert verdict(document, WIPED) == ("violated", ["blackbox"])
    (disagreement,) = document["disagreements"]
    assert [disagreement[key] for key in ("rule", "field", "static", "blackbox")] == [
        WIPED,
        "status",
        "holds",
        "violated",
    ]
    assert "prepare_for_create" in disagreement["case"]
    told = run().stdout
    assert f"the static check and the black box disagree about {WIPED} of {OBJECT}" in told
    assert "The case in which it is broken:" in told


def test_so_is_a_violation_that_every_run_must_show_and_none_does(tree: Path) -> None:
    mend(tree, WIPES, "")
    (tree / "widgets" / "__init__.py").write_text(STERN)
    document = gated(status=1)
    assert verdict(document, WIPED) == ("violated", ["static"])
    assert [(each["static"], each["blackbox"]) for each in document["disagreements"]] == [("violated", "holds")]


def test_a_violation_that_no_run_came_to_is_none(tree: Path) -> None:
    mend(tree, WIPES, f"        if obj.metadata.name.encode().hex()[3::5] != 'deadbeef':\n    {WIPES}")
    document = gated(status=1)
    assert verdict(document, WIPED) == ("violated", ["static"])
    assert document["disagreements"] == []


def test_a_rule_that_is_off_disagrees_about_nothing(tree: Path) -> None:
    (tree / "widgets" / "__init__.py").write_text(LAX)
    assert gated("--ignore", WIPED, status=0)["disagreements"] == []


def test_without_the_black_box_no_code_is_run(tree: Path) -> None:
    (tree / "widgets" / "__init__.py").write_text(f"open({str(tree / 'ran')!r}, 'w').close()\n")
    document = gated("--static", status=0)
    assert verdict(document, WIPED) == ("holds", ["static"])
    assert (document["runs"], (tree / "ran").exists()) == (0, False)


def test_nor_where_no_rule_is_on_that_it_has_a_say_in(tree: Path) -> None:
    assert gated("--select", "hub-type-differs", status=0)["runs"] == 0


def test_a_tree_without_strategy_or_type_is_a_mistake(tree: Path) -> None:
    shutil.rmtree(tree / "widgets")
    (tree / "plain.py").write_text("x = 1\n")
    result = run()
    assert result.exit_code == 2
    assert result.stderr == ".: no strategy and no type was found\n"


def test_types_alone_can_pass(tree: Path) -> None:
    (tree / STRATEGY).unlink()
    assert gated(status=0)["summary"]["types"] > 0


def test_a_black_box_that_can_try_nothing_is_no_half_of_a_gate(tree: Path) -> None:
    mend(
        tree, "class WidgetStrategy:\n", "class WidgetStrategy:\n    def __init__(self, store: object) -> None: ...\n\n"
    )
    document = gated(status=2)
    assert [each["object"] for each in document["unexercised"]] == [OBJECT]
    assert "--static leaves it out" in document["problems"][0]["message"]
    assert gated("--static", status=0)["problems"] == []


def test_a_broken_file_is_a_problem_said_once(tree: Path) -> None:
    (tree / "widgets" / "broken.py").write_text("class (:  # prepare_for_create\n")
    result = run()
    assert result.exit_code == 2
    assert result.stderr.count("widgets/broken.py") == 1


# ------------------------------------------------------------------------------------------------------ exceptions


def git(directory: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"]
    return subprocess.run([*command, *arguments], cwd=directory, capture_output=True, text=True, check=True).stdout


def commit(tree: Path) -> None:
    git(tree, "add", "-A")
    git(tree, "commit", "-q", "--allow-empty", "-m", "a change")


def write_owners(tree: Path, *approvers: str, name: str = "exceptions/OWNERS") -> None:
    (tree / name).parent.mkdir(exist_ok=True, parents=True)
    (tree / name).write_text("approvers:\n" + "".join(f"- {approver}\n" for approver in approvers))


@pytest.fixture(name="repository")
def _repository(tree: Path) -> Path:
    """A project whose approver is known on its main branch, and a branch that breaks a rule, with an exception."""
    git(tree, "init", "-q")
    write_owners(tree, APPROVER)
    commit(tree)
    git(tree, "checkout", "-q", "-b", "change")
    mend(tree, WIPES, "")
    (tree / "exceptions" / "exceptions.toml").write_text("version = 1\n" + ENTRY)
    return tree


def test_an_approver_of_the_default_branch_is_trusted(repository: Path) -> None:
    for _ in ("in the work tree", "committed"):
        document = gated("--static", status=0)
        assert document["summary"]["suppressed"] == 1
        assert document["exceptions"] == {"exceptions/exceptions.toml:3": "Widgets register themselves with a status."}
        commit(repository)


def test_the_black_boxs_finding_is_covered_as_well_and_what_is_covered_is_settled(repository: Path) -> None:
    mend(repository, "        obj.metadata.generation = 1\n", f"{WIPES}        obj.metadata.generation = 1\n")
    (repository / "widgets" / "__init__.py").write_text(LAX)
    document = gated(status=0)
    (finding,) = document["findings"]
    assert (finding["evidence"], finding["suppressed_by"]) == (["blackbox"], "exceptions/exceptions.toml:3")
    assert document["disagreements"] == []


def unapproved(*arguments: str) -> str:
    """What the gate says where it does not trust the exception."""
    document = gated("--static", *arguments, status=1)
    assert rules(document).count(WIPED) == 1
    (message,) = [each["message"] for each in document["findings"] if each["rule"] == "exception-unapproved"]
    return str(message)


def test_an_approver_who_came_with_the_change_is_not(repository: Path) -> None:
    write_owners(repository, APPROVER, "joe@example.org")
    mend(repository, APPROVER, "joe@example.org", "exceptions/exceptions.toml")
    for _ in ("in the work tree", "committed"):
        assert "'joe@example.org' is not among the approvers in exceptions/OWNERS at the base revision" in unapproved()
        commit(repository)
    assert run("--static", "--base", "HEAD").exit_code == 0, "the base can be named"


def test_nor_is_one_of_another_file_that_the_change_calls_owners(repository: Path) -> None:
    write_owners(repository, "joe@example.org", name="docs/OWNERS")
    commit(repository)
    git(repository, "branch", "-f", "main")
    mend(repository, APPROVER, "joe@example.org", "exceptions/exceptions.toml")
    with (repository / "pyproject.toml").open("a") as settings:
        settings.write('owners = "docs/OWNERS"\n')
    assert "exceptions/OWNERS at the base revision" in unapproved()


def test_owners_lie_where_the_base_says(repository: Path) -> None:
    git(repository, "stash", "-q", "-u")
    git(repository, "checkout", "-q", "main")
    git(repository, "mv", "exceptions/OWNERS", "APPROVERS")
    (repository / "pyproject.toml").write_text('[tool.apivet]\ncache = false\nowners = "APPROVERS"\n')
    commit(repository)
    git(repository, "checkout", "-q", "-B", "change")
    git(repository, "stash", "pop", "-q")
    assert run("--static").exit_code == 0


def test_a_project_below_the_top_of_its_repository_has_its_own_owners(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(repository, "stash", "-q", "-u")
    git(repository, "checkout", "-q", "main")
    (repository / "server").mkdir()
    git(repository, "mv", "widgets", "exceptions", "pyproject.toml", "server")
    commit(repository)
    git(repository, "checkout", "-q", "-B", "change")
    monkeypatch.chdir(repository / "server")
    mend(repository / "server", WIPES, "")
    (repository / "server" / "exceptions" / "exceptions.toml").write_text("version = 1\n" + ENTRY)
    assert run("--static").exit_code == 0


def test_outside_of_git_nobody_is_trusted(repository: Path) -> None:
    shutil.rmtree(repository / ".git")
    assert unapproved().endswith(
        "is no approver, as there is no base revision to read exceptions/OWNERS at (this is not a git repository; "
        "--base names one)"
    )
    assert run("--base", "main").stderr == "--base main: this is not a git repository\n"


def test_nor_where_there_is_no_default_branch(repository: Path) -> None:
    git(repository, "branch", "-m", "main", "trunk")
    refused = run("--static")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr.startswith("--base: this repository has no default branch")
    assert refused.stderr.endswith("or name the base: --base REV\n")
    assert run("--static", "--base", "trunk").exit_code == 0


def test_the_default_branch_of_origin_goes_before_a_local_one(repository: Path) -> None:
    commit(repository)
    write_owners(repository, "joe@example.org")
    commit(repository)
    git(repository, "branch", "-f", "main")
    git(repository, "update-ref", "refs/remotes/origin/main", "HEAD~2")
    assert run("--static").exit_code == 0


def test_a_base_that_is_none_is_told_even_where_nothing_needs_approval(repository: Path) -> None:
    (repository / "exceptions" / "exceptions.toml").unlink()
    result = run("--base", "mian")
    assert result.exit_code == 2
    assert result.stderr.startswith("--base mian: there is no revision 'mian' in this repository")


def test_an_exception_that_neither_half_needs_is_unused(repository: Path) -> None:
    mend(repository, "        obj.metadata.generation = 1\n", f"{WIPES}        obj.metadata.generation = 1\n")
    assert rules(gated(status=1)) == ["exception-unused"]


def test_a_comment_switches_nothing_off(tree: Path) -> None:
    mend(tree, WIPES, "")
    mend(tree, "class WidgetStrategy:", f"class WidgetStrategy:  # pylint: disable={WIPED}")
    assert sorted(rules(gated("--static", status=1))) == ["convention-disabled-inline", WIPED]
