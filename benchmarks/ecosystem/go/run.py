"""Run ``apivet check`` over public Go trees: no crash, no problem, and no finding where there is no API server.

    make ecosystem-go GO_TREES=DIRECTORY
    python benchmarks/ecosystem/go/run.py DIRECTORY

DIRECTORY holds a directory for each tree of ``trees.txt``, by its name. One that is not there, or is a checkout of
another commit, is passed over, and the output says so; without git, nobody can tell which commit a tree is of. The exit
status is 1 where something went wrong.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TREES = Path(__file__).with_name("trees.txt")
COLUMNS = ("files", "strategies", "rows", "unproven", "findings", "problems", "seconds")


@dataclass(frozen=True)
class Tree:
    """A public tree: where it comes from, whether it has API servers, and what of it is checked."""

    name: str
    repository: str
    commit: str
    has_servers: bool
    paths: tuple[str, ...]


@dataclass(frozen=True)
class Outcome:
    """The result of a run over one tree; ``wrong`` lists faults in it."""

    values: tuple[str, ...]
    wrong: tuple[str, ...]


def trees(path: Path) -> list[Tree]:
    """The trees of the list."""
    lines = (line.split() for line in path.read_text().splitlines() if line.strip() and not line.startswith("#"))
    return [
        Tree(name, repository, commit, expected == "servers", tuple(paths))
        for name, repository, commit, expected, *paths in lines
    ]


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    directory = Path(arguments[0]).absolute()
    print(f"{'tree':30}" + "".join(f"{column:>11}" for column in COLUMNS))
    failed = False
    for tree in trees(TREES):
        place = directory / tree.name
        absent = reason_to_pass_over(tree, place)
        if absent:
            print(f"{tree.name:30}    passed over: {absent}", flush=True)
            continue
        outcome = check(tree, place)
        print(
            f"{tree.name + ' ' + tree.commit[:10]:30}" + "".join(f"{value:>11}" for value in outcome.values), flush=True
        )
        for line in outcome.wrong:
            print(f"    {line}")
        failed = failed or bool(outcome.wrong)
    return int(failed)


def reason_to_pass_over(tree: Tree, place: Path) -> str:
    """Why a tree is not checked; empty where it is."""
    if not place.is_dir():
        return f"{place} is not there (git clone {tree.repository}, then git checkout {tree.commit[:10]})"
    if not (place / ".git").exists():
        return ""
    found = subprocess.run(
        ["git", "-C", str(place), "rev-parse", "-q", "--verify", "HEAD"], capture_output=True, text=True
    ).stdout.strip()
    return "" if found == tree.commit else f"{place} is at {found[:10] or 'no commit'}, not at {tree.commit[:10]}"


def check(tree: Tree, place: Path) -> Outcome:
    """Check a tree with nothing remembered; the seconds are those of processors."""
    before = _seconds()
    command = [sys.executable, "-m", "apivet", "check", "--no-cache", "--format", "json", *tree.paths]
    run = subprocess.run(command, cwd=place, capture_output=True, text=True)
    seconds = f"{_seconds() - before:.1f}"
    try:
        document = json.loads(run.stdout)
    except ValueError:
        return Outcome(
            (*["-"] * (len(COLUMNS) - 1), seconds), (f"no report; exit status {run.returncode}", *_last(run))
        )
    values = (*map(str, _counts(document)), seconds)
    return Outcome(values, tuple(_wrong(tree, document, run.returncode)))


def _counts(document: dict[str, Any]) -> tuple[int, ...]:
    summary = document["summary"]
    verdicts = Counter(row["verdict"] for row in document["verdicts"])
    return (
        summary["files"],
        summary["strategies"],
        sum(verdicts.values()),
        verdicts["unproven"],
        summary["violated"],
        summary["problems"],
    )


def _wrong(tree: Tree, document: dict[str, Any], status: int) -> list[str]:
    """Problems, and what is found where nothing is."""
    lines = [f"{each['path']}:{each['line']}: {each['message']}" for each in document["problems"]]
    if not tree.has_servers:
        lines += [f"{each['path']}:{each['line']}: {each['rule']}: {each['message']}" for each in document["findings"]]
        lines += [f"{each['object']}: has a row of {each['rule']}" for each in document["verdicts"]]
    expected = 1 if document["summary"]["violated"] else 0
    if status != expected and not lines:
        lines.append(f"exit status {status}, not {expected}")
    return lines


def _last(run: subprocess.CompletedProcess[str]) -> list[str]:
    return run.stderr.splitlines()[-1:]


def _seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
