"""The formats of other tools: each has all that ``--format json`` has, in the terms of its readers."""

from __future__ import annotations

import html
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from jsonschema import ValidationError

from apivet.cli import main
from apivet.commands.outputs import NAMES

#: ``ä`` takes two bytes: columns count characters.
TREE = """\
from dataclasses import dataclass


@dataclass
class Meta:
    generation: int


@dataclass
class Spec:
    size: int


@dataclass
class Status:
    phase: str


@dataclass
class Tank:
    metadata: Meta
    spec: Spec
    status: Status


class TankStrategy:
    def prepare_for_create(self, ctx: object, obj: Tank) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, ctx: object, obj: Tank, old: Tank) -> None:
        "ä"; obj.status = obj.status
"""
EXCEPTION = """\
version = 1
[[exception]]
rule = "status-not-wiped-on-create"
object = "tanks.TankStrategy"
field = "status"
reason = "Tanks | report <themselves>."
approved-by = "jane@example.org"
"""


@pytest.fixture(autouse=True)
def _tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A project two directories below the top of a repository, with a finding, an excepted one and a broken file."""
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    root = tmp_path / "odd, place" / "server"
    (root / "exceptions").mkdir(parents=True)
    (root / "pyproject.toml").write_text("[tool.apivet]\n")
    (root / "exceptions" / "exceptions.toml").write_text(EXCEPTION)
    (root / "exceptions" / "OWNERS").write_text("approvers:\n- jane@example.org\n")
    (root / "tanks.py").write_text(TREE, encoding="utf-8")
    (root / "broken.py").write_text("class BrokenStrategy:\n    def prepare_for_create(self\n")
    monkeypatch.chdir(root)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, ["check", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def shown(name: str, *arguments: str) -> str:
    result = run("--format", name, *arguments)
    assert result.exit_code == 2, result.output
    return result.stdout


def findings(*, suppressed: bool) -> list[dict[str, Any]]:
    rows = json.loads(shown("json"))["findings"]
    assert any(row["suppressed_by"] for row in rows)
    assert any(not row["suppressed_by"] for row in rows)
    return [row for row in rows if suppressed or row["suppressed_by"] is None]


@pytest.mark.parametrize("name", NAMES)
def test_a_run_says_the_same_twice_and_nothing_of_this_machine(name: str) -> None:
    text = shown(name, "-j", "1")
    assert shown(name, "-j", "2") == text
    assert str(Path.cwd()) not in text
    assert text.endswith("\n")
    assert not text.endswith("\n\n")


@pytest.mark.parametrize("name", sorted(set(NAMES) - {"text", "json", "sarif", "html"}))
@pytest.mark.parametrize("suppressed", [False, True])
def test_each_finding_is_there(name: str, suppressed: bool) -> None:
    text = shown(name, *["--show-suppressed"] * suppressed)
    assert all((row["rule"] in text) for row in findings(suppressed=suppressed))
    counts = {
        "concise": lambda: text.count("\n") - 1,
        "github": lambda: len(re.findall(r"title=(?!apivet)", text)),
        "gitlab": lambda: len(json.loads(text)),
        "rdjson": lambda: len(json.loads(text)["diagnostics"]),
        "markdown": lambda: len(re.findall(r"(?m)^\| (?:violated|unproven)", text)),
        "junit": lambda: sum(each.tag in ("failure", "skipped") for each in ElementTree.fromstring(text).iter()),
    }
    assert counts[name]() == len(findings(suppressed=suppressed))


@pytest.mark.parametrize("name", ["concise", "github", "gitlab", "rdjson", "markdown", "junit"])
def test_what_an_exception_covers_is_marked_and_no_error(name: str) -> None:
    covered = len(findings(suppressed=True)) - len(findings(suppressed=False))
    text = shown(name, "--show-suppressed")
    assert text.count("(excepted)") == covered
    bad = {"github": "::error", "gitlab": '"major"', "rdjson": '"ERROR"', "junit": "<failure"}.get(name, "no such")
    assert text.count(bad) == shown(name).count(bad)


def test_sarif_is_valid_and_complete(is_sarif: Callable[[str], None]) -> None:
    text = shown("sarif")
    is_sarif(text)
    with pytest.raises(ValidationError):
        is_sarif(text.replace('"columnKind"', '"columns"'))
    (log,) = json.loads(text)["runs"]
    rows = findings(suppressed=True)
    assert log["columnKind"] == "unicodeCodePoints"
    assert [result["partialFingerprints"]["apivet/v1"] for result in log["results"]] == [
        row["fingerprint"] for row in rows
    ]
    rules = log["tool"]["driver"]["rules"]
    for row, result in zip(rows, log["results"]):
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == row["rule"]
        (location,) = result["locations"]
        place = location["physicalLocation"]
        assert place["artifactLocation"] == {"uri": "odd%2C%20place/server/tanks.py", "uriBaseId": "%SRCROOT%"}
        assert bool(result.get("suppressions")) == (row["suppressed_by"] is not None)
        flows = result.get("codeFlows", [{"threadFlows": [{"locations": []}]}])
        assert len(flows[0]["threadFlows"][0]["locations"]) == len(row["witness"])
    (invocation,) = log["invocations"]
    assert invocation["executionSuccessful"] is False
    (notification,) = invocation["toolExecutionNotifications"]
    assert notification["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].endswith("server/broken.py")


@pytest.mark.skipif(sys.platform != "linux", reason="file names are text elsewhere")
@pytest.mark.parametrize("name", sorted(NAMES))
def test_names_of_files_are_bytes_and_no_markup(name: str) -> None:
    odd = b"a``|\x1b[31m]]>%0A::\n\xff.py"
    Path(os.fsdecode(odd)).write_text(TREE)
    text = shown(name)
    assert "\x1b" not in text.replace(f"file=odd%2C place/server/{_from_bytes(odd)}", "")
    assert "\udcff" not in text
    if name == "sarif":
        assert '/a%60%60%7C%1B%5B31m%5D%5D%3E%250A%3A%3A%0A%FF.py"' in text
    elif name == "markdown":
        assert "``` a``\\|\\x1b[31m]]>%0A::\\n\\udcff.py:" in text
    elif name == "gitlab":
        assert any(each["location"]["path"].endswith("::\n\ufffd.py") for each in json.loads(text))


def _from_bytes(name: bytes) -> str:
    """A file's name as a workflow command carries it."""
    text = name.decode("utf-8", "replace").replace("%", "%25").replace("\n", "%0A")
    return text.replace(":", "%3A")


def test_what_does_not_print_is_escaped_in_texts_of_the_project(tmp_path: Path) -> None:
    gate = "\x1b[31m\x00\u202eGate\ud800"
    gated = f"size: int = field(default=0, metadata={{'feature_gate': {gate!a}}})"
    source = TREE.replace("import dataclass", "import dataclass, field").replace("size: int", gated)
    Path("tanks.py").write_text(source)
    for name in sorted(NAMES):
        text = json.loads(shown(name)) if name in ("sarif", "gitlab", "rdjson") else shown(name)
        told = json.dumps(text, ensure_ascii=False)
        assert name == "json" or not set(told) & set(gate[:1] + gate[5:7] + gate[-1]), name
        assert "gated-field-not-dropped" in told or name == "html"


def test_columns_count_what_a_format_says() -> None:
    kept = next(
        each for each in json.loads(shown("rdjson", "--show-fixes"))["diagnostics"] if "kept" in each["code"]["value"]
    )
    start, end = kept["location"]["range"]["start"], kept["location"]["range"]["end"]
    assert start["line"] == end["line"]
    line = TREE.splitlines()[start["line"] - 1]
    assert line.encode()[start["column"] - 1 : end["column"] - 1] == b"obj.status"
    (suggestion,) = kept["suggestions"]
    start, end = suggestion["range"]["start"], suggestion["range"]["end"]
    assert line.encode()[start["column"] - 1 : end["column"] - 1] == b"obj.status = obj.status"
    assert kept["location"]["path"] == "odd, place/server/tanks.py"
    first = f",col={line.index('obj.status') + 1},"
    assert any(first in told for told in shown("github").splitlines() if "kept" in told)


def test_workflow_commands_are_escaped() -> None:
    lines = shown("github").splitlines()
    assert all(re.match(r"::(error|warning|notice) [^:]*::", line) for line in lines)
    assert any("file=odd%2C place/server/tanks.py," in line for line in lines)
    assert any(line.startswith("::error file=odd%2C place/server/broken.py") for line in lines)


def test_github_gets_a_summary_of_the_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    summary = tmp_path / "summary.md"
    summary.write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    shown("github")
    assert summary.read_text() == "before\n" + shown("markdown")


def test_each_row_is_a_case_of_junit() -> None:
    root = ElementTree.fromstring(shown("junit"))
    document = json.loads(shown("json"))
    cases = [(case.get("classname"), case.get("name")) for case in root.iter("testcase")]
    assert cases.count(("apivet", "odd, place/server/broken.py")) == 1
    assert sorted(case for case in cases if case[0] != "apivet") == sorted(
        (row["object"], row["rule"]) for row in document["verdicts"]
    )
    assert root.get("tests") == str(len(cases))
    assert root.get("failures") == str(len(root.findall(".//failure")))
    assert root.get("errors") == "1"


#: Elements that the schema of Jenkins' xUnit plug-in names, with their attributes and the elements that may lie in them.
JENKINS = {
    "testsuites": ({"name", "tests", "failures", "errors"}, {"testsuite"}),
    "testsuite": ({"name", "tests", "failures", "errors", "skipped"}, {"testcase"}),
    "testcase": ({"classname", "name", "group"}, {"failure", "skipped", "error", "system-err"}),
    "failure": ({"message", "type"}, set()),
    "skipped": ({"message"}, set()),
    "error": ({"message"}, set()),
    "system-err": (set(), set()),
}


def test_jenkins_takes_the_document() -> None:
    root = ElementTree.fromstring(shown("junit", "--show-suppressed"))
    for element in root.iter():
        attributes, parts = JENKINS[element.tag]
        assert set(element.keys()) <= attributes, element.tag
        assert {part.tag for part in element} <= parts, element.tag


def test_a_table_survives_what_is_written_in_it() -> None:
    text = shown("markdown", "--show-suppressed")
    rows = [line for line in text.splitlines() if line.startswith("| v")]
    assert all(len(re.findall(r"(?<!\\)\|", row)) == 6 for row in rows)


def test_one_of_a_kind_is_counted_in_the_singular(tmp_path: Path) -> None:
    (tmp_path / "alone.py").write_text(
        "class Strategy:\n    def prepare_for_create(self, obj):\n        obj.status = None\n"
    )
    text = CliRunner().invoke(main, ["check", "--format", "markdown", str(tmp_path / "alone.py")]).stdout
    assert "; 1 file, 1 strategy." in text


def test_files_hold_what_is_printed() -> None:
    expected = {name: shown(name) for name in NAMES}
    result = run("--format", "concise", *(f"--output={name}:{name}.out" for name in NAMES))
    assert result.exit_code == 2
    assert result.stdout == expected["concise"]
    for name in NAMES:
        assert Path(f"{name}.out").read_bytes().decode() == expected[name]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("sarfi:x", "there is no format 'sarfi'; did you mean 'sarif'?"),
        ("sarif", "write sarif:FILE"),
        ("sarif:", "write sarif:FILE"),
        ("json:missing/x", "missing/x: cannot be written"),
    ],
)
def test_what_cannot_be_written_is_told(given: str, told: str) -> None:
    result = run("--output", given)
    assert result.exit_code == 2
    assert told in result.stderr


@pytest.mark.parametrize("options", [("--output", "rdjson:x"), ("--format", "sarif")])
def test_no_report_goes_with_a_patch(options: tuple[str, ...]) -> None:
    result = run("--diff", *options)
    assert result.exit_code == 2
    assert "does nothing with --diff" in result.stderr


def test_two_reports_cannot_go_to_one_file() -> None:
    result = run("--output", "json:x", "--output", "sarif:./x")
    assert result.exit_code == 2
    assert "cannot both go to './x'" in result.stderr
    assert not Path("x").exists()


# ------------------------------------------------------------------------------------------------------------ HTML


class Page(HTMLParser):
    """The elements of a page, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in ("meta", "input", "wbr", "col"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def having(self, name: str) -> list[str]:
        return [values[name] or "" for _, values in self.elements if name in values]


def test_the_page_has_all_findings_and_loads_nothing() -> None:
    text = shown("html")
    page = Page(text)
    assert not page.open
    rows = findings(suppressed=True)
    assert [each for each in page.having("id") if each.startswith("f-")] == [f"f-{row['fingerprint']}" for row in rows]
    assert "src" not in {name for _, values in page.elements for name in values}
    assert not {tag for tag, _ in page.elements} & {"link", "img", "iframe", "object", "base"}
    assert not re.search(r"url\(|@import|fetch|XMLHttp|import\(", text)
    assert "default-src 'none'" in page.having("content")[0]
    targets = {each[1:] for each in page.having("href") if each.startswith("#")}
    assert targets <= set(page.having("id"))
    assert {f"f-{row['fingerprint']}" for row in rows if row["rule"] != "exception-unused"} <= targets
    for step in (step for row in rows for step in row["witness"]):
        assert html.escape(step["note"]) in text
        assert html.escape(Path(step["path"]).read_text().splitlines()[step["line"] - 1].strip()) in text
    assert "Tanks | report" not in text or "&lt;themselves&gt;" in text


def test_the_page_tells_verdicts_by_words_and_signs_and_colours_that_can_be_told_apart() -> None:
    text = shown("html")
    for word, sign in (("violated", "\u2717"), ("holds", "\u2713"), ("excepted", "\u25cb")):
        assert f"{sign} {word}" in text
    styles = dict(re.findall(r"(?m)^\.(\w+) \{ color: (#\w+; background: #\w+)", text))
    assert set(styles) == {"holds", "unproven", "violated", "excepted"}
    for colours in styles.values():
        light, dark = sorted((luminance(each) for each in re.findall(r"#\w+", colours)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5
    page = Page(text)
    assert {"table", "caption", "main", "h1"} <= {tag for tag, _ in page.elements}
    assert {"col", "row"} == set(page.having("scope"))
    assert "@media print" in text


def test_the_worst_of_the_page_comes_first_and_can_be_reached() -> None:
    page = Page(shown("html"))
    rows = [values["data-verdicts"] or "" for tag, values in page.elements if tag == "tr" and "data-verdicts" in values]
    broken = ["violated" in row or "excepted" in row for row in rows]
    assert broken == sorted(broken, reverse=True)
    assert page.having("tabindex") == ["0"], "what scrolls can be scrolled by keyboard"
    first = next(values for tag, values in page.elements if tag == "a")
    assert first["href"] == "#findings"


def luminance(colour: str) -> float:
    """The relative luminance of a colour, as WCAG has it."""
    digits = colour[1:] if len(colour) == 7 else "".join(each * 2 for each in colour[1:])
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_no_text_of_the_project_is_markup(tmp_path: Path) -> None:
    Path("tanks.py").write_text(TREE.replace("obj.status = obj.status", "obj.status = obj.status; '</pre><script>x()'"))
    text = shown("html")
    assert "<script>x()" not in text
    assert text.count("<script>") == 1
