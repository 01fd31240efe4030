"""Every rule's page is whole, and its examples say the truth.

An example is a fenced ``python`` block under *Bad* or *Good*. ``# file: name.py`` lines split it into several files; a
``toml config`` block in front of it holds the ``pyproject.toml`` it is checked with, a ``text apivet.lock`` block the
API types that it is compared with, ``json golden/NAME`` blocks the documents. A bad example gives exactly the
page's finding on each line that ends in ``# <- here``, and nothing else; a good one gives nothing. Where a line cannot
break this rule without breaking another, it ends in ``# <- here, and the-other-rule``. The examples of
the rules about exceptions are ``toml`` blocks: the exceptions file of a fixed tree with one real finding. Those of the
rule about comments that switch off a rule are programs again; the bad ones have the real finding in them. The rules
that only the black box decides are held to their examples by a run of it, those about changes by the gate: a
``text before`` block in front of an example holds the files of the base revision.
"""

from __future__ import annotations

import ast
import importlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from pylint.lint import Run

from apivet import catalogue
from apivet.catalogue import HEADINGS, Rule, Severity
from apivet.cli import main
from apivet.documents import parse_toml
from apivet.exceptions.entries import parse_exceptions

RULES = catalogue.load()

EXCEPTIONS_FILE = "exceptions/exceptions.toml"
LOCK_FILE = "apivet.lock"
RECORDED = "golden/"
COMMENT_RULE = "convention-disabled-inline"

#: What the exceptions of the examples are about: the caller's status is stored on create, and nothing else is wrong.
EXCEPTED_RULE = "status-not-wiped-on-create"
EXCEPTED_TREE = {
    "pyproject.toml": "[tool.apivet]\n",
    "exceptions/OWNERS": "approvers:\n  - jane@example.org\n  - joe@example.org\n",
    "widgets.py": """\
from dataclasses import dataclass


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class WidgetSpec:
    size: int = 1


@dataclass
class WidgetStatus:
    ready: bool = False


@dataclass
class Widget:
    metadata: ObjectMeta
    spec: WidgetSpec
    status: WidgetStatus


class WidgetStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.spec.size = max(obj.spec.size, 1)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status
        obj.spec.size = max(obj.spec.size, 1)
""",
}


# ------------------------------------------------------------------------------------------------ reading examples

_FENCED = re.compile(r"^```(?P<language>\w*)[ \t]*(?P<label>[^\n]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"^# file: (\S+)\n", re.MULTILINE)
_MARK = re.compile(r"[ \t]*# <- here(?:, and (?P<companion>[\w-]+))?$", re.MULTILINE)


@dataclass(frozen=True)
class Example:
    """One example of a page: its files without the marks, and which rules' findings are marked where."""

    rule: Rule
    kind: str
    files: dict[str, str]
    marks: frozenset[tuple[str, int, str]]
    base: dict[str, str]

    @property
    def sources(self) -> list[str]:
        """The names of its Python files."""
        return [name for name in self.files if name.endswith(".py")]

    def write(self, directory: Path) -> None:
        for name, text in self.files.items():
            path = directory / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")


def read_examples(rule: Rule, kind: str) -> Iterator[Example]:
    """The examples under one heading, in their order."""
    project = {"pyproject.toml": "[tool.apivet]\n"}
    before = dict(project)
    base: dict[str, str] = {}
    for block in _FENCED.finditer(rule.sections[kind]):
        text = block["text"]
        if block["language"] == "go":
            continue  # see test_go_pages
        if block["label"] in ("config", LOCK_FILE) or block["label"].startswith(RECORDED):
            before["pyproject.toml" if block["label"] == "config" else block["label"]] = text
            continue
        if block["label"] == "before":
            base = _split(text)
            continue
        if block["language"] == "python" or rule.scope == "gate":
            files, given = _split(text), base or before
        else:
            files, given = {EXCEPTIONS_FILE: text}, EXCEPTED_TREE
        marks = {
            (name, number, symbol)
            for name, content in files.items()
            for number, line in enumerate(content.splitlines(), start=1)
            for mark in _MARK.finditer(line)
            for symbol in filter(None, (rule.symbol, mark["companion"]))
        }
        unmarked = {name: _MARK.sub("", content) for name, content in files.items()}
        yield Example(rule, kind, {**given, **unmarked}, frozenset(marks), base)
        before = dict(project)
        base = {}


def _split(text: str) -> dict[str, str]:
    before, *parts = _FILE.split(text)
    if not parts:
        return {"example.py": text}
    assert not before.strip(), "code in front of the first '# file:' line belongs to no file"
    return dict(zip(parts[::2], parts[1::2], strict=True))


def _examples(kind: str, about: str) -> list[Any]:
    return [
        pytest.param(example, id=f"{rule.symbol}-{kind.lower()}-{number}")
        for rule in RULES.rules
        if _subject(rule) == about
        for number, example in enumerate(read_examples(rule, kind), start=1)
    ]


def _subject(rule: Rule) -> str:
    if "static" not in rule.evidence:
        return "runs"
    if rule.symbol == COMMENT_RULE:
        return "comments"
    if rule.scope == "gate":
        return "changes"
    return "exceptions" if rule.scope == "exception" else "code"


BAD = _examples("Bad", "code")
GOOD = _examples("Good", "code")
EXCEPTIONS = [*_examples("Bad", "exceptions"), *_examples("Good", "exceptions")]
RUNS_BAD, RUNS_GOOD = _examples("Bad", "runs"), _examples("Good", "runs")
COMMENTS = [*_examples("Bad", "comments"), *_examples("Good", "comments")]
CHANGES = [*_examples("Bad", "changes"), *_examples("Good", "changes")]


# ----------------------------------------------------------------------------------------------------- two doors


def _check(example: Example, directory: Path, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What ``apivet check`` finds in the example."""
    example.write(directory)
    monkeypatch.chdir(directory)
    result = CliRunner().invoke(main, ["check", "--format", "json", "--no-cache", "."])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    report = json.loads(result.stdout)
    assert report["summary"]["files"] == len(example.sources)
    findings: list[dict[str, Any]] = report["findings"]
    keys = [(finding["fingerprint"], finding["path"], finding["line"]) for finding in findings]
    assert len(set(keys)) == len(keys), "a finding is told twice"
    failing = {
        finding["rule"]
        for finding in findings
        if finding["suppressed_by"] is None and finding["severity"] in ("error", "warning")
    }
    assert result.exit_code == min(len(failing), 1), result.stderr
    return findings


def _pylint(
    example: Example,
    directory: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    more_rules: str = "",
) -> list[dict[str, Any]]:
    """What pylint with the plugin finds in the example, with nothing on but our rules about code, and ``more_rules``."""
    example.write(directory)
    (directory / "pylintrc").write_text("[MAIN]\n")
    monkeypatch.chdir(directory)
    ours = ",".join(rule.symbol for rule in RULES.rules if rule.scope not in ("exception", "gate"))
    capsys.readouterr()
    Run(
        [
            "--rcfile=pylintrc",
            "--persistent=n",
            "--load-plugins=apivet",
            "--disable=all",
            f"--enable=unknown-option-value,{ours},{more_rules}",
            "--output-format=json2",
            *example.sources,
        ],
        exit=False,
    )
    messages: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["messages"]
    return messages


def _places(findings: list[dict[str, Any]]) -> set[tuple[str, int, str]]:
    return {(finding["path"], finding["line"], finding["rule"]) for finding in findings}


def _message_places(messages: list[dict[str, Any]], directory: Path) -> set[tuple[str, int, str]]:
    root = directory.resolve()
    return {
        (Path(message["absolutePath"]).resolve().relative_to(root).as_posix(), message["line"], message["symbol"])
        for message in messages
    }


def _expected(example: Example) -> set[tuple[str, int, str]]:
    return set(example.marks)


def _marked_rules(example: Example) -> list[Rule]:
    found = [RULES.find(symbol) for symbol in {symbol for _, _, symbol in example.marks}]
    assert None not in found, "a mark names a rule that there is not"
    return [rule for rule in found if rule is not None]


# --------------------------------------------------------------------------------------- examples, door by door


@pytest.mark.parametrize("example", BAD)
def test_check_finds_what_a_bad_example_marks(
    example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    findings = _check(example, tmp_path, monkeypatch)

    assert _places(findings) == _expected(example)
    assert {finding["verdict"] for finding in findings} == {"violated"}
    assert {finding["id"] for finding in findings} == {rule.id for rule in _marked_rules(example)}
    assert {finding["help"] for finding in findings} == {f"rules/{rule.symbol}.md" for rule in _marked_rules(example)}


@pytest.mark.parametrize("example", GOOD)
def test_check_finds_nothing_in_a_good_example(
    example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _check(example, tmp_path, monkeypatch) == []


@pytest.mark.parametrize("example", BAD)
def test_pylint_finds_what_a_bad_example_marks(
    example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    messages = _pylint(example, tmp_path, monkeypatch, capsys)

    assert _message_places(messages, tmp_path) == _expected(example)
    assert {message["messageId"] for message in messages} == {rule.id for rule in _marked_rules(example)}
    assert not [message["message"] for message in messages if "\n" in message["message"]]


@pytest.mark.parametrize("example", GOOD)
def test_pylint_finds_nothing_in_a_good_example(
    example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _pylint(example, tmp_path, monkeypatch, capsys) == []


@pytest.mark.parametrize("example", EXCEPTIONS)
def test_check_judges_the_exceptions_of_an_example(
    example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    findings = _check(example, tmp_path, monkeypatch)
    about_entries = [finding for finding in findings if finding["path"] == EXCEPTIONS_FILE]
    in_source = [finding for finding in findings if finding["path"] != EXCEPTIONS_FILE]

    assert _places(about_entries) == _expected(example)
    # The tree's own finding is there in any case: suppressed by an entry in force, else not.
    assert [finding["rule"] for finding in in_source] == [EXCEPTED_RULE]
    assert (in_source[0]["suppressed_by"] is None) is (example.kind == "Bad")


@pytest.mark.parametrize("example", EXCEPTIONS)
def test_pylint_honours_the_exceptions_of_an_example(
    example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    messages = _pylint(example, tmp_path, monkeypatch, capsys)
    symbols = [message["symbol"] for message in messages if message["path"].endswith(".py")]

    assert symbols == ([EXCEPTED_RULE] if example.kind == "Bad" else [])


@pytest.mark.parametrize("example", COMMENTS)
def test_check_heeds_no_comment_and_tells_of_it(
    example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    findings = _check(example, tmp_path, monkeypatch)
    told = [finding for finding in findings if finding["rule"] == COMMENT_RULE]

    assert _places(told) == _expected(example)
    assert {finding["field"] for finding in told} <= {None}
    others = [finding["rule"] for finding in findings if finding["rule"] != COMMENT_RULE]
    assert others == ([EXCEPTED_RULE] if example.kind == "Bad" else [])


@pytest.mark.parametrize("example", COMMENTS)
def test_pylint_honours_its_own_comments_only(
    example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    messages = _pylint(example, tmp_path, monkeypatch, capsys)

    silenced = "pylint: disable" in example.files["example.py"]
    assert [message["symbol"] for message in messages] == (
        [EXCEPTED_RULE] if example.kind == "Bad" and not silenced else []
    )


@pytest.mark.parametrize("example", COMMENTS)
def test_pylint_tells_of_the_comments(
    example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    messages = _pylint(example, tmp_path, monkeypatch, capsys, COMMENT_RULE)

    told = [message for message in messages if message["symbol"] == COMMENT_RULE]
    assert _message_places(told, tmp_path) == _expected(example)


@pytest.mark.parametrize("example", [*RUNS_BAD, *RUNS_GOOD])
def test_the_black_box_sees_what_a_bad_example_marks_and_holds_a_good_one(
    example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    example.write(tmp_path)
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["blackbox", "--fail-on", "refactor", "--format", "json", "--seed", "1", "."])
    assert result.exit_code == int(example.kind == "Bad"), result.output
    report = json.loads(result.stdout)

    assert _places(report["findings"]) == _expected(example)
    assert {finding["verdict"] for finding in report["findings"]} <= {"violated"}
    # A good example is one in which the rule was tried, and held.
    verdicts = {row["verdict"] for row in report["verdicts"] if row["rule"] == example.rule.symbol}
    assert ("violated" in verdicts) if example.kind == "Bad" else (verdicts == {"holds"})


@pytest.mark.parametrize("example", CHANGES)
def test_the_gate_finds_what_a_bad_change_marks(
    example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Example(example.rule, example.kind, example.base, frozenset(), {}).write(tmp_path)
    commands = ["init -q -b main", "add -A", "-c user.name=A -c user.email=a@example.org commit -qm base"]
    for command in [*commands, "checkout -q -b change"]:
        subprocess.run(["git", *command.split()], cwd=tmp_path, check=True, capture_output=True)
    example.write(tmp_path)
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["gate", "--static", "--format", "json", "."])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception

    report = json.loads(result.stdout)
    assert _places([each for each in report["findings"] if each["verdict"] == "violated"]) == _expected(example)
    assert result.exit_code == int(example.kind == "Bad"), result.output


# ------------------------------------------------------------------------------------ examples as they are read


@pytest.mark.parametrize("example", [*BAD, *GOOD, *RUNS_BAD, *RUNS_GOOD, *COMMENTS])
def test_an_example_is_a_program_that_can_be_imported(
    example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    example.write(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    modules = {name: name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in example.sources}
    tops = {module.partition(".")[0] for module in modules.values()}
    assert not sys.stdlib_module_names.intersection(tops)
    _forget_modules(tops)
    try:
        for name, module in modules.items():
            loaded = importlib.import_module(module)
            assert loaded.__file__ == str(tmp_path / name)
    finally:
        _forget_modules(tops)


def _forget_modules(tops: set[str]) -> None:
    """Let the next example have packages of the same names."""
    for loaded in [name for name in sys.modules if name.partition(".")[0] in tops]:
        del sys.modules[loaded]


@pytest.mark.parametrize("example", [*BAD, *GOOD, *RUNS_BAD, *RUNS_GOOD, *EXCEPTIONS, *COMMENTS, *CHANGES])
def test_only_bad_examples_have_marks(example: Example) -> None:
    assert bool(example.marks) is (example.kind == "Bad")


# --------------------------------------------------------------------------------------------- pages as a whole


each_rule = pytest.mark.parametrize("rule", [pytest.param(rule, id=rule.symbol) for rule in RULES.rules])


def _body(rule: Rule) -> str:
    return rule.page.split("\n+++\n", 1)[1]


@each_rule
def test_the_front_matter_is_complete(rule: Rule) -> None:
    front = parse_toml(rule.page.split("\n+++\n", 1)[0].removeprefix("+++\n").encode())

    assert list(front) == [
        *("symbol", "id", "severity", "scope", "since", "fix", "evidence", "source", "message"),
        *(("stands_for",) if "stands_for" in front else ()),
        *(("enabled",) if "enabled" in front else ()),
    ]
    assert re.fullmatch(r"[a-z]+(-[a-z]+)+", front["symbol"])
    assert re.fullmatch(r"[EWRI]97\d\d", front["id"])
    assert front["severity"] == {"E": "error", "W": "warning", "R": "refactor", "I": "info"}[front["id"][0]]
    assert front["scope"] in ("strategy", "hook", "type", "function", "module", "exception", "gate")
    assert re.fullmatch(r"\d+\.\d+", front["since"])
    assert front["fix"] in ("safe", "unsafe", "none")
    kinds = ["static", "blackbox", "live"]
    assert front["evidence"] == [kind for kind in kinds if kind in front["evidence"]] != []
    assert front["evidence"] != ["live"]
    assert re.match(
        r"KEP-\d+, \w|Azure Service Operator design, \d{4}-\d{2}: \w|API server storage walk-through: \w",
        front["source"],
    )


@each_rule
def test_the_message_is_one_line_that_can_be_filled_in(rule: Rule) -> None:
    message = rule.message.format(object="widgets.WidgetStrategy", field="spec.size", detail="on one path")

    assert "\n" not in message
    assert not message.endswith(".")
    assert "{" not in message


@each_rule
def test_the_table_below_the_title_repeats_the_front_matter(rule: Rule) -> None:
    title, _, rest = _body(rule).strip().partition("\n")
    table = rest.strip().split("\n\n")[0]
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines()]

    assert title == f"# {rule.symbol}"
    assert rows[0] == ["id", "severity", "since", "fix", "evidence"]
    assert rows[2:] == [[rule.id, rule.severity.value, rule.since, rule.fix or "none", ", ".join(rule.evidence)]]


@each_rule
def test_the_page_leads_on(rule: Rule) -> None:
    """To where the rule is from, to rules that are related, and to the meaning of its words."""
    source, related, words = _body(rule).split("\n## ")[0].strip().split("\n\n")[-1].splitlines()
    link = re.fullmatch(r"From \[(.+)\]\(https://\S+\)\.", source)
    assert (link[1] if link else source[len("From ") : -1]) == rule.source
    assert link or not rule.source.startswith("KEP-")
    named = re.findall(r"\[([\w-]+)\]\(([\w-]+)\.md\)", related)
    assert named
    assert re.fullmatch(r"\[What the words mean\]\(https://\S+/vocabulary/#words\)\.", words)
    assert all(text == page and page != rule.symbol and RULES.find(page) for text, page in named)


@each_rule
def test_every_section_says_something(rule: Rule) -> None:
    assert tuple(rule.sections) == HEADINGS
    for heading in HEADINGS:
        assert _FENCED.sub("", rule.sections[heading]).strip() or list(read_examples(rule, heading)), heading
    assert rule.sections["How to fix"].startswith("1. ")


@each_rule
def test_there_are_enough_examples(rule: Rule) -> None:
    wanted = 1 if rule.scope in ("exception", "gate") else 2

    assert len(list(read_examples(rule, "Bad"))) >= max(wanted, 2 if rule.severity is Severity.ERROR else 1)
    assert len(list(read_examples(rule, "Good"))) >= wanted


@each_rule
def test_the_page_shows_an_exception_ready_to_be_pasted(rule: Rule) -> None:
    block = _FENCED.search(rule.sections["Exceptions"])
    assert block is not None
    assert block["language"] == "toml"
    file = parse_exceptions(f"version = 1\n\n{block['text']}".encode(), EXCEPTIONS_FILE, RULES)

    assert file.problem is None
    (entry,) = file.entries
    assert entry.errors == ()
    assert entry.approved_by == "jane@example.org"
    assert rule.scope == "exception" or entry.rule == rule.symbol


def test_the_index_lists_every_page() -> None:
    index = (catalogue.pages_directory() / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+) \| \[([\w-]+)\]\(([\w-]+\.md)\) \| (\w+) \| (.+) \|$", index, re.MULTILINE)

    assert rows == [
        (rule.id, rule.symbol, f"{rule.symbol}.md", rule.severity.value, rule.sentence) for rule in RULES.rules
    ]


# ------------------------------------------------------------------------------------------------ pages and code


def _names_in_code() -> set[str]:
    """Every text in the code of the rules that has the form of a rule's symbol."""
    package = Path(catalogue.__file__).parent
    names = set()
    for place in (
        "conventions/**/*.py",
        "exceptions/entries.py",
        "exceptions/applying.py",
        "check/run.py",
        "check/golden.py",
        "check/losing.py",
        "check/weakening.py",
        "blackbox/protocol/scenario_models.py",
        "blackbox/project/sharing.py",
        "blackbox/scenarios/**/*.py",
    ):
        for path in sorted(package.glob(place)):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    names.add(node.value)
    return {name for name in names if re.fullmatch(r"[a-z]+(-[a-z]+)+", name)}


def test_every_page_has_code_and_all_code_has_a_page() -> None:
    keys = {"approved-by", "fail-on", "cache-dir"}

    assert _names_in_code() - keys == set(RULES.symbols)
