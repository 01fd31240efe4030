"""Run ``apivet check`` over large public packages that have no API strategies: no finding, no problem, no crash.

    make ecosystem
    python benchmarks/ecosystem/run.py ENVIRONMENT

ENVIRONMENT is a virtual environment in which the packages of ``packages.txt`` are installed; only their sources are
read. The exit status is 1 where anything was found or went wrong.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import sysconfig
import tempfile
import time
from dataclasses import dataclass
from importlib.metadata import Distribution, distributions
from pathlib import Path

PACKAGES = Path(__file__).with_name("packages.txt")
#: A slow run says now and then how far it is.
PROGRESS = re.compile(r"apivet: .+, \d+ of \d+ done after \d+ s")


@dataclass(frozen=True)
class Outcome:
    """What a run over one package came to."""

    package: str
    files: int
    seconds: float
    findings: int
    problems: list[str]

    @property
    def clean(self) -> bool:
        return not self.findings and not self.problems

    def __str__(self) -> str:
        return f"{self.package:34} {self.files:7} {self.seconds:9.2f} {self.findings:9} {len(self.problems):9}"


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    environment = Path(arguments[0]).absolute()
    sites = [str(site) for site in (environment / "lib").glob("python3*/site-packages")]
    installed = {_normal(found.metadata["Name"]): found for found in distributions(path=sites)}
    wanted = [line.strip() for line in PACKAGES.read_text().splitlines() if line.strip() and not line.startswith("#")]
    if missing := [name for name in wanted if _normal(name) not in installed]:
        print(f"Not installed in {environment}: {', '.join(missing)}", file=sys.stderr)
        return 2

    print(f"{'package':34} {'files':>7} {'seconds':>9} {'findings':>9} {'problems':>9}")
    outcomes = []
    for name in wanted:
        outcomes.append(check(installed[_normal(name)]))
        print(outcomes[-1], flush=True)
        for problem in outcomes[-1].problems:
            print(f"    {problem}")
    return 0 if all(outcome.clean for outcome in outcomes) else 1


def check(package: Distribution) -> Outcome:
    """Check everything the package installs, in a directory that has no configuration and no cache."""
    label = f"{package.metadata['Name']} {package.version}"
    directories = source_directories(package)
    expected = sum(1 for directory in directories for _ in directory.rglob("*.py"))
    with tempfile.TemporaryDirectory(prefix="apivet-ecosystem-") as scratch:
        Path(scratch, "pyproject.toml").write_text('[tool.apivet]\ncache-dir = "cache"\n')
        started = time.perf_counter()
        run = subprocess.run(
            [str(Path(sysconfig.get_path("scripts"), "apivet")), "check", "--format", "json", *map(str, directories)],
            cwd=scratch,
            capture_output=True,
            text=True,
        )
        seconds = time.perf_counter() - started
    problems = [line for line in run.stderr.splitlines() if line.strip() and not PROGRESS.fullmatch(line)]
    try:
        report = json.loads(run.stdout)
    except ValueError:
        return Outcome(label, 0, seconds, 0, [*problems, f"no report; exit status {run.returncode}"])
    files, findings = report["summary"]["files"], len(report["findings"])
    if files != expected:
        problems.append(f"{files} files were checked, but {expected} are there")
    if run.returncode != (1 if findings else 0) and not problems:
        problems.append(f"exit status {run.returncode} with {findings} findings")
    problems += [
        f"{finding['path']}:{finding['line']}: {finding['rule']}: {finding['message']}"
        for finding in report["findings"]
    ]
    return Outcome(label, files, seconds, findings, problems)


def source_directories(package: Distribution) -> list[Path]:
    """The top-level directories below which the package has Python files."""
    tops = {file.parts[0] for file in package.files or () if file.suffix == ".py" and len(file.parts) > 1}
    return sorted(Path(str(package.locate_file(top))) for top in tops - {"..", "__pycache__"})


def _normal(name: str) -> str:
    return name.lower().replace("_", "-").replace(".", "-")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
