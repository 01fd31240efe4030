"""Options that say how much is printed, in which colours, for which rules, and with which exit status."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from apivet.catalogue import FAMILIES, load
from apivet.cli import main

TREE = """\
from dataclasses import dataclass


@dataclass
class Meta:
    generation: int
    labels: dict[str, str]
    finalizers: list[str]


@dataclass
class Route:
    hops: int


@dataclass
class Ferry:
    metadata: Meta
    spec: Route
    status: Route


class FerryStatusStrategy:
    def prepare_for_update(self, ctx: object, obj: Ferry, old: Ferry) -> None:
        obj.spec = old.spec


class FerryStrategy:
    allow_create_on_update = True

    def prepare_for_create(self, ctx: object, obj: Ferry) -> None:
        obj.metadata.generation = 1
"""


@pytest.fixture(autouse=True)
def _tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ferries.py").write_text(TREE)
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE"):
        monkeypatch.delenv(name, raising=False)


def check(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["check", "-j", "1", "--no-cache", *arguments])


def rules(*arguments: str) -> set[str]:
    return {row["rule"] for row in json.loads(check("--format", "json", *arguments).stdout)["verdicts"]}


def test_json_has_a_finding_for_each_field_and_people_have_one_for_a_hook() -> None:
    reset = "metadata-not-reset-on-status-update"
    found = json.loads(check("--format", "json").stdout)["findings"]
    assert [row["field"] for row in found if row["rule"] == reset] == ["metadata.finalizers", "metadata.labels"]
    assert check().stdout.count(f"{reset}: ") == 1
    assert check("--verbose").stdout.count(f"{reset}: ") == 2
    quiet = check("--quiet").stdout.splitlines()
    assert len(quiet) == len({(row["rule"], row["line"]) for row in found})
    assert all(re.match(r"ferries\.py:\d+:\d+: [EW]97", line) for line in quiet)
    assert check("--statistics").stdout.startswith(f"     2  E9704 {reset}\n")
    assert check("--quiet", "--verbose").exit_code == 2


def test_lines_of_findings_are_quiet_in_any_format() -> None:
    lines = check("--format", "concise").stdout.splitlines()
    assert check("--format", "concise", "--quiet").stdout.splitlines() == lines[:-1]
    assert check("--format", "concise", "--quiet", "--select", "generation-not-set-on-create").stdout == ""
    assert check("--format", "json", "--quiet").stdout == check("--format", "json").stdout


def test_statistics_are_a_text(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.apivet]\nformat = "concise"\n')
    assert check("--statistics").stdout.startswith("     2  E9704 ")
    refused = check("--statistics", "--format", "concise")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "--statistics is a text, and no --format concise" in refused.stderr


def test_what_can_not_be_printed_is_refused_before_anything_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("apivet.check.observing.observe", None)
    assert CliRunner().invoke(main, ["blackbox", "--quiet", "--verbose"]).exit_code == 2


def test_findings_can_be_printed_without_failing_a_run(tmp_path: Path) -> None:
    assert check().exit_code == 1
    assert check("--exit-zero").exit_code == 0
    assert "violated" in check("--exit-zero").stdout
    (tmp_path / "torn.py").write_text("class TornStrategy:\n    def prepare_for_create(self\n")
    assert check("--exit-zero").exit_code == 2


def test_colours_are_for_the_command_line_to_say(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in check("--color", "auto").stdout
    assert "\x1b[1;31m" in CliRunner().invoke(main, ["check", "--color", "always"], color=True).stdout
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" not in CliRunner().invoke(main, ["check", "--color", "never"], color=True).stdout


def test_rules_go_by_their_ids_their_beginnings_and_their_families() -> None:
    everything = rules("--select", "all")
    assert {"status-not-wiped-on-create", "allow-create-on-update-not-default"} <= everything
    assert rules("--select", "W97") == {rule for rule in everything if rule.endswith("-default")}
    assert rules("--select", "strategy,E972", "--ignore", "W") == rules(
        "--select", "E970,R,E971,E972", "--ignore", "hub,W"
    )
    assert rules("--select", "hub") == set()
    assert check("--select", "E99").exit_code == 2
    assert "did you mean 'feature-gate'?" in check("--ignore", "feature-gates").stderr


def test_each_rule_has_a_family_and_no_family_is_called_as_a_rule() -> None:
    for rule in load().rules:
        assert len(rule.names & set(FAMILIES)) == 1, rule.symbol
    assert not set(FAMILIES) & set(load().symbols)


def test_the_configuration_names_families_formats_severities_and_revisions(tmp_path: Path) -> None:
    table = tmp_path / "apivet.toml"
    table.write_text('select = ["E97"]\nformat = "concise"\nfail-on = "error"\nstrict = true\n')
    assert check().stdout.splitlines()[-1].endswith("suppressed")
    assert "W9711" not in check().stdout
    assert "see apivet explain" in check("--format", "text").stdout
    table.write_text('since = "no-such-revision"\n')
    assert check().exit_code == 2
    assert "no-such-revision" in check().stderr
    table.write_text('format = "pdf"\nselect = ["E96"]\n')
    assert check().stderr.splitlines() == [
        "apivet.toml: select: there is no rule 'E96'; did you mean 'E9796'?",
        "apivet.toml: format: must be one of text, concise, json, sarif, github, gitlab, junit, rdjson, markdown, html, not 'pdf'",
    ]


WORDS = """\
[vocabulary]
prepare-for-create = "before_insert"
prepare-for-update = ["before_replace", "before_save"]
spec = "desired"
status = "observed"
generation = "revision"
"""
OTHER_WORDS = (
    TREE.replace("spec", "desired").replace("status", "observed").replace("generation", "revision")
    + "\n    def before_insert(self, ctx: object, obj: Ferry) -> None:\n        pass\n"
    + "\n\nclass QuayStrategy:\n"
    + "    def before_save(self, ctx: object, obj: Ferry, old: Ferry) -> None:\n        obj.observed = old.observed\n"
)


def test_messages_are_in_the_words_of_the_project(tmp_path: Path) -> None:
    (tmp_path / "apivet.toml").write_text(WORDS)
    (tmp_path / "ferries.py").write_text(OTHER_WORDS)
    found = json.loads(check("--format", "json", "--select", "strategy").stdout)["findings"]
    messages = {row["rule"]: row["message"] for row in found}
    assert messages["status-not-wiped-on-create"].startswith("observed that the caller sent on create is stored")
    assert messages["generation-not-bumped-on-spec-change"] == (
        "metadata.revision is not bumped when the desired changes: on this path desired may have changed, "
        "but metadata.revision keeps its old value"
    )
    notes = {step["note"] for row in found for step in row["witness"]}
    assert "there is no before_replace, so that the object is stored as it was sent" in notes
    for text in (*messages.values(), *notes):
        assert not re.search(r"(?<![\w-])(spec|status|generation|prepare_for_\w+)(?! update)\b", text), text
    # Those who have no words of their own get ours.
    (tmp_path / "apivet.toml").write_text("")
    (tmp_path / "ferries.py").write_text(TREE)
    assert "status that the caller sent on create" in check("--quiet").stdout
