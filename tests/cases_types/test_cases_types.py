"""Runs ``apivet check`` over every tree of this directory and compares its findings with what the sources say.

A case is a directory ``<family>/<name>/`` that holds a small source tree. One with the two directories ``before/`` and
``after/`` becomes a git repository: ``before`` is committed as the baseline, ``after`` is checked against it with
``--since``. Expectations are comments on the line that a finding names, several apart by semicolons::

    class WidgetSpec:  # expect: hub-fields-permuted; hub-type-differs
        replicas: int  # expect: hub-type-differs[replicas]

- ``expect`` and ``unproven``: exactly this finding, with this field (none, where no brackets follow; ``[?]`` leaves
  the field open);
- ``either``: the same, where any of the lines that say so will do (``either(a)`` and ``either(b)`` are two findings);
- ``undecided``: the contract leaves it open, so that a finding there and its absence both pass;
- ``holds``: no finding, and a verdict *holds* for the object that is declared on this line.

Any other finding is one too many. ``expect.txt`` lists further verdicts, ``violated RULE OBJECT`` or ``holds RULE
OBJECT``: types that differ only through a nested one have a verdict, and no finding of their own.
"""

from __future__ import annotations

import ast
import io
import itertools
import json
import re
import shutil
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from apivet.cli import main

CASES = Path(__file__).parent

_MARK = re.compile(r"#\s*(expect|unproven|either|undecided|holds)(?:\((\w+)\))?:\s*([^#\n]*)")
_RULE = re.compile(r"([a-z][a-z-]+)(?:\[([^;]*)\])?")
_ANY = "?"


@dataclass(frozen=True, order=True)
class Outcome:
    """A finding, or what is expected of one; ``field`` is empty where there is none, ``line`` counts from one."""

    path: str
    line: int
    rule: str
    field: str
    verdict: str = "violated"

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.verdict} {self.rule}[{self.field}]"

    def accepts(self, finding: Outcome) -> bool:
        """Whether that finding is the one expected."""
        return (self.path, self.line, self.rule, self.verdict) == (
            finding.path,
            finding.line,
            finding.rule,
            finding.verdict,
        ) and self.field in (_ANY, finding.field)


@dataclass
class Expectations:
    """All that the sources of a case and its ``expect.txt`` say."""

    findings: list[Outcome] = field(default_factory=list)
    either: dict[tuple[str, str], list[Outcome]] = field(default_factory=dict)
    undecided: list[Outcome] = field(default_factory=list)
    holds: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    violated: list[tuple[str, str]] = field(default_factory=list)

    @property
    def marks(self) -> int:
        return sum(map(len, (self.findings, self.either, self.undecided, self.holds, self.violated)))

    def read(self, path: Path, root: Path) -> None:
        """Adds what one source file says."""
        source = path.read_text(encoding="utf-8")
        name = path.relative_to(root).as_posix()
        declared = _declared(ast.parse(source), path.relative_to(root))
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type != tokenize.COMMENT:
                continue
            line = token.start[0]
            for kind, choice, text in _MARK.findall(token.string):
                items = [item.strip() for item in text.split(";")]
                for item in items:
                    match = _RULE.fullmatch(item)
                    assert match, f"{name}:{line}: {item!r} is no expectation"
                    rule, place = match.groups()
                    if kind == "holds":
                        assert line in declared, f"{name}:{line}: nothing is declared on this line"
                        self.holds.append((rule, declared[line]))
                    else:
                        self._note(kind, choice, Outcome(name, line, rule, place or ""))

    def _note(self, kind: str, choice: str, outcome: Outcome) -> None:
        if kind == "either":
            self.either.setdefault((choice, outcome.rule), []).append(outcome)
        elif kind == "undecided":
            self.undecided.append(outcome)
        else:
            self.findings.append(replace(outcome, verdict="violated" if kind == "expect" else "unproven"))

    def read_list(self, text: str) -> None:
        """Adds the lines of ``expect.txt``."""
        for line in text.splitlines():
            if line.strip() and not line.startswith("#"):
                verdict, rule, name = line.split()
                assert verdict in ("holds", "violated"), line
                if verdict == "holds":
                    self.holds.append((rule, (name,)))
                else:
                    self.violated.append((rule, name))


def _declared(tree: ast.Module, path: Path) -> dict[int, tuple[str, ...]]:
    """Line of a declaration to the dotted names that may stand for it: a method answers for itself or its class."""
    parts = path.with_suffix("").parts
    module = ".".join(parts[parts[0] == "src" :]).removesuffix(".__init__")  # src is the only other source root
    found: dict[int, tuple[str, ...]] = dict.fromkeys((1,), (module,))

    def visit(body: list[ast.stmt], outer: tuple[str, ...]) -> None:
        for node in body:
            if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
                names = tuple(f"{name}.{node.name}" for name in outer[:1]) + outer[:-1]
                found[node.lineno] = names
                if isinstance(node, ast.ClassDef):
                    visit(node.body, (*names, module))
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                found[node.lineno] = (f"{module}.{node.targets[0].id}",)
            elif isinstance(node, (ast.Import, ast.ImportFrom)):
                found[node.lineno] = tuple(f"{module}.{name.asname or name.name}" for name in node.names)
            elif isinstance(node, ast.Expr):
                found.setdefault(node.lineno, (module, module.rpartition(".")[0]))

    visit(tree.body, (module,))
    return found


def _found_cases() -> Iterator[Path]:
    for family in sorted(path for path in CASES.iterdir() if path.is_dir() and not path.name.startswith(("_", "."))):
        yield from sorted(case for case in family.iterdir() if case.is_dir() and any(case.rglob("*.py")))


#: Every tree of this directory.
_CASES = list(_found_cases())


def _root(case: Path) -> Path:
    return case / "after" if (case / "after").is_dir() else case


def _sources(root: Path) -> list[Path]:
    return sorted(path for path in root.rglob("*.py") if "__pycache__" not in path.parts)


def _expectations(case: Path) -> Expectations:
    root = _root(case)
    expected = Expectations()
    for path in _sources(root):
        expected.read(path, root)
    if (case / "expect.txt").is_file():
        expected.read_list((case / "expect.txt").read_text(encoding="utf-8"))
    return expected


def _git(*arguments: str, where: Path) -> None:
    settings = ("user.name=Test", "user.email=test@example.org", "commit.gpgsign=false", "core.hooksPath=/dev/null")
    options = [item for setting in settings for item in ("-c", setting)]
    subprocess.run(["git", *options, *arguments], cwd=where, check=True, capture_output=True)


def _lay_out(case: Path, where: Path) -> list[str]:
    """Copies a case to where it can be checked; returns what ``check`` is called with besides."""
    ignored = shutil.ignore_patterns("__pycache__", "expect.txt")
    if not (case / "before").is_dir():
        shutil.copytree(case, where, dirs_exist_ok=True, ignore=ignored)
        return []
    shutil.copytree(case / "before", where, dirs_exist_ok=True, ignore=ignored)
    _git("init", "--quiet", where=where)
    _git("add", "--all", where=where)
    _git("commit", "--quiet", "--message", "baseline", where=where)
    _git("tag", "baseline", where=where)
    for path in where.iterdir():
        if path.name != ".git":
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    shutil.copytree(case / "after", where, dirs_exist_ok=True, ignore=ignored)
    return ["--since", "baseline"]


def _check(where: Path, *arguments: str) -> dict[str, Any]:
    """The report of ``apivet check`` on a tree."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(where)
        result = CliRunner().invoke(main, ["check", "--format", "json", "--no-cache", "--jobs", "1", *arguments])
    assert result.exit_code in (0, 1), result.stderr or repr(result.exception)
    report: dict[str, Any] = json.loads(result.stdout)
    return report


def _outcomes(report: dict[str, Any]) -> list[Outcome]:
    return sorted(
        Outcome(finding["path"], finding["line"], finding["rule"], finding["field"] or "", finding["verdict"])
        for finding in report["findings"]
    )


def _mistakes(expected: Expectations, report: dict[str, Any]) -> list[str]:
    """All in which a report departs from what was expected, a sentence each."""
    found = _outcomes(report)
    mistakes = [f"missing: {one}" for one in expected.findings if not any(map(one.accepts, found))]
    for places in expected.either.values():
        if not any(one.accepts(finding) for one in places for finding in found):
            mistakes.append(f"missing at each of its places: {', '.join(map(str, places))}")
    allowed = [*expected.findings, *itertools.chain(*expected.either.values())]
    mistakes += [
        f"one too many: {one}"
        for one in found
        if not any(other.accepts(one) for other in allowed)
        and not any((open.path, open.line, open.rule) == (one.path, one.line, one.rule) for open in expected.undecided)
    ]
    return mistakes + _mistaken_verdicts(expected, report)


def _mistaken_verdicts(expected: Expectations, report: dict[str, Any]) -> list[str]:
    rows: dict[tuple[str, str], set[str]] = {}
    for row in report["verdicts"]:
        rows.setdefault((row["rule"], row["object"]), set()).add(row["verdict"])
    mistakes = []
    for rule, names in expected.holds:
        verdicts = [rows[rule, name] for name in names if (rule, name) in rows]
        if not verdicts or any(verdict != {"holds"} for verdict in verdicts):
            mistakes.append(f"does not hold: {rule} {names[0]}: {verdicts or 'no verdict'}")
    told = {(finding["rule"], finding["object"]) for finding in report["findings"]}
    open_rules = {one.rule for one in expected.undecided}
    silent = {key for key, verdicts in rows.items() if "violated" in verdicts} - told
    mistakes += [f"no violated verdict: {rule} {name}" for rule, name in {*expected.violated} - silent]
    mistakes += [
        f"violated without a finding: {rule} {name}"
        for rule, name in sorted(silent - {*expected.violated})
        if rule not in open_rules
    ]
    return mistakes


@pytest.mark.parametrize("case", _CASES, ids=lambda case: f"{case.parent.name}/{case.name}")
def test_findings_are_those_that_the_case_expects(case: Path, tmp_path: Path) -> None:
    report = _check(tmp_path, *_lay_out(case, tmp_path))
    mistakes = _mistakes(_expectations(case), report)
    assert not mistakes, "\n".join(mistakes)


@pytest.mark.parametrize("case", _CASES, ids=lambda case: f"{case.parent.name}/{case.name}")
def test_a_case_expects_something(case: Path) -> None:
    assert _expectations(case).marks


_RUN = """
import importlib, sys
sys.dont_write_bytecode = True
for root, modules in {trees!r}:
    for name in [name for name in sys.modules if name.partition(".")[0] in {tops!r}]:
        del sys.modules[name]
    sys.path.insert(0, root)
    importlib.invalidate_caches()
    for module in modules:
        importlib.import_module(module)
    sys.path.remove(root)
"""


def test_every_source_of_every_case_can_be_imported() -> None:
    trees = []
    for case in _CASES:
        if case.name == "marker_under_any_name":
            continue  # one of its markers comes from a package that is not there
        for root in [case / "before", case / "after"] if (case / "after").is_dir() else [case]:
            base = root / "src" if (root / "src").is_dir() else root
            modules = [
                ".".join(path.relative_to(base).with_suffix("").parts).removesuffix(".__init__")
                for path in _sources(root)
            ]
            trees.append((str(base), modules))
    tops = sorted({module.partition(".")[0] for _, modules in trees for module in modules})
    program = _RUN.format(trees=trees, tops=tops)
    done = subprocess.run([sys.executable, "-"], input=program, text=True, capture_output=True)
    assert done.returncode == 0, done.stderr
