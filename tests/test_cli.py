"""The command's doors: what each prints, and how it ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.samples.sources import api_types

from apivet import __version__, catalogue
from apivet.cli import main
from apivet.python.files.layout import FileSystem, Layout

ENTRY = """
[[exception]]
rule = "status-not-wiped-on-create"
object = "apis.node.NodeStrategy"
field = "status"
reason = "Agents register themselves."
approved-by = "approver@example.org"
"""


@pytest.fixture(autouse=True)
def _empty_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))


def apivet(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments), prog_name="apivet")


def exceptions(tmp_path: Path, text: str, owners: str | None = "approvers: [approver@example.org]\n") -> None:
    directory = tmp_path / "exceptions"
    directory.mkdir()
    (directory / "exceptions.toml").write_text("version = 1\n" + text)
    if owners is not None:
        (directory / "OWNERS").write_text(owners)


# ------------------------------------------------------------------------------------------------ the command itself


@pytest.mark.parametrize(("words", "expected"), [
    ("explain status-not-k", ["status-not-kept-on-update"]),
    ("check --select E9701,boil", ["E9701,boilerplate-hook"]),
    ("gate --ignore E9714,E970", [f"E9714,E970{number}" for number in range(1, 10)]),
    ("exceptions add unknown", ["unknown-feature-gate"]),
])  # fmt: skip
def test_a_shell_completes_names_of_rules(words: str, expected: list[str]) -> None:
    environment = {
        "_APIVET_COMPLETE": "bash_complete",
        "COMP_WORDS": f"apivet {words}",
        "COMP_CWORD": str(len(words.split())),
    }
    result = CliRunner().invoke(main, prog_name="apivet", env=environment)
    assert [line.removeprefix("plain,") for line in result.stdout.splitlines()] == expected


@pytest.mark.parametrize("command", [["-m", "apivet"], ["-c", "from apivet.cli import main; main(prog_name='apivet')"]])
def test_it_can_be_started(command: list[str]) -> None:
    run = subprocess.run([sys.executable, *command, "--version"], capture_output=True, text=True)
    assert (run.returncode, run.stdout, run.stderr) == (0, f"apivet {__version__}\n", "")


@pytest.mark.parametrize("command", [[], ["check"], ["explain"], ["rules"], ["config"], ["exceptions", "add"]])
@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_every_command_helps(command: list[str], flag: str) -> None:
    result = apivet(*command, flag)
    assert result.exit_code == 0
    assert "Usage: apivet" in result.stdout


def test_help_teaches_by_example() -> None:
    assert "apivet check src/apis --select status-not-wiped-on-create,E9702\n" in apivet("check", "-h").stdout
    assert "Exit status:\n" in apivet("check", "-h").stdout


#: Of a shell's variable that is not set.
EMPTY_NAMES = (
    *([command, ""] for command in ("check", "gate", "blackbox", "subjects", "trace", "merge")),
    *(["types", "cost", ""], ["types", "lock", "--output", ""], ["check", "src", ""], ["check", "--config", ""]),
    *(["blackbox", option, ""] for option in ("--record", "--compare", "--replay", "--save")),
    ["live", "--kubeconfig", ""],
)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chek"], "there is no command 'chek'; did you mean 'check'?"),
        (["exceptions", "verfy"], "there is no command 'verfy'; did you mean 'verify'?"),
        (["check", "--formt", "json"], "No such option"),
        *((command, "an empty text names no file or directory") for command in EMPTY_NAMES),
        (["check", "--format", "yaml"], "'yaml' is not one of"),
        (["check", "-j", "0"], "0 is not in the range x>=1"),
        (["explain"], "Missing argument 'RULE'"),
        (["exceptions", "add", "E9701", "x.Y", "--expires", "soon"], "'soon' does not match the format"),
        (["check", "--select", "E9701,status-not-kept"], "--select: there is no rule 'status-not-kept'"),
        (["check", "--ignore", ","], "--ignore: names no rule"),
        (["check", "--config", "none.toml"], "none.toml: cannot be read: No such file or directory"),
        (["explain", "status-not-wipped"], "there is no rule 'status-not-wipped'; did you mean 'status-not-"),
        (["exceptions", "add", "E0000", "x.Y"], "there is no rule 'E0000'"),
        (["check", "--output", "json:-"], "standard output has what --format says: --format json"),
        (["explain", "all"], "there is no rule 'all' ("),
        (["check", "--select", "al"], "there is no rule 'al'; did you mean 'all'?"),
    ],
)
def test_wrong_usage_ends_with_2_and_says_what_was_meant(arguments: list[str], message: str) -> None:
    result = apivet(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_nobody_reads_on() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    run = subprocess.run([sys.executable, "-m", "apivet", "rules"], stdout=writer, stderr=subprocess.PIPE, text=True)
    os.close(writer)
    assert run.stderr == ""
    assert run.returncode == 2


def test_a_working_directory_that_is_gone(tmp_path: Path) -> None:
    code = "import os; os.mkdir('gone'); os.chdir('gone'); os.rmdir('../gone'); from apivet.cli import main; main()"
    run = subprocess.run([sys.executable, "-c", f"{code}", "check"], capture_output=True, text=True, cwd=tmp_path)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "the working directory is gone\n"


def test_an_encoding_without_the_letters() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    run = subprocess.run([sys.executable, "-m", "apivet", "check", "größe"], capture_output=True, env=environment)
    assert run.returncode == 2
    assert rb"gr\xf6\xdfe" in run.stderr
    assert b"Traceback" not in run.stderr


# --------------------------------------------------------------------------------------------------- explain, rules


@pytest.mark.parametrize("name", ["status-not-wiped-on-create", "E9701", "e9701"])
def test_explain_prints_the_page_with_how_to_fix_before_the_examples(name: str) -> None:
    rule = catalogue.load().find("E9701")
    assert rule is not None
    text = apivet("explain", name).stdout
    assert text.startswith("# status-not-wiped-on-create\n")
    assert 'symbol = "' not in text
    assert all(section in text for section in rule.sections.values())
    assert text.index("## How to fix") < text.index("## Bad")


def test_explain_renders_the_page_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from apivet.commands.rules import explain

    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert explain("E9701") == 0
    out = capsys.readouterr().out
    assert 'symbol = "' not in out
    assert "```" not in out
    assert "What it finds" in out


def test_rules_are_listed() -> None:
    lines = apivet("rules").stdout.splitlines()
    assert lines[0].split() == ["id", "rule", "severity", "enabled", "package", "message"]
    assert len(lines) == len(catalogue.load().rules) + 1
    rows = json.loads(apivet("rules", "--format", "json").stdout)
    assert [row["id"] for row in rows] == [rule.id for rule in catalogue.load().rules]
    assert rows[0]["rule"] == "status-not-wiped-on-create"
    assert rows[0]["help"] == "rules/status-not-wiped-on-create.md"


def test_rules_are_told_in_sentences_of_no_finding_in_particular() -> None:
    rows = {row["rule"]: row["message"] for row in json.loads(apivet("rules", "--format", "json").stdout)}
    assert rows["gated-field-not-dropped"] == "a field is stored although its feature gate is off"
    assert rows["boilerplate-hook"] == "a hook could be deleted: the default hook does the same"
    assert not [message for message in rows.values() if "{" in message]


def test_rules_say_what_is_off(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.apivet]\nignore = ["E9701"]\n')
    rows = json.loads(apivet("rules", "--format", "json").stdout)
    # All but the first are off unless they are asked for.
    assert [row["id"] for row in rows if not row["enabled"]] == ["E9701", "R9715", "R9734", "R9766"]


# ----------------------------------------------------------------------------------------------------------- config


def test_the_effective_configuration_and_its_origins(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        '[tool.apivet]\nignore = ["E9701"]\n[tool.apivet.vocabulary]\nspec = "desired"\n'
    )
    values = json.loads(apivet("config", "--format", "json").stdout)
    assert values["ignore"] == {"value": ["E9701"], "from": "pyproject.toml"}
    assert values["vocabulary.spec"] == {"value": "desired", "from": "pyproject.toml"}
    assert values["vocabulary.status"] == {"value": "status", "from": "default"}
    assert values["exceptions"] == {"value": "exceptions/exceptions.toml", "from": "default"}
    lines = [line.split() for line in apivet("config").stdout.splitlines()]
    assert ["ignore", "E9701", "pyproject.toml"] in lines
    assert ["defaults.allow-unconditional-update", "true", "default"] in lines


def test_every_key_of_the_configuration_is_printed(tmp_path: Path) -> None:
    from apivet.commands.config import settings
    from apivet.config import Config, load_config

    keys = [key for key, _ in settings(Config(root=str(tmp_path)))]
    tables = {key.partition(".")[0] for key in keys if "." in key}
    assert tables == {"vocabulary", "defaults", "blackbox", "live"}
    for key in keys:
        table, _, name = key.rpartition(".")
        header = f"tool.apivet.{table}" if table else "tool.apivet"
        # A date fits no setting: a key that is known complains of its type, not of itself.
        (tmp_path / "pyproject.toml").write_text(f"[{header}]\n{name} = 2027-01-01\n")
        with pytest.raises(ValueError, match=f"{key}: must be (?:a|true)"):
            load_config(tmp_path)


@pytest.mark.parametrize(
    "command", [["check"], ["rules"], ["config"], ["exceptions", "list"], ["exceptions", "verify"]]
)
def test_a_wrong_configuration_is_told_line_by_line(command: list[str], tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.apivet]\njobs = 'two'\nslect = []\n")
    result = apivet(*command)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == (
        "pyproject.toml: tool.apivet.jobs: must be a whole number, not a text\n"
        "pyproject.toml: tool.apivet.slect: unknown key; did you mean 'select'?\n"
    )


# ------------------------------------------------------------------------------------------------------- exceptions


def test_exceptions_are_listed_with_their_state(tmp_path: Path) -> None:
    exceptions(tmp_path, ENTRY + ENTRY.replace('"status"', '"spec"') + "expires = 2020-01-01\n")
    rows = json.loads(apivet("exceptions", "list", "--format", "json").stdout)
    assert [(row["state"], row["field"], row["line"]) for row in rows] == [
        ("in force", "status", 3),
        ("expired", "spec", 10),
    ]
    assert rows[1]["expires"] == "2020-01-01"
    assert "in force  status-not-wiped-on-create" in apivet("exceptions", "list").stdout


def test_no_exceptions() -> None:
    assert apivet("exceptions", "list").stdout == "no exceptions in exceptions/exceptions.toml\n"
    assert apivet("exceptions", "verify").stdout == "exceptions/exceptions.toml: 0 entries, nothing to report\n"


@pytest.mark.parametrize(
    ("text", "owners", "status", "rule"),
    [
        (ENTRY, "approvers: [approver@example.org]", 0, "1 entry, nothing to report"),
        (ENTRY, None, 1, "exception-unapproved"),
        (ENTRY + "expires = 2020-01-01\n", "approvers: [approver@example.org]", 1, "exception-expired"),
        (ENTRY + "path = 'x'\n", "approvers: [approver@example.org]", 1, "exception-invalid"),
    ],
)
def test_verify_says_what_is_wrong(tmp_path: Path, text: str, owners: str | None, status: int, rule: str) -> None:
    exceptions(tmp_path, text, owners)
    result = apivet("exceptions", "verify")
    assert result.exit_code == status, result.output
    assert rule in result.stdout


def test_a_broken_file_is_one_line(tmp_path: Path) -> None:
    exceptions(tmp_path, "[[exception]\n")
    result = apivet("exceptions", "verify")
    assert result.exit_code == 2
    assert result.stderr.startswith("exceptions/exceptions.toml:2: not valid TOML: ")
    assert len(result.stderr.splitlines()) == 1


def test_an_entry_without_a_reason_is_printed_ready_to_paste(tmp_path: Path) -> None:
    arguments = ["E9701", "apis.node.NodeStrategy", "status", "--approved-by", "approver@example.org"]
    added = apivet("exceptions", "add", *arguments, "--expires", "2099-01-31")
    assert added.exit_code == 0
    exceptions(tmp_path, added.stdout)
    assert apivet("exceptions", "verify").exit_code == 0
    (row,) = json.loads(apivet("exceptions", "list", "--format", "json").stdout)
    assert (row["rule"], row["expires"]) == ("status-not-wiped-on-create", "2099-01-31")


BERTHS = (
    "\n\nclass BerthStrategy:\n    def prepare_for_create(self, obj: Berth) -> None:\n        obj.spec.length = 1\n"
)


def test_two_slashes_in_front_lead_where_one_does(tmp_path: Path) -> None:
    """As where a shell puts ``/`` before a path that begins with one."""
    (tmp_path / "berth.py").write_text(api_types("Berth", "length: int = 0", "full: bool = False") + BERTHS)
    for path in (tmp_path, tmp_path / "berth.py"):
        once, twice = (apivet("check", "--no-cache", slash + str(path)) for slash in ("", "/"))
        assert (twice.exit_code, twice.stdout) == (once.exit_code, once.stdout)
        assert "status-not-wiped-on-create" in once.stdout
    layout = Layout(FileSystem(), str(tmp_path), (), ())
    assert layout.find(f"/{tmp_path}/berth.py", "nowhere") is None
