"""The departures that a Go tree's own tests insist on, beside the rows of a check:
``apivet check --format json PATH... > ROWS; python benchmarks/ecosystem/go/upstream.py TREE ROWS``.

A test that says ``if Strategy.AllowCreateOnUpdate() { t.Errorf(...) }`` holds that the flag is off, one that tries a
store with ``AllowCreateOnUpdate()`` that it is on; and so on for unconditional updates and the deletion of dependents.
Strategies go by other names in tests, so that packages are compared: one with a departure has a row that is violated.
The last lines are the packages of which test and check don't say the same, and the departures that no test speaks of.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

CREATE, UPDATE = "allow-create-on-update-not-default", "allow-unconditional-update-not-default"
COLLECTION = "garbage-collection-policy-not-default"
_ASKED = re.compile(r"\bif (!?)\w*[sS]trategy\.Allow(CreateOnUpdate|UnconditionalUpdate)\(\)( != false| == false)? \{")
_TRIED = re.compile(r"\bgenericregistrytest\.New\(.*\)\.AllowCreateOnUpdate\(\)")
_COLLECTED = re.compile(r"\.DefaultGarbageCollectionPolicy\(.*\), rest\.(\w+)Dependents")

#: A rule, and whether it is departed from.
Claim = tuple[str, bool]


def claims_of(text: str) -> Iterator[Claim]:
    """The claims of a test file; of several about the deletion of dependents one departure is enough."""
    for negated, flag, compared in _ASKED.findall(text):
        is_refused = (not negated) != (compared.strip() == "== false")  # the condition under which the test fails
        yield (CREATE, not is_refused) if flag == "CreateOnUpdate" else (UPDATE, is_refused)
    if _TRIED.search(text):
        yield CREATE, True
    policies = set(_COLLECTED.findall(text))
    if policies:
        yield COLLECTION, "Orphan" in policies


def claims_in(tree: Path) -> dict[tuple[str, str], bool]:
    """Whether the tests of a package say that a rule is departed from, by the package's directory and the rule."""
    found: dict[tuple[str, str], bool] = {}
    for top in ("pkg/registry", "staging/src"):
        for path in sorted((tree / top).rglob("*_test.go")):
            package = path.parent.parent if path.parent.name == "storage" else path.parent
            name = package.relative_to(tree).as_posix().removeprefix("staging/src/")
            for rule, departs in claims_of(path.read_text(encoding="utf-8", errors="replace")):
                found[name, rule] = found.get((name, rule), False) or departs
    return found


def main(arguments: list[str]) -> int:
    """Print the table, then the differences."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", type=Path, help="the root of a module")
    parser.add_argument("rows", type=Path, help="what a check of it printed as JSON")
    given = parser.parse_args(arguments)
    verdicts = defaultdict(set)
    for row in json.loads(given.rows.read_text())["verdicts"]:
        if row["rule"] in (CREATE, UPDATE, COLLECTION):
            verdicts[row["object"].rpartition(".")[0], row["rule"]].add(row["verdict"])
    told: Counter[tuple[str, str]] = Counter()
    differences, spoken_of = [], set()
    for (name, rule), departs in claims_in(given.tree).items():
        package = next(
            (each for each, of in verdicts if of == rule and (each == name or each.endswith(f"/{name}"))), None
        )
        said = verdicts[package, rule] if package is not None else set()
        spoken_of.add((package, rule))
        agrees = bool(said) and ("violated" in said) is departs and "unproven" not in said
        told[rule, "no row" if not said else "the same" if agrees else "different"] += 1
        if not agrees:
            differences.append(
                f"{rule}: {name}: its tests say {'departs' if departs else 'keeps to it'}, {said or 'no row'}"
            )
    print(f"{'':42}{'the same':>10}{'different':>10}{'no row':>10}{'untested departures':>22}")
    for rule in (CREATE, UPDATE, COLLECTION):
        untested = [
            each for each in verdicts if each[1] == rule and "violated" in verdicts[each] and each not in spoken_of
        ]
        counts = [told[rule, word] for word in ("the same", "different", "no row")]
        print(f"{rule:42}" + "".join(f"{count:10}" for count in counts) + f"{len(untested):22}")
        differences += [f"{rule}: {name}: departs, and no test says so" for name, _ in untested]
    print(*differences, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
