"""Spoil every hook of the sample server, one change at a time, and see who notices: the static check, the black box.

    make mutants
    python benchmarks/mutants/run.py [--of hooks|effects] [--only PATTERN] [--jobs N] [--every N]

``--only`` takes the mutants whose name matches the pattern, ``--every`` each N-th of them. The exit status is 1 where a
mutant changes what is stored, neither notices, and README.md does not say why that breaks no rule; where it explains
what no mutant does; and where the static check holds what the black box sees broken.
"""

from __future__ import annotations

import argparse
import contextlib
import fnmatch
import json
import multiprocessing
import os
import re
import shutil
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from interpreter import try_all

HERE = Path(__file__).resolve().parent
FIXTURES = HERE.parents[1] / "fixtures"
EXPLANATIONS = HERE / "README.md"
#: What can come of a mutant, in the order of the table's columns.
BOTH, STATIC, BLACKBOX, NEITHER = "both", "static only", "black box only", "neither"
REFUSES, EQUIVALENT = "refuses", "equivalent"
COLUMNS = (BOTH, STATIC, BLACKBOX, NEITHER, REFUSES, EQUIVALENT)
_BUMP = (
    "generation-not-bumped-on-spec-change",
    "generation-bumped-without-spec-change",
    "generation-compared-too-early",
)
#: Files that are mutated but are no strategies themselves.
HELPERS = ("sample_apiserver/meta/reset.py", "sample_apiserver/meta/conditions.py")


@dataclass
class Outcome:
    """What came of one mutant. ``contradictions`` are what the static check holds and the black box sees broken,
    ``overlooked`` what the static check finds and the black box, having tried it, holds."""

    name: str
    operator: str
    change: str
    caught: str
    difference: str = ""
    fields: list[str] = field(default_factory=list)
    unproven: list[str] = field(default_factory=list)
    contradictions: list[str] = field(default_factory=list)
    overlooked: list[str] = field(default_factory=list)
    static: list[str] = field(default_factory=list)
    blackbox: list[str] = field(default_factory=list)
    unexercised: list[str] = field(default_factory=list)


def main() -> int:
    options = _options()
    if options.of == "effects":
        return try_all(options.only, options.every, options.jobs, options.tests, options.traces)
    started = time.monotonic()
    with multiprocessing.get_context("spawn").Pool(1) as pool:  # generating them imports the server
        every = pool.apply(_generate)
    chosen = [mutant for mutant in every if re.search(options.only, mutant.name)][:: options.every or 1]
    outcomes = judge_all(chosen, options.jobs)
    if options.json is not None:
        options.json.write_text(json.dumps([asdict(outcome) for outcome in outcomes], indent=1))
    print(table(outcomes))
    explained = explanations()
    print(f"\nSurvivors, and why they break no rule:\n\n{survivors(outcomes, explained)}\n")
    wrong = problems(outcomes, explained, complete=len(chosen) == len(every))
    print("\n".join(wrong) if wrong else "\nEvery survivor is explained; nothing is held that was seen broken.")
    print(f"\n{len(outcomes)} mutants in {time.monotonic() - started:.0f} seconds")
    return 1 if wrong else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--of", choices=("hooks", "effects"), default="hooks", help="whose mutants")
    parser.add_argument("--only", default="", help="a pattern that the names of the mutants to judge match")
    parser.add_argument("--every", type=int, default=0, help="judge each N-th alone (hooks: all; effects: a sample)")
    parser.add_argument("--tests", nargs="+", default=(), help="the tests that mutants of effects are put to")
    parser.add_argument("--traces", type=Path, help="where to keep, for another run, which lines each test runs")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", type=Path, help="where to write all that was seen")
    return parser.parse_args()


def _generate() -> list[Any]:
    _allow_odd_sources()
    with _working_in(FIXTURES):
        from mutate import mutants

        return mutants(Path())


def _allow_odd_sources() -> None:
    """A mutant may well compare with a literal by ``is``."""
    warnings.simplefilter("ignore", SyntaxWarning)


@contextlib.contextmanager
def _working_in(directory: Path) -> Iterator[None]:
    """As if started there, with its packages to import."""
    before = Path.cwd()
    os.chdir(directory)
    sys.path.insert(0, str(directory))
    try:
        yield
    finally:
        sys.path.remove(str(directory))
        os.chdir(before)


# ------------------------------------------------------------------------------------------------------- judging


def judge_all(mutants: Sequence[Any], jobs: int) -> list[Outcome]:
    """What comes of each, in their order. Mutants of one file go to one process, as far as that keeps all busy."""
    size = max(1, min(10, len(mutants) // (jobs * 3)))
    chunks = [mutants[at : at + size] for at in range(0, len(mutants), size)]
    found: list[Outcome] = []
    spawning = multiprocessing.get_context("spawn")
    with (
        tempfile.TemporaryDirectory(prefix="apivet-mutants-") as directory,
        spawning.Pool(min(jobs, len(chunks))) as pool,
    ):
        for outcomes in pool.imap(partial(_judge_chunk, directory), chunks):
            found += outcomes
            print(f"\r{len(found)} of {len(mutants)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return found


_bench: list[Any] = []


def _judge_chunk(directory: str, mutants: Sequence[Any]) -> list[Outcome]:
    if not _bench:
        _bench.append(Bench(Path(directory, str(os.getpid())).resolve()))
    return [_bench[0].judge(mutant) for mutant in mutants]


class Bench:
    """One process's copy of the fixtures, with the judges that work in it."""

    def __init__(self, directory: Path) -> None:
        _allow_odd_sources()
        tree = directory / "fixtures"
        shutil.copytree(FIXTURES, tree, ignore=shutil.ignore_patterns("__pycache__", ".*"))
        shutil.copytree(FIXTURES.parent / "exceptions", directory / "exceptions")
        os.chdir(tree)
        sys.path.insert(0, str(tree))
        sys.dont_write_bytecode = True
        from judges import Judges
        from stored import Comparison

        self._comparison = Comparison()
        self._judges = Judges(HELPERS)
        self._originals: dict[str, Any] = {}
        loaded = {path.removesuffix(".py").replace("/", ".") for path in HELPERS} & set(sys.modules)
        if loaded:
            raise AssertionError(f"loaded before they were mutated: {sorted(loaded)}")

    def judge(self, mutant: Any) -> Outcome:
        """Put the mutant in the place of the original, and ask everybody."""
        judges, path = self._judges, mutant.path
        if path not in self._originals:
            checked, watched = judges.check(path), judges.watch(path)
            if watched.unexercised:
                raise RuntimeError(f"the original is not exercised: {watched.unexercised}")
            self._originals[path] = checked, watched
            self._comparison.prepare(judges.modules(path))
        checked, watched = self._originals[path]
        original = Path(path).read_bytes()
        Path(path).write_text(mutant.text, "utf-8")
        try:
            static, blackbox = judges.check(path), judges.watch(path)
            outcome = _compared(mutant, static, blackbox, checked.violated(), watched.violated())
            if outcome.caught == NEITHER:
                difference = self._comparison.difference(judges.modules(path))
                if difference is None:
                    outcome.caught = EQUIVALENT
                else:
                    outcome.caught = NEITHER if difference.fields else REFUSES
                    outcome.difference, outcome.fields = difference.what, list(difference.fields)
            return outcome
        finally:
            Path(path).write_bytes(original)


def _compared(mutant: Any, static: Any, blackbox: Any, known: set[Any], seen: set[Any]) -> Outcome:
    found, watched = static.violated() - known, blackbox.violated() - seen
    caught = (BOTH if watched else STATIC) if found else (BLACKBOX if watched else NEITHER)
    return Outcome(
        mutant.name,
        mutant.operator,
        mutant.change,
        caught,
        unproven=_told(subject for subject, verdict in static.verdicts.items() if verdict == "unproven"),
        contradictions=_told(_against(watched, static)),
        overlooked=_told(_against(found, blackbox)),
        static=_told(found),
        blackbox=_told(watched),
        unexercised=[f"{name}: {reason}" for name, reason in blackbox.unexercised],
    )


def _against(broken: set[Any], other: Any) -> Iterator[Any]:
    """What one of them sees broken and the other holds. Of the three rules about a bump, the one that is reported
    stands for those that break only because of it."""
    for object_, rule, name in broken:
        family = _BUMP if rule in _BUMP else (rule,)
        if other.verdicts.get((object_, rule, name)) == "holds":
            if not any(other.verdicts.get((object_, each, name)) == "violated" for each in family):
                yield object_, rule, name


def _told(subjects: Any) -> list[str]:
    return sorted(" ".join(filter(None, (rule, object_.rpartition(".")[2], name))) for object_, rule, name in subjects)


# ------------------------------------------------------------------------------------------------------- reporting


def table(outcomes: Sequence[Outcome]) -> str:
    """How many of each kind of mutant were caught, and by whom."""
    counts = Counter((outcome.operator, outcome.caught) for outcome in outcomes)
    operators = list(dict.fromkeys(outcome.operator for outcome in outcomes))
    lines = ["| mutants | all | " + " | ".join(COLUMNS) + " |", "|---|" + "--:|" * (len(COLUMNS) + 1)]
    for name in sorted(operators):
        row = [counts[name, column] for column in COLUMNS]
        lines.append(f"| {name} | {sum(row)} | " + " | ".join(map(str, row)) + " |")
    sums = [sum(counts[name, column] for name in operators) for column in COLUMNS]
    lines.append(f"| **all** | {sum(sums)} | " + " | ".join(map(str, sums)) + " |")
    return "\n".join(lines)


@dataclass(frozen=True)
class Explanation:
    """Why what the mutants of some function change is no rule's business: as long as only these fields differ."""

    functions: str
    fields: tuple[str, ...]
    reason: str

    def covers(self, outcome: Outcome) -> bool:
        function = outcome.name.rsplit(":", 2)[0]
        return fnmatch.fnmatchcase(function, self.functions) and all(self._allows(name) for name in outcome.fields)

    def _allows(self, name: str) -> bool:
        return any(name == allowed or name.startswith((f"{allowed}.", f"{allowed}[")) for allowed in self.fields)


def explanations() -> list[Explanation]:
    """The rows of the table in README.md."""
    found = []
    for line in EXPLANATIONS.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("| ").split(" | ")]
        if line.startswith("| `") and len(cells) == 3:
            fields = tuple(name.strip("` ") for name in cells[1].split(","))
            found.append(Explanation(cells[0].strip("`"), fields, cells[2]))
    return found


def _short(change: str) -> str:
    return change if len(change) <= 160 else f"{change[:100]}...{change[-57:]}"


def survivors(outcomes: Sequence[Outcome], explained: Sequence[Explanation]) -> str:
    """Each mutant that nobody notices though it changes what is stored, with the reason."""
    lines = []
    for outcome in outcomes:
        reason = next((each.reason for each in explained if each.covers(outcome)), None)
        if outcome.caught == NEITHER and reason is not None:
            lines.append(f"{outcome.name}: {_short(outcome.change)}\n    {', '.join(outcome.fields)}: {reason}")
    return "\n".join(lines)


def problems(outcomes: Sequence[Outcome], explained: Sequence[Explanation], *, complete: bool) -> list[str]:
    """What has to be mended, or explained."""
    found = []
    used = set()
    for outcome in outcomes:
        if outcome.caught == NEITHER:
            covering = [each for each in explained if each.covers(outcome)]
            used.update(covering[:1])
            if not covering:
                found.append(f"{outcome.name}: neither notices: {_short(outcome.change)}\n    {outcome.difference}")
                found.append(f"    differs in {', '.join(outcome.fields)}")
                found += [f"    unproven: {subject}" for subject in outcome.unproven]
        found += [f"{outcome.name}: {reason}" for reason in outcome.unexercised if "internal error" in reason]
        for subject in outcome.contradictions:
            told = f"held by the static check, seen broken: {subject}"
            found.append(f"{outcome.name} ({_short(outcome.change)}): {told}")
    if complete:
        idle = [each for each in explained if each not in used]
        found += [f"{each.functions} ({', '.join(each.fields)}) is explained, but no mutant needs it" for each in idle]
    return found


if __name__ == "__main__":
    sys.exit(main())
