"""Runs ``apivet check`` over every case of this directory and compares its findings with what the case says.

A case is one file ``<family>/<name>.py``, or a directory ``<family>/<name>/`` of modules that import each other as
top-level modules, with an optional ``pyproject.toml``. Expectations stand in comments on the ``class`` or ``def``
line of the object that a finding names, or on comment lines right below it::

    class WidgetStrategy:  # expect: status-not-wiped-on-create[status]
        # unproven: status-not-kept-on-update

- ``expect``: this rule is violated (for that field, where one is given in brackets; else for at least one field);
- ``unproven``: this rule can't be decided;
- ``undecided``: the contract leaves it open, any answer passes;
- ``unchecked``: no rule applies to this class, so that it has no verdict of any kind;
- ``confidence: inferred``: what is found here is inferred, everywhere else it is certain.

An object without such comments has no violated and no unproven verdict at all, but every class that is called a
strategy has been looked at. ``boilerplate-hook`` is judged in the family ``boilerplate`` only, since most conforming
hooks of the other families are boilerplate.
"""

from __future__ import annotations

import ast
import io
import json
import re
import shutil
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import field as declared
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from apivet.cli import main

CASES = Path(__file__).parent

_MARK = re.compile(r"#\s*(expect|unproven|undecided|unchecked|confidence)(?::([^#\n]*))?")
_RULE = re.compile(r"([a-z][a-z-]+)(?:\[((?:[^\[\]]|\[\*\])+)\])?")
_VERDICTS = {"expect": "violated", "unproven": "unproven", "undecided": "undecided"}

#: What each strategy of a family is judged by; in its file ``not_applicable.py`` none of them is.
_FAMILY_RULES = {
    "status": ("status-not-wiped-on-create", "status-not-kept-on-update"),
    "generation": (
        "generation-not-set-on-create",
        "generation-not-bumped-on-spec-change",
        "generation-bumped-without-spec-change",
        "generation-compared-too-early",
        "generation-bumped-on-status-update",
    ),
    "status_subresource": ("spec-not-kept-on-status-update", "metadata-not-reset-on-status-update"),
    "reset_fields": ("reset-fields-mismatch",),
}


@dataclass(frozen=True, order=True)
class Outcome:
    """One (object, verdict, rule, field), of an expectation or of a finding; ``field`` is empty where none is given."""

    object: str
    verdict: str
    rule: str
    field: str = ""

    def __str__(self) -> str:
        place = f"[{self.field}]" if self.field else ""
        return f"{self.object}: {self.verdict} {self.rule}{place}"

    def matches(self, other: Outcome) -> bool:
        """Whether this expectation is met by that finding."""
        return (
            (self.object, self.rule) == (other.object, other.rule)
            and self.verdict in (other.verdict, "undecided")
            and self.field in ("", other.field)
        )


@dataclass
class Expectations:
    """All that the comments of a case say; ``marks`` counts them, so that a stray one can be told."""

    outcomes: list[Outcome] = declared(default_factory=list)
    strategies: set[str] = declared(default_factory=set)
    unchecked: set[str] = declared(default_factory=set)
    inferred: set[str] = declared(default_factory=set)
    marks: int = 0

    def read(self, source: str) -> None:
        """Adds what one file says."""
        comments = _comments(source)
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
                if isinstance(node, ast.ClassDef) and node.name.endswith("Strategy"):
                    self.strategies.add(node.name)
                self._note(node.name, comments.get(node.lineno, ("", False))[0])
                line = node.lineno + 1
                while line in comments and comments[line][1]:
                    self._note(node.name, comments[line][0])
                    line += 1

    def _note(self, name: str, comment: str) -> None:
        for kind, text in _MARK.findall(comment):
            self.marks += 1
            if kind == "unchecked":
                self.unchecked.add(name)
            elif kind == "confidence":
                assert text.strip() == "inferred", text
                self.inferred.add(name)
            else:
                for rule, field in _RULE.findall(text):
                    self.outcomes.append(Outcome(name, _VERDICTS[kind], rule, field))


def _cases() -> Iterator[Path]:
    for family in sorted(path for path in CASES.iterdir() if path.is_dir() and not path.name.startswith(("_", "."))):
        for case in sorted(family.iterdir()):
            if case.suffix == ".py" or (case.is_dir() and any(case.rglob("*.py"))):
                yield case


def _sources(case: Path) -> list[Path]:
    return [case] if case.is_file() else sorted(case.rglob("*.py"))


def _comments(source: str) -> dict[int, tuple[str, bool]]:
    """Line number to (comment, whether it has the line to itself)."""
    found = {}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            found[token.start[0]] = (token.string, token.line.strip() == token.string)
    return found


def _last_name(dotted: str) -> str:
    return dotted.rsplit(".", 1)[-1]


def _counted(report: dict[str, Any], family: str) -> list[dict[str, Any]]:
    """The findings that a case speaks of."""
    return [
        finding
        for finding in report["findings"]
        if finding["suppressed_by"] is None and (finding["rule"] != "boilerplate-hook" or family == "boilerplate")
    ]


def _difference(expected: Expectations, findings: list[dict[str, Any]]) -> Iterator[str]:
    found = sorted(
        {
            Outcome(_last_name(finding["object"]), finding["verdict"], finding["rule"], finding["field"] or "")
            for finding in findings
        }
    )
    for wish in expected.outcomes:
        if wish.verdict != "undecided" and not any(map(wish.matches, found)):
            yield f"  missing     {wish}"
    for outcome in found:
        if not any(wish.matches(outcome) for wish in expected.outcomes):
            yield f"  unexpected  {outcome}"
    for finding in findings:
        name = _last_name(finding["object"])
        wanted = "inferred" if name in expected.inferred else "certain"
        if finding["confidence"] != wanted:
            yield f"  {name}: {finding['rule']} is {finding['confidence']}, not {wanted}"


def _overlooked(expected: Expectations, report: dict[str, Any], case: Path) -> Iterator[str]:
    """Strategies without a verdict where there should be one, or with one where there should be none."""
    judged: dict[str, set[str]] = {}
    for row in report["verdicts"]:
        judged.setdefault(_last_name(row["object"]), set()).add(row["rule"])
    family_rules = set(_FAMILY_RULES.get(case.parent.name, ()))
    for name in sorted(expected.strategies | expected.unchecked):
        rules = judged.get(name, set())
        if name in expected.unchecked:
            if rules:
                yield f"  {name}: judged by {', '.join(sorted(rules))}, though no rule applies"
        elif case.stem == "not_applicable":
            if rules & family_rules:
                yield f"  {name}: judged by {', '.join(sorted(rules & family_rules))}, though they do not apply"
        elif not rules or (family_rules and not rules & family_rules):
            yield f"  {name}: not looked at"


@pytest.mark.parametrize("case", [pytest.param(case, id=f"{case.parent.name}/{case.stem}") for case in _cases()])
def test_case(case: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if case.is_dir():
        shutil.copytree(case, tmp_path, dirs_exist_ok=True)
    else:
        shutil.copy(case, tmp_path)
    # A configuration of its own, so that none is found further up.
    if not (tmp_path / "pyproject.toml").exists():
        (tmp_path / "pyproject.toml").write_text("[tool.apivet]\n")
    monkeypatch.chdir(tmp_path)
    expected = Expectations()
    for source in _sources(case):
        expected.read(source.read_text(encoding="utf-8"))

    result = CliRunner().invoke(main, ["check", "--format", "json", "--no-cache", "--jobs", "1", "."])

    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code in (0, 1), result.output
    report = json.loads(result.stdout)
    complaints = [
        *_difference(expected, _counted(report, case.parent.name)),
        *_overlooked(expected, report, case),
    ]
    assert not complaints, "\n".join([f"{case.relative_to(CASES)}:", *complaints])
    failing = any(
        finding["verdict"] == "violated" and finding["severity"] != "refactor" and not finding["suppressed_by"]
        for finding in report["findings"]
    )
    assert result.exit_code == int(failing)


@pytest.mark.parametrize(
    "source", [pytest.param(path, id=str(path.relative_to(CASES))) for case in _cases() for path in _sources(case)]
)
def test_case_is_sound(source: Path) -> None:
    """Each case is Python that compiles, and every mark in it belongs to a class or a function."""
    text = source.read_text(encoding="utf-8")
    compile(text, str(source), "exec")
    expected = Expectations()
    expected.read(text)
    written = "\n".join(comment for comment, _ in _comments(text).values())
    assert expected.marks == len(_MARK.findall(written))
