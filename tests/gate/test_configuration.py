"""A change does not decide by which configuration it is judged."""

from __future__ import annotations

import shutil

import pytest
from changes import CRANES, OBJECT, STRANGER, WIPED, WIPES, Repository, in_days
from click.testing import CliRunner

from apivet.cli import main

WEAKENED = "gate-weakened"
TABLE = "pyproject.toml"


def configure(server: Repository, text: str, name: str = TABLE) -> None:
    """Add lines to the table, and inner tables after them."""
    server.write(name, f"{server.read(name)}{text}\n")


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("exclude", 'exclude = ["yard/registry"]'),
        ("ignore", f'ignore = ["{WIPED}"]'),
        ("select", 'select = ["hub-type-differs"]'),
        ("source-roots", 'source-roots = ["yard"]\nignore = []\nexclude = ["registry"]'),
        ("vocabulary.prepare-for-create", '[tool.apivet.vocabulary]\nprepare-for-create = ["max"]'),
        ("vocabulary.status", '[tool.apivet.vocabulary]\nstatus = "busy"'),
    ],
)
def test_a_key_that_hides_a_violation_is_told_and_hides_nothing(server: Repository, key: str, text: str) -> None:
    server.mend(CRANES, WIPES, "")
    configure(server, text)
    if key == "source-roots":
        configure(server, "")
        server.mend(TABLE, 'exclude = ["registry"]\n', "")
        key = "exclude"
        configure(server, 'exclude = ["yard/registry"]')
    report = server.gate(status=1)
    assert {WIPED, WEAKENED} <= report.rules
    assert report.objects(WEAKENED) == {TABLE}
    assert report.fields(WEAKENED) == {key}


@pytest.mark.parametrize("text", ['exclude = ["yard/registry"]', f'ignore = ["{WIPED}"]'])
def test_so_is_one_that_hides_rows_in_which_nothing_is_violated(server: Repository, text: str) -> None:
    configure(server, text)
    assert server.gate(status=1).rules == {WEAKENED}


def test_a_default_that_is_turned_over_is_judged_by_both_readings(server: Repository) -> None:
    server.mend(
        CRANES, "    def prepare_for_create", "    allow_unconditional_update = False\n\n    def prepare_for_create"
    )
    configure(server, "[tool.apivet.defaults]\nallow-unconditional-update = false")
    report = server.gate(status=1)
    assert report.rules == {"allow-unconditional-update-not-default", WEAKENED}
    assert report.fields(WEAKENED) == {"defaults.allow-unconditional-update"}


def test_a_hub_pattern_that_goes_hides_what_it_compared(server: Repository) -> None:
    configure(server, '[[tool.apivet.hub]]\nhub = "yard.inner.{rest}"\nserved = "yard.outer.{rest}"')
    for side in ("inner", "outer"):
        server.write(f"yard/{side}/__init__.py", "")
        server.write(
            f"yard/{side}/hook.py",
            "from dataclasses import dataclass\n\n\n@dataclass\nclass Hook:\n    load: int = 0\n",
        )
    server.land()
    server.write(TABLE, "[tool.apivet]\ncache = false\n")
    report = server.gate(status=1)
    assert report.fields(WEAKENED) == {"hub"}


def test_a_new_hub_pattern_takes_effect_at_once(server: Repository) -> None:
    for side, kind in (("inner", "int"), ("outer", "str")):
        server.write(f"yard/{side}/__init__.py", "")
        server.write(
            f"yard/{side}/hook.py",
            f"from dataclasses import dataclass\n\n\n@dataclass\nclass Hook:\n    load: {kind}\n",
        )
    server.land()
    configure(server, '[[tool.apivet.hub]]\nhub = "yard.inner.{rest}"\nserved = "yard.outer.{rest}"')
    assert server.gate(status=1).rules == {"hub-type-differs"}


@pytest.mark.parametrize(("before", "after"), [("warning", "error"), ("refactor", "warning")])
def test_findings_do_not_weigh_less_for_being_told_so(server: Repository, before: str, after: str) -> None:
    configure(server, f'fail-on = "{before}"')
    server.land()
    server.mend(TABLE, f'"{before}"', f'"{after}"')
    report = server.gate(status=1)
    assert report.fields(WEAKENED) == {"fail-on"}
    assert report.document["fail_on"] == before


def test_strictness_that_goes_is_told(server: Repository) -> None:
    configure(server, "strict = true")
    server.land()
    server.mend(TABLE, "strict = true", "strict = false")
    report = server.gate(status=1)
    assert (report.fields(WEAKENED), report.document["strict"]) == ({"strict"}, True)


def test_strictness_that_comes_takes_effect_at_once(server: Repository) -> None:
    configure(server, "strict = true")
    assert server.gate(status=0).document["strict"] is True


def test_the_whole_table_can_go_and_counts_still(server: Repository) -> None:
    configure(server, 'enable = ["reset-fields-missing"]\nfail-on = "refactor"')
    server.land()
    server.drop(TABLE)
    assert "fail-on" in server.gate(status=1).fields(WEAKENED)


def test_a_table_nearer_by_is_a_change_of_the_one_above(server: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    server.mend(CRANES, WIPES, "")
    server.write("yard/pyproject.toml", f'[tool.apivet]\ncache = false\nignore = ["{WIPED}"]\n')
    monkeypatch.chdir(server.top / "yard")
    report = server.gate(status=1)
    assert {WIPED, WEAKENED} <= report.rules
    assert report.objects(WEAKENED) == {"yard/pyproject.toml"}


@pytest.mark.parametrize("is_broken", [True, False])
@pytest.mark.parametrize("place", ["yard", "yard/registry"])
def test_a_table_nearer_by_that_leaves_nothing_to_judge_hides_nothing(
    server: Repository, place: str, is_broken: bool
) -> None:
    server.write(f"{place}/{TABLE}", '[tool.apivet]\nexclude = ["*"]\n')
    if is_broken:
        server.mend(CRANES, WIPES, "")
    report = server.gate(status=1)
    assert report.rules == ({WIPED, WEAKENED} if is_broken else {WEAKENED})


def test_nor_does_one_that_leaves_nothing_but_what_a_nearer_one_governs(server: Repository) -> None:
    server.write("depot/pyproject.toml", "[tool.apivet]\n")
    server.write("depot/crane.py", server.read(CRANES))
    server.land()
    configure(server, 'exclude = ["*"]')
    server.mend(CRANES, WIPES, "")
    assert server.gate(".", "depot", status=1).rules == {WIPED, WEAKENED}


def test_a_table_that_left_nothing_to_judge_at_the_base_says_nothing(server: Repository) -> None:
    server.write("samples/pyproject.toml", '[tool.apivet]\nexclude = ["*"]\n')
    server.write("samples/crane.py", server.read(CRANES).replace(WIPES, ""))
    server.land()
    server.write("samples/pyproject.toml", '[tool.apivet]\nexclude = ["*", "more"]\n')
    assert not server.gate(status=0).open


def test_a_file_of_its_own_is_a_configuration_like_any(server: Repository) -> None:
    server.drop(TABLE)
    server.write("apivet.toml", "cache = false\n")
    server.land()
    server.mend(CRANES, WIPES, "")
    server.write("apivet.toml", f'cache = false\nignore = ["{WIPED}"]\n')
    report = server.gate(status=1)
    assert {WIPED, WEAKENED} <= report.rules
    assert report.objects(WEAKENED) == {"apivet.toml"}


def test_a_file_of_its_own_that_comes_beside_is_no_way_around(server: Repository) -> None:
    server.write(TABLE, "[project]\nname = 'yard'\n")
    server.land()
    server.mend(CRANES, WIPES, "")
    server.write("apivet.toml", f'cache = false\nignore = ["{WIPED}"]\n')
    assert {WIPED, WEAKENED} <= server.gate(status=1).rules


def test_two_tables_side_by_side_are_refused(server: Repository) -> None:
    server.write("apivet.toml", "cache = false\n")
    result = server.run()
    assert result.exit_code == 2
    assert "keep one of them" in result.stderr


def test_an_approver_can_except_a_weakening(server: Repository) -> None:
    configure(server, 'exclude = ["yard/registry"]')
    server.except_from(WEAKENED, TABLE, "exclude", more=f"expires = {in_days(30)}\n")
    assert WEAKENED in server.gate("--show-suppressed", status=0).document["findings"][0]["rule"]


@pytest.mark.parametrize("key", ["exceptions", "owners"])
def test_files_elsewhere_do_not_count_for_the_change_that_names_them(server: Repository, key: str) -> None:
    server.mend(CRANES, WIPES, "")
    server.except_from(WIPED, OBJECT, "status", STRANGER)
    (server.top / "exceptions").rename(server.top / "papers") if key == "exceptions" else None
    server.write("papers/OWNERS", f"approvers:\n- {STRANGER}\n")
    configure(server, 'exceptions = "papers/exceptions.toml"' if key == "exceptions" else 'owners = "papers/OWNERS"')
    report = server.gate(status=1)
    assert {WIPED, WEAKENED} <= report.rules
    assert report.fields(WEAKENED) == {key}


@pytest.mark.parametrize("text", ['exclude = ["drafts/**"]', "jobs = 1", 'enable = ["reset-fields-missing"]'])
def test_what_hides_nothing_is_fine(server: Repository, text: str) -> None:
    server.write("drafts/notes.py", "LENGTH = 1\n")
    configure(server, text)
    assert server.gate(status=0).open == []


def test_roots_that_only_rename_hide_nothing(server: Repository) -> None:
    server.git("mv", "yard", "source")
    server.write("src/.keep", "")
    server.git("mv", "source", "src/yard")
    configure(server, 'source-roots = ["src"]')
    assert server.gate(status=0).open == []


def test_a_broken_configuration_of_the_base_can_be_mended(server: Repository) -> None:
    configure(server, 'fail-on = "sometimes"\nsource-rots = ["x"]')
    server.land()
    server.write(TABLE, "[tool.apivet]\ncache = false\n")
    assert server.gate(status=0).open == []


def test_outside_of_git_the_trees_own_counts_and_that_is_said(server: Repository) -> None:
    shutil.rmtree(server.top / ".git")
    configure(server, 'exclude = ["yard/registry"]')
    assert server.gate(status=0).document["base"]["commit"] is None
    assert "the tree's own configuration counts, and nobody is an approver" in server.run().stdout


def test_no_cache_in_the_tree_is_used(server: Repository) -> None:
    server.write(TABLE, '[tool.apivet]\ncache-dir = "kept"\n')
    server.land()
    server.gate(status=0)
    assert not (server.top / "kept").exists()


def test_check_reads_the_trees_own(server: Repository) -> None:
    configure(server, f'ignore = ["{WIPED}"]')
    server.mend(CRANES, WIPES, "")
    assert CliRunner().invoke(main, ["check"]).exit_code == 0
