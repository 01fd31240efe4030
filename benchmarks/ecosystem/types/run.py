"""Compare what ``apivet check`` says of hub types with what their classes really are, in large public packages.

    make ecosystem-types
    python benchmarks/ecosystem/types/run.py ENVIRONMENTS [PACKAGE...]

ENVIRONMENTS is a directory with a virtual environment for each line of ``packages.txt``, in which the packages are
installed with all they depend on. The exit status is 1 where the two do not agree, or where a check on a cold cache
took more than five seconds.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from apivet.documents import parse_toml

HERE = Path(__file__).parent
RULE = "hub-type-differs"
SECONDS = 5.0


@dataclass(frozen=True)
class Package:
    """A line of ``packages.txt``."""

    name: str
    requirements: list[str]
    directories: list[str]

    @property
    def mapping(self) -> Path:
        return HERE / f"{self.name}.toml"


@dataclass(frozen=True)
class Answer:
    """The hub types that have a served type, by what was found of them."""

    identical: set[str]
    differing: set[str]
    unclear: dict[str, str] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)

    def of_modules(self, modules: set[str]) -> Answer:
        """What was found of the types of these modules."""
        identical, differing = (
            {name for name in names if name.rpartition(".")[0] in modules} for names in (self.identical, self.differing)
        )
        unclear = {name: why for name, why in self.unclear.items() if name.rpartition(".")[0] in modules}
        return Answer(identical, differing, unclear, self.reasons)


def main(arguments: list[str]) -> int:
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    print(f"{'':42} {'apivet check':>32}   {'imported classes':>28}")
    heads = ("identical", "differing", "unproven", "seconds", "identical", "differing", "failed")
    print(f"{'package':42}" + "".join(f" {head:>9}" for head in heads))
    agreed = True
    for package in packages():
        if arguments[1:] and package.name not in arguments[1:]:
            continue
        agreed = compare(package, Path(arguments[0]).absolute() / package.name) and agreed
    return 0 if agreed else 1


def packages() -> list[Package]:
    """What ``packages.txt`` names."""
    lines = (HERE / "packages.txt").read_text().splitlines()
    rows = [line.split() for line in lines if line.strip() and not line.startswith("#")]
    return [Package(name, requirements.split(","), directories) for name, requirements, *directories in rows]


def compare(package: Package, environment: Path) -> bool:
    """Print one row, and below it every type of which the two do not say the same."""
    (site,) = (environment / "lib").glob("python3*/site-packages")
    everything, seconds = check(package, site)
    seen, hubs = observe(package, environment, site)
    # A type of another module that a hub type has a field of is no pair by the mapping; a difference in it is told of
    # where it is, and counts with the types that differ through it.
    checked = everything.of_modules(hubs)
    label = " ".join(requirement for requirement in package.requirements if "==" in requirement)
    counts = [len(checked.identical), len(checked.differing), len(checked.unclear)]
    observed = [len(seen.identical), len(seen.differing), len(seen.unclear)]
    cells = (
        "".join(f" {count:9}" for count in counts) + f" {seconds:9.2f}" + "".join(f" {count:9}" for count in observed)
    )
    print(f"{label[:42]:42}{cells}", flush=True)
    disagreements = [
        *disagreements_of(checked, seen),
        *(f"failed: {name}: {why}" for name, why in seen.unclear.items()),
    ]
    if seconds > SECONDS:
        disagreements.append(f"the check took more than {SECONDS:.0f} seconds")
    if not counts[0] + counts[1]:
        disagreements.append("no type was compared")
    for line in disagreements:
        print(f"    {line}")
    return not disagreements


def disagreements_of(checked: Answer, seen: Answer) -> list[str]:
    """Every type of which the two do not say the same."""
    lines = []
    for name in sorted(checked.identical | checked.differing | set(checked.unclear) | seen.identical | seen.differing):
        ours, theirs = verdict(checked, name), verdict(seen, name)
        if ours != theirs:
            why = "; ".join(filter(None, (checked.reasons.get(name), seen.reasons.get(name))))
            lines.append(f"{name}: {ours}, but the classes: {theirs} ({why})")
    return lines


def verdict(answer: Answer, name: str) -> str:
    if name in answer.unclear:
        return "unproven"
    if name in answer.differing:
        return "differing"
    return "identical" if name in answer.identical else "not compared"


def check(package: Package, site: Path) -> tuple[Answer, float]:
    """What the checker says, with nothing remembered of an earlier run, and the seconds it took."""
    apivet = str(Path(sysconfig.get_path("scripts"), "apivet"))
    directories = [str(site / directory) for directory in package.directories]
    command = [apivet, "check", "--format", "json", "--config", str(package.mapping), *directories]
    with tempfile.TemporaryDirectory(prefix="apivet-ecosystem-") as scratch:
        started = time.perf_counter()
        run = subprocess.run(
            command, cwd=scratch, env={**os.environ, "XDG_CACHE_HOME": scratch}, capture_output=True, text=True
        )
        seconds = time.perf_counter() - started
    if run.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command)}: exit status {run.returncode}\n{run.stderr}")
    report = json.loads(run.stdout)
    rows = [row for row in report["verdicts"] if row["rule"] == RULE]
    violated = {row["object"] for row in rows if row["verdict"] == "violated"}
    unproven = {row["object"] for row in rows if row["verdict"] == "unproven"} - violated
    told = [finding for finding in report["findings"] if finding["rule"] == RULE]
    reasons = {finding["object"]: finding["message"] for finding in reversed(told)}
    held = {row["object"] for row in rows} - violated - unproven
    return Answer(held, violated, {name: reasons.get(name, "") for name in unproven}, reasons), seconds


def observe(package: Package, environment: Path, site: Path) -> tuple[Answer, set[str]]:
    """What the imported classes are, and the modules of the hub types."""
    mappings = parse_toml(package.mapping.read_bytes())["tool"]["apivet"]["hub"]
    command = [str(environment / "bin" / "python"), str(HERE / "observed_pairs.py"), str(site), *package.directories]
    with tempfile.TemporaryDirectory(prefix="apivet-ecosystem-") as scratch:
        # Some packages write their settings and databases to the user's home as soon as they are imported.
        run = subprocess.run(
            command, input=json.dumps(mappings), env={**os.environ, "HOME": scratch}, capture_output=True, text=True
        )
    if run.returncode:
        raise SystemExit(f"{' '.join(command)}: exit status {run.returncode}\n{run.stderr}")
    found = json.loads(run.stdout)
    answer = Answer(set(found["identical"]), set(found["differing"]), found["failed"], found["differing"])
    return answer, set(found["hubs"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
