"""Mutants of apivet's own interpreter and conventions, each put to the tests that run what it changes.

    python benchmarks/mutants/run.py --of effects [--only PATTERN] [--jobs N] [--every N] [--tests PATH ...]

Each mutant is one change in one function. It is *killed* where a test fails, or where the tests do not end. A survivor
has to be explained in INTERPRETER.md, or a test is missing.
"""

from __future__ import annotations

import ast
import gc
import importlib
import inspect
import os
import re
import sys
import time
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import CodeType, FunctionType

from forks import ForkError, in_fork, in_workers
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
from suite import Suite, Traces, with_suite

ROOT = Path(__file__).resolve().parents[2]
CODE = ROOT / "checkers"
sys.path.insert(0, str(CODE))  # mutants are of this checkout, whichever apivet is installed
_PACKAGES = tuple(CODE / "apivet" / name for name in ("effects", "conventions"))
EXPLANATIONS = Path(__file__).resolve().parent / "INTERPRETER.md"
#: One mutant in so many is tried unless told otherwise: there are many thousand.
SAMPLE = 397
#: Seconds after which tests that go on are taken for endless, beside the time that they take while they are traced.
PATIENCE = 60.0

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
#: The tests that judge by the interpreter and the conventions.
TESTS = tuple(
    f"tests/{name}"
    for name in ("effects", "cases", "conventions", "cases_types", "rules", "check/test_baseline.py", "golang")
)


def mutants() -> list[Mutant]:
    """Every mutant of ``effects`` and ``conventions``, in the order of the sources; some may not parse."""
    paths = [path for package in _PACKAGES for path in sorted(package.rglob("*.py"))]
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


def _spoil(mutant: Mutant) -> None:
    """Give the function, under all names that it has, the code of the mutant. Some modules are loaded late."""
    path = str(CODE / mutant.path)
    importlib.import_module(mutant.path.removesuffix(".py").replace("/", ".").removesuffix(".__init__"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # a mutant may well compare with a literal by ``is``
        before = _codes(compile((CODE / mutant.path).read_text("utf-8"), path, "exec"))
        after = _codes(compile(mutant.text, path, "exec"))
    changed = {(old.co_name, old.co_firstlineno): new for old, new in zip(before, after) if old != new}
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__code__.co_filename == path:
            place = (function.__code__.co_name, function.__code__.co_firstlineno)
            function.__code__ = changed.get(place, function.__code__)


def _codes(module: CodeType) -> list[CodeType]:
    """The functions and methods of a module, in the order of the source: a mutant has the same ones."""
    found = []
    for one in (code for code in module.co_consts if isinstance(code, CodeType)):
        is_class = not one.co_flags & inspect.CO_OPTIMIZED
        found += [code for code in one.co_consts if isinstance(code, CodeType)] if is_class else [one]
    return found


@dataclass(frozen=True)
class Judge:
    """Puts mutants to the tests of a suite that run what they change."""

    suite: Suite
    traces: Traces

    def __call__(self, mutant: Mutant) -> tuple[Mutant, str, int]:
        """The mutant, the test that kills it, if any, and how many tests there were."""
        path = str(CODE / mutant.path)
        tests = self.traces.of(path, range(mutant.line, mutant.line + mutant.before.count("\n") + 1))
        tests = tests or self.traces.of(path, _lines_before(mutant))
        try:
            patience = PATIENCE + self.traces.time(tests)
            return mutant, in_fork(lambda: self._failure(mutant, tests), patience), len(tests)
        except ForkError as error:
            return mutant, str(error).strip().rpartition("\n")[2], len(tests)

    def _failure(self, mutant: Mutant, tests: Sequence[int]) -> str:
        _spoil(mutant)
        return self.suite.first_failure(tests)


def _lines_before(mutant: Mutant) -> range:
    """The lines of the mutant's statement up to it: not each line of an expression is run as a line."""
    tree = ast.parse((CODE / mutant.path).read_text("utf-8"))
    statements = [node for node in ast.walk(tree) if isinstance(node, ast.stmt) and node.lineno <= mutant.line]
    return range(max(node.lineno for node in statements), mutant.line + 1)


# ----------------------------------------------------------------------------------------------------- reporting


def explanations() -> dict[str, str]:
    """Why a survivor changes no verdict, by the patterns of names in INTERPRETER.md."""
    found: dict[str, str] = {}
    for line in EXPLANATIONS.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("| ").split(" | ")]
        if line.startswith("| `") and len(cells) == 2:
            found[cells[0].strip("`")] = cells[1]
    return found


def try_all(only: str, every: int, jobs: int, tests: Sequence[str], kept: Path | None) -> int:
    """Try the chosen mutants, and tell which survive without an explanation."""
    folders = [f"{package}{os.sep}" for package in _PACKAGES]
    return with_suite(
        ROOT, tests or TESTS, lambda suite: _try(Judge(suite, suite.traces(folders, kept)), only, every, jobs)
    )


def _try(judge: Judge, only: str, every: int, jobs: int) -> int:
    started = time.monotonic()
    known = mutants()
    named = [mutant for mutant in known if re.search(only, mutant.name)]
    chosen = [mutant for mutant in named[:: every or (1 if only else SAMPLE)] if _is_another_program(mutant)]
    explained = explanations()
    counts: Counter[str] = Counter()
    wrong = []
    for number, (mutant, killer, tests) in enumerate(in_workers(judge, chosen, jobs), start=1):
        reason = explained.get(mutant.name)
        kind = "killed" if killer else "survives, explained" if reason else "survives"
        counts[kind] += 1
        if kind == "survives":
            among = f"none of {tests} tests fails" if tests else "no test runs it"
            wrong.append(f"{mutant.name}: {mutant.path}:{mutant.line}: {among}: {mutant.change}")
        end = killer.rpartition("/")[2] or reason or "NO TEST FAILS"
        print(f"{number} of {len(chosen)}  {mutant.name}  {end}", file=sys.stderr, flush=True)
    told = ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items()))
    print(f"{len(chosen)} of {len(known)} mutants in {time.monotonic() - started:.0f} seconds: {told}")
    print("\n".join(sorted(wrong)) if wrong else "Every survivor is explained.")
    return 1 if wrong else 0
