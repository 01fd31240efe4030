"""Mutants of apivet's own interpreter and conventions, each put to the tests that are nearest to it.

    python benchmarks/mutants/run.py --of effects [--only PATTERN] [--jobs N] [--every N]

Each mutant is one change in one function. It is *killed* where a test fails, or where the tests do not end. A survivor
has to be explained in INTERPRETER.md, or a test is missing.
"""

from __future__ import annotations

import ast
import importlib.abc
import importlib.util
import multiprocessing
import os
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

from forks import ForkError, in_fork
from mutate import Mutant, mutant_of
from operators import (
    Operator,
    Place,
    change_constant,
    change_operation,
    drop_condition,
    drop_operand,
    drop_statement,
    negate_condition,
    swap_and_or,
    turn_comparison,
)
from parts import Parts
from sources import FUNCTIONS, Function, Text

ROOT = Path(__file__).resolve().parents[2]
CODE = ROOT / "checkers"
EXPLANATIONS = Path(__file__).resolve().parent / "INTERPRETER.md"
#: One mutant in so many is tried unless told otherwise: there are many thousand.
SAMPLE = 397
#: Seconds after which tests that go on are taken for endless.
PATIENCE = 900.0

_OPERATORS: dict[str, Operator] = {
    operator.__name__.replace("_", "-"): operator
    for operator in (
        drop_statement,
        negate_condition,
        drop_condition,
        drop_operand,
        swap_and_or,
        turn_comparison,
        change_constant,
        change_operation,
    )
}
#: The tests of a module, the nearest first: where several patterns match its path, the first counts.
_TESTS = (
    (
        r"conventions/(aliases|hub_|new_fields|scheme|support)",
        ("conventions", "cases_types", "test_baseline.py", "rules"),
    ),
    (
        r"conventions/(augment|carry|conversion|property)",
        ("conventions", "cases/test_cases.py", "rules", "cases_types"),
    ),
    (r"conventions/witness", ("conventions/test_witness.py", "effects", "cases/test_cases.py")),
    (r"", ("effects", "cases/test_cases.py", "conventions/test_witness.py", "rules")),
)
#: Loaded before the first fork, so that no mutant pays for it.
_PRELOADED = (
    "pytest",
    "hypothesis",
    "pylint.lint",
    "click.testing",
    "rich.console",
    "yaml",
    "pathspec",
    "attrs",
    "pydantic",
)


def mutants() -> list[Mutant]:
    """Every mutant of ``effects`` and ``conventions``, in the order of the sources; some may not parse."""
    packages = [CODE / "apivet" / name for name in ("effects", "conventions")]
    paths = [path for package in packages for path in sorted(package.rglob("*.py"))]
    texts = [Text(path.relative_to(CODE).as_posix(), path.read_text("utf-8")) for path in paths]
    return [mutant for text in texts for function in _functions(text) for mutant in _of_function(function)]


def _functions(text: Text) -> Iterator[Function]:
    """All functions and methods of a file; those inside a function are parts of it."""
    for statement in text.tree.body:
        if isinstance(statement, FUNCTIONS):
            yield Function(text, statement.name, statement, None)
        for inner in statement.body if isinstance(statement, ast.ClassDef) else ():
            if isinstance(inner, FUNCTIONS):
                assert isinstance(statement, ast.ClassDef)
                yield Function(text, f"{statement.name}.{inner.name}", inner, statement)


def _of_function(function: Function) -> Iterator[Mutant]:
    text, place = function.text, Place(function, Parts())
    numbers: Counter[str] = Counter()
    seen: set[str] = set()
    module = text.path.removeprefix("apivet/").removesuffix(".py")
    for operator, edits in _OPERATORS.items():
        for edit in edits(place):
            mutant = mutant_of("", operator, text, edit)
            if mutant.text not in seen:
                seen.add(mutant.text)
                numbers[operator] += 1
                yield replace(mutant, name=f"{module}:{function.qualified}:{operator}:{numbers[operator]}")


def _is_another_program(mutant: Mutant) -> bool:
    """Whether it parses, and says something else than the original."""
    try:
        return ast.dump(ast.parse(mutant.text)) != ast.dump(ast.parse((CODE / mutant.path).read_text("utf-8")))
    except SyntaxError:  # part of a line where only a whole one may stand
        return False


# ------------------------------------------------------------------------------------------------------- judging


class _Spoilt(importlib.abc.MetaPathFinder, importlib.abc.SourceLoader):
    """Finds one module's text where the mutant has it, and leaves all others alone."""

    def __init__(self, mutant: Mutant) -> None:
        self._mutant = mutant
        self._path = str(CODE / mutant.path)
        dotted = mutant.path.removesuffix(".py").replace("/", ".")
        self.module = dotted.removesuffix(".__init__")

    def find_spec(self, name: str, path: object = None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != self.module:
            return None
        return importlib.util.spec_from_file_location(name, self._path, loader=self)

    def get_filename(self, fullname: str) -> str:
        return self._path

    def get_data(self, path: str) -> bytes:
        return self._mutant.text.encode()


def failing_test(mutant: Mutant | None) -> str:
    """The first test that fails with the mutant in place; empty where all pass."""
    tests = next(tests for pattern, tests in _TESTS if re.search(pattern, mutant.path if mutant else ""))
    return in_fork(lambda: _run_tests(mutant, tests), PATIENCE)


def _run_tests(mutant: Mutant | None, tests: Sequence[str]) -> str:
    import pytest

    sys.dont_write_bytecode = True
    if mutant is not None:
        spoilt = _Spoilt(mutant)
        sys.meta_path.insert(0, spoilt)
        try:
            importlib.import_module(spoilt.module)  # now: pytest's own finder comes before all others
        except Exception as error:
            return f"can't be imported: {error!r}"
    os.chdir(ROOT)
    os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp(prefix="apivet-mutants-")  # no verdict of a mutant is remembered
    failed = _First()
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
        quiet = "ignore::pytest.PytestAssertRewriteWarning"  # of what was loaded before the fork
        arguments = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-W", quiet]
        status = pytest.main([*arguments, *(f"tests/{name}" for name in tests)], plugins=[failed])
    return failed.name or ("" if status == 0 else f"pytest ended with {status}")


class _First:
    """The pytest plugin that remembers the first failure."""

    name = ""

    def pytest_runtest_logreport(self, report: object) -> None:
        if getattr(report, "failed", False) and not self.name:
            self.name = str(getattr(report, "nodeid", "?"))

    def pytest_collectreport(self, report: object) -> None:
        self.pytest_runtest_logreport(report)


def _judge(mutant: Mutant) -> tuple[Mutant, str]:
    for name in _PRELOADED:
        importlib.import_module(name)
    try:
        return mutant, failing_test(mutant)
    except ForkError as error:
        return mutant, str(error).strip().rpartition("\n")[2]


# ----------------------------------------------------------------------------------------------------- reporting


def explanations() -> dict[str, str]:
    """Why a survivor changes no verdict, by the patterns of names in INTERPRETER.md."""
    found: dict[str, str] = {}
    for line in EXPLANATIONS.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("| ").split(" | ")]
        if line.startswith("| `") and len(cells) == 2:
            found[cells[0].strip("`")] = cells[1]
    return found


def try_all(only: str, every: int, jobs: int) -> int:
    """Try the chosen mutants, and tell which survive without an explanation."""
    started = time.monotonic()
    known = mutants()
    named = [mutant for mutant in known if re.search(only, mutant.name)]
    chosen = [mutant for mutant in named[:: every or (1 if only else SAMPLE)] if _is_another_program(mutant)]
    explained = explanations()
    counts: Counter[str] = Counter()
    wrong = []
    with multiprocessing.get_context("spawn").Pool(min(jobs, len(chosen) or 1)) as pool:
        for number, (mutant, killer) in enumerate(pool.imap_unordered(_judge, chosen, chunksize=1), start=1):
            reason = explained.get(mutant.name)
            kind = "killed" if killer else "survives, explained" if reason else "survives"
            counts[kind] += 1
            if kind == "survives":
                wrong.append(f"{mutant.name}: {mutant.path}:{mutant.line}: {mutant.change}")
            told = killer.rpartition("/")[2] or reason or "NO TEST FAILS"
            print(f"{number} of {len(chosen)}  {mutant.name}  {told}", file=sys.stderr, flush=True)
    print(f"{len(chosen)} of {len(known)} mutants in {time.monotonic() - started:.0f} seconds: {dict(counts)}")
    print("\n".join(sorted(wrong)) if wrong else "Every survivor is explained.")
    return 1 if wrong else 0
