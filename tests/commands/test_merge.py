"""Shares of a check and of the black box, and the whole that they make."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from apivet.check.sharding import Dealer, Shard
from apivet.cli import main

TREE = """\
from dataclasses import dataclass


@dataclass
class Meta:
    generation: int


@dataclass
class Mast:
    metadata: Meta
    spec: Meta
    status: Meta


class MastStrategy:  # noqa: E9701
    def prepare_for_create(self, ctx: object, obj: Mast) -> None:
        obj.metadata.generation = 1
"""
ENTRY = """
[[exception]]
rule = "status-not-wiped-on-create"
object = "{}.MastStrategy"
field = "status"
reason = "Masts report themselves."
approved-by = "{}"
"""


@pytest.fixture(autouse=True)
def _harbour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for number in range(5):
        (tmp_path / f"masts_{number}.py").write_text(TREE)
    (tmp_path / "apivet.toml").write_text("")
    (tmp_path / "exceptions").mkdir()
    entries = [ENTRY.format(name, who) for name, who in (("masts_0", "amy"), ("gone", "amy"), ("masts_1", "bob"))]
    (tmp_path / "exceptions" / "exceptions.toml").write_text("version = 1\n" + "".join(entries))
    (tmp_path / "exceptions" / "OWNERS").write_text("approvers: [amy]\n")


def apivet(*arguments: str) -> Result:
    result = CliRunner().invoke(main, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def shares(number: int, *options: str, command: str = "check") -> list[str]:
    files = []
    for each in range(1, number + 1):
        files.append(f".{command}-{each}.json")
        share = f"{each}/{number}"
        Path(files[-1]).write_text(apivet(command, "-j", "1", "--shard", share, "--format", "json", *options).stdout)
    return files


@pytest.mark.parametrize("case", ["plain", "strict", "projects", "torn", "no-exceptions", "shared"])
def test_all_shares_are_a_whole_run(case: str, tmp_path: Path) -> None:
    options = {"strict": ["--strict", "--ignore", "W"], "no-exceptions": ["--no-exceptions"]}.get(case, [])
    if case == "projects":
        (tmp_path / "dock").mkdir()
        (tmp_path / "dock" / "masts.py").write_text(TREE)
        (tmp_path / "dock" / "apivet.toml").write_text('select = ["E9705"]\n')
    if case == "torn":
        (tmp_path / "torn.py").write_text("class TornStrategy:\n    def prepare_for_create(self\n")
    if case == "shared":  # types of which both shares look at the same
        types, separator, strategy = TREE.partition("class MastStrategy")
        (tmp_path / "hulls.py").write_text(types)
        for number in range(5):
            (tmp_path / f"masts_{number}.py").write_text(f"from hulls import Mast\n\n\n{separator}{strategy}")
    whole = apivet("check", "-j", "1", "--format", "json", *options)
    merged = apivet("merge", "--format", "json", *shares(2, *options)[::-1])
    assert merged.stdout == whole.stdout
    assert merged.exit_code == whole.exit_code == (2 if case == "torn" else 1)
    if case == "plain":
        rules = [row["rule"] for row in json.loads(merged.stdout)["findings"]]
        assert {rules.count(f"exception-{each}") for each in ("unused", "unapproved")} == {1}


def test_a_share_is_not_idle_where_another_one_has_all(tmp_path: Path) -> None:
    (tmp_path / "exceptions" / "exceptions.toml").write_text("version = 1\n")
    for number in range(1, 5):
        (tmp_path / f"masts_{number}.py").unlink()
    (tmp_path / "apivet.toml").write_text("strict = true\n")
    files = shares(2)
    assert [json.loads(Path(file).read_text())["problems"] for file in files] == [[], []]
    assert apivet("merge", *files).exit_code == 1


def test_each_file_is_in_one_share() -> None:
    for path in ("a.py", "pkg/b.py", "größe.py"):
        assert sum(Shard(number, 4).has(path) for number in range(1, 5)) == 1


def test_what_is_no_whole_is_refused(tmp_path: Path) -> None:
    one, two = shares(2)
    assert apivet("merge", one).stderr == "shard 2/2 is missing\n"
    assert apivet("merge", one, two, two).stderr == "shard 2/2 is there twice\n"
    (tmp_path / "masts_0.py").write_text(TREE + "# changed\n")
    changed = CliRunner().invoke(main, ["check", "--shard", "2/2", "--format", "json"])
    (tmp_path / "late.json").write_text(changed.stdout)
    late = apivet("merge", one, "late.json")
    assert (late.exit_code, late.stdout) == (2, "")
    assert late.stderr.startswith(f"late.json: is of another run than {one}: ")
    for text in ('{"version": 1}', "[" * 100_000):
        (tmp_path / "none.json").write_text(text)
        none = apivet("merge", "none.json")
        assert none.exit_code == 2
        assert none.stderr.startswith("none.json: is not the JSON report of a shard")
    assert apivet("merge", "missing.json").stderr == "missing.json: cannot be read: No such file or directory\n"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"number": 3}, "there is no shard 3/2"),
        ({"of": 3}, "is of another run"),
        ({"tool": {"name": "apivet", "version": "0.0.1"}}, "is by apivet 0.0.1, and this is"),
    ],
)
def test_a_share_of_something_else_is_refused(change: dict[str, object], said: str) -> None:
    files = shares(2)
    document = json.loads(Path(files[1]).read_text())
    (document if "tool" in change else document["shard"]).update(change)
    Path("odd.json").write_text(json.dumps(document))
    merged = apivet("merge", *files, "odd.json")
    assert (merged.exit_code, merged.stdout) == (2, "")
    assert said in merged.stderr


def test_shares_have_one_configuration(tmp_path: Path) -> None:
    one, _ = shares(2)
    (tmp_path / "apivet.toml").write_text('ignore = ["E9701"]\n')
    late = apivet("check", "--shard", "2/2", "--format", "json").stdout
    Path("late.json").write_text(late)
    assert f"late.json: is of another run than {one}: " in apivet("merge", one, "late.json").stderr


@pytest.mark.parametrize("share", ["0/2", "3/2", "2", "a/b", "-1/2"])
def test_a_share_is_a_number_of_how_many(share: str) -> None:
    result = apivet("check", "--shard", share)
    assert result.exit_code == 2
    assert "is not like 2/8" in result.stderr


def test_all_shares_of_the_black_box_are_a_whole_run(tmp_path: Path) -> None:
    for number in range(2, 5):
        (tmp_path / f"masts_{number}.py").unlink()
    storages = 'storages = ["masts_1:Gone"]'
    (tmp_path / "apivet.toml").write_text(f"cache = false\n[blackbox]\nsequences = 0\n{storages}\n")
    (tmp_path / "masts_1.py").write_text((tmp_path / "masts_1.py").read_text() + "        unknown(obj)\n")
    options = ["--seed", "7", "--select", "E9701,E9705", "--strict"]
    whole = apivet("blackbox", "-j", "1", "--format", "json", *options)
    files = shares(2, *options, command="blackbox")
    merged = apivet("merge", "--format", "json", *files[::-1])
    assert merged.stdout == whole.stdout
    assert merged.exit_code == whole.exit_code == 1
    assert {row["suppressed_by"] is None for row in json.loads(merged.stdout)["findings"]} == {True, False}
    assert apivet("merge", files[0]).stderr == "shard 2/2 is missing\n"
    mixed = apivet("merge", files[0], *shares(2)[1:])
    assert (mixed.exit_code, mixed.stdout) == (2, "")


def test_shares_of_the_black_box_may_be_about_several_projects(tmp_path: Path) -> None:
    for number in range(2, 5):
        (tmp_path / f"masts_{number}.py").unlink()
    (tmp_path / "dock").mkdir()
    (tmp_path / "dock" / "boats.py").write_text(TREE)
    for directory, rules in ((tmp_path, ["E9701"]), (tmp_path / "dock", ["E9701", "E9705"])):
        settings = f"select = {rules}\ncache = false\n[blackbox]\nsequences = 0\n"
        (directory / "apivet.toml").write_text(settings)
    options = ["--seed", "7"]
    whole = apivet("blackbox", "-j", "1", "--format", "json", *options)
    merged = apivet("merge", "--format", "json", *shares(2, *options, command="blackbox")[::-1])
    assert merged.stdout == whole.stdout
    assert merged.exit_code == whole.exit_code == 1
    document = json.loads(merged.stdout)
    assert {row["project"] for row in document["findings"]} == {".", "dock"}
    assert document["cases"].keys() == {
        row["fingerprint"] for row in document["findings"] if "blackbox" in row["evidence"]
    }


def test_shares_that_have_nothing_to_try_prove_nothing(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"masts_{number}.py").write_text("")
    files = shares(2, "--seed", "7", command="blackbox")
    assert [json.loads(Path(file).read_text())["problems"] for file in files] == [[], []]
    merged = apivet("merge", *files)
    assert merged.exit_code == 2
    assert "so the run proves nothing" in merged.stderr


def test_shares_of_the_black_box_have_one_seed() -> None:
    alone = apivet("blackbox", "--shard", "1/2")
    assert (alone.exit_code, alone.stderr) == (2, "--shard needs --seed N: the same number for all shares of a run\n")
    replayed = apivet("blackbox", "--shard", "1/2", "--seed", "7", "--record", "documents")
    assert "--shard and --record exclude each other" in replayed.stderr


def test_what_there_is_to_try_is_dealt_in_turn() -> None:
    dealers = [Dealer(Shard(number, 3)) for number in (1, 2, 3)]
    names = ["mast", "sail", "mast", "oar", "rope", "sail"]
    assert [[name for name in names if dealer.has(name)] for dealer in dealers] == [
        ["mast", "mast", "rope"], ["sail", "sail"], ["oar"],
    ]  # fmt: skip
    assert all(Dealer(None).has(name) for name in names)
