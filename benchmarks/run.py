"""How fast apivet is, as ratios of whole processes that are measured in turns on this machine.

Start-up is inside the clock on both sides of every ratio, output goes nowhere. A ratio is the median over the pairs of
one run; the seconds beside it are medians too and say more about the machine than about apivet.

    make bench
    python benchmarks/run.py [--rounds N] [--only start,parse,pylint,editor,scale,gate,blackbox] [--pylint-tree TREE]

All sections together take some fifteen minutes, the third of it for pylint. Where a section that has a
budget is over it, the exit status is 1.
"""

from __future__ import annotations

import argparse
import importlib.util
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable
from pathlib import Path

import keystrokes
import trying
from measure import BenchmarkError, Command, Footprint, compare, footprint, in_turns
from synthetic import generate

HERE = Path(__file__).resolve().parent
SCRIPTS = Path(sysconfig.get_path("scripts"))
SECTIONS = ("start", "parse", "pylint", "editor", "scale", "gate", "blackbox")
#: Files that the gate is measured on, and how much longer than a check it may take, cold and warm.
GATED, COLD, WARM = 100, 2.2, 1.3
SMALL, LARGE = 1_000, 10_000
#: How much longer a pylint run may take for apivet's rules, by whether the tree has strategies.
LINTED_WITH, LINTED_WITHOUT = 1.10, 1.03


def main() -> int:
    options = _options()
    try:
        with tempfile.TemporaryDirectory(prefix="apivet-bench-") as directory:
            bench = Bench(Path(directory), options.rounds)
            print(f"Python {sys.version.split()[0]}, {options.rounds} rounds; ratio, then median seconds of both sides")
            if "start" in options.only:
                bench.start()
            if "parse" in options.only:
                bench.parse()
            if "pylint" in options.only:
                bench.pylint(options.pylint_tree)
            if "editor" in options.only:
                bench.editor()
            if "scale" in options.only:
                bench.scale()
            if "gate" in options.only:
                bench.gate()
            if "blackbox" in options.only:
                bench.blackbox()
    except BenchmarkError as error:
        print(error, file=sys.stderr)
        return 2
    for excess in bench.excesses:
        print(f"over budget: {excess}", file=sys.stderr)
    return int(bool(bench.excesses))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="pairs to measure (default 5)")
    parser.add_argument("--only", default=",".join(SECTIONS), help=f"sections, of {','.join(SECTIONS)} (default all)")
    parser.add_argument("--pylint-tree", type=Path, help="what pylint is measured on (default: Django)")
    options = parser.parse_args()
    options.only = options.only.split(",")
    if unknown := set(options.only) - set(SECTIONS):
        parser.error(f"no such section: {', '.join(sorted(unknown))}")
    if options.rounds < 1:
        parser.error("at least one round is needed")
    return options


class Bench:
    """One run: a scratch directory whose configuration puts apivet's cache in it, and what is measured there."""

    def __init__(self, scratch: Path, rounds: int) -> None:
        self.scratch = scratch
        self.rounds = rounds
        #: What was over its budget, each in a sentence.
        self.excesses: list[str] = []
        self.cache = scratch / "cache"
        (scratch / "pyproject.toml").write_text('[tool.apivet]\ncache-dir = "cache"\n')

    def start(self) -> None:
        """How long it takes until apivet does anything."""
        self.section("Start-up")
        version = self.command("apivet --version", self.script("apivet"), "--version")
        click = self.command("import click", sys.executable, "-c", "import click")
        # Short processes are noisy: more pairs cost little.
        print(f"{compare(version, click, 4 * self.rounds)}   apivet --version / python -c 'import click'")

    def parse(self) -> None:
        """A tree without API objects: the price of having nothing to say."""
        tree = django()
        files = sum(1 for _ in tree.rglob("*.py"))
        self.section(f"Django, {files} files")
        parsing = self.command("ast.parse", sys.executable, str(HERE / "parse_tree.py"), str(tree))
        serial = self.check(tree, "-j", "1", cold=True)
        parallel = self.check(tree, cold=True)
        cached = self.check(tree, cold=False)
        ruff = self.command("ruff", self.script("ruff"), "check", "--isolated", "--no-cache", "--exit-zero", str(tree))
        print(f"{compare(parallel, parsing, self.rounds)}   apivet check, cold / ast.parse of every file")
        print(f"{compare(serial, parsing, self.rounds)}   apivet check -j 1, cold / ast.parse of every file")
        print(f"{compare(cached, parsing, self.rounds)}   apivet check, cached / ast.parse of every file")
        print(f"{compare(ruff, parsing, self.rounds)}   ruff check, cold / ast.parse of every file")

    def pylint(self, tree: Path | None) -> None:
        """What the plugin adds to a pylint run."""
        from apivet import catalogue

        rules = ",".join(rule.symbol for rule in catalogue.load().rules)
        for linted, most in ((tree.absolute() if tree else django(), LINTED_WITHOUT), (self.sample(), LINTED_WITH)):
            self.section(
                f"pylint on {linted.name}, {sum(1 for _ in linted.rglob('*.py'))} files, warm; seconds of processors"
            )
            ours = self.linting("apivet", rules, linted)
            theirs = self.linting("trivial_checker", "trivial-module", linted)
            comparison = compare(ours, theirs, self.rounds, Command.processor_seconds)
            print(f"{comparison}   all of apivet's rules / one trivial checker; {most} at most")
            if comparison.ratio > most:
                self.excesses.append(
                    f"pylint takes {comparison.ratio:.2f} times as long on {linted.name}, {most} at most"
                )

    def editor(self) -> None:
        """The time from a keystroke to diagnostics."""
        self.section(f"apivet lsp, {keystrokes.LINES:,} lines with {keystrokes.STRATEGIES} strategies, warm")
        found = keystrokes.measure(self.scratch / "typed", self.script("apivet"), 2 * self.rounds)
        limits = f"{keystrokes.MEDIAN} and {keystrokes.SLOWEST} ms at most"
        number = len(found.latencies)
        print(f"{found.median:7.0f}   and {found.slowest:.0f} ms   median and 95th percentile of {number}; {limits}")
        aim = (
            f"parsing {keystrokes.TIMES} times ({found.parsing:.1f} ms each) and judging once ({found.judging:.1f} ms)"
        )
        print(f"{found.median / found.aim:7.2f}   of {aim}")
        self.excesses += found.excesses()

    def scale(self) -> None:
        """Ten times the files, all of which have strategies."""
        self.section(f"Synthetic strategy files, {SMALL:,} and {LARGE:,}, two jobs, cold; one run each")
        small, large = self.synthetic(SMALL), self.synthetic(LARGE)
        print(f"{large.seconds / small.seconds:7.2f}   {large.seconds:8.3f} s / {small.seconds:.3f} s   time")
        print(_growth("peak memory of the largest worker", small.worker, large.worker))
        print(_growth("peak memory of the first process", small.coordinator, large.coordinator))

    def gate(self) -> None:
        """The price of a base: a change of one file, judged by the source alone."""
        self.section(f"Gate without the black box, {GATED} synthetic strategy files, one of which has changed")
        tree = self.scratch / "gated"
        generate(tree, GATED)
        (tree / "pyproject.toml").write_text(f'[tool.apivet]\ncache-dir = "{self.cache}"\n')
        changed = max((tree / "synthetic" / "group_0").glob("*.py"))
        git = ["git", "-c", "user.name=bench", "-c", "user.email=bench@example.org"]
        for step in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-qm", "base"]):
            subprocess.run([*git, *step], cwd=tree, check=True)
        changed.write_text(f"{changed.read_text()}# A change.\n")
        for step in (["checkout", "-qb", "change"], ["commit", "-qam", "change"]):
            subprocess.run([*git, *step], cwd=tree, check=True)
        for name, before, most in (("cold", self.forget, COLD), ("warm", lambda: None, WARM)):
            ours, theirs = (
                Command(
                    f"apivet {words[0]}",
                    [self.script("apivet"), *words, "--format", "json", "-j", "1"],
                    tree,
                    before=before,
                    accepts=lambda status: status == 1,  # a fraction of the files breaks a rule on purpose
                )
                for words in (("gate", "--static"), ("check",))
            )
            comparison = compare(ours, theirs, self.rounds)
            print(f"{comparison}   apivet gate --static, {name} / apivet check, {name}; {most} at most")
            if comparison.ratio > most:
                self.excesses.append(f"a {name} gate takes {comparison.ratio:.2f} times a check, {most} at most")

    def blackbox(self) -> None:
        """Five times the strategies, and the sample server, tried on two processors."""
        # Long processes are steady: fewer turns suffice.
        rounds = max(1, self.rounds // 2)
        self.section(f"Black box, synthetic servers and the sample server, two jobs; {rounds} turns")
        sizes = (trying.ONE_KIND, trying.SMALL, trying.LARGE)
        servers = [trying.synthetic_server(self.scratch, size, self.script("apivet")) for size in sizes]
        sample = trying.sample_server(self.script("apivet"))
        told, excesses = trying.judge(*in_turns([*servers, sample], rounds))
        print(told)
        self.excesses += excesses

    # ------------------------------------------------------------------------------------------------- commands

    def check(self, tree: Path, *options: str, cold: bool) -> Command:
        """``apivet check`` of a tree, with or without what an earlier run left in the cache."""
        return self.command(
            "apivet check",
            self.script("apivet"),
            *("check", "--format", "json", *options, str(tree)),
            before=self.forget if cold else lambda: None,
        )

    def linting(self, plugin: str, messages: str, tree: Path) -> Command:
        return Command(
            f"pylint with {plugin}",
            [
                *(sys.executable, "-m", "pylint", "-j", "1", f"--rcfile={self.scratch / 'pyproject.toml'}"),
                *(f"--load-plugins={plugin}", "--disable=all", f"--enable={messages}", "--recursive=y", str(tree)),
            ],
            self.scratch,
            environment={"PYTHONPATH": str(HERE), "PYLINTHOME": str(self.scratch / "pylint")},
            # Bits 1 and 32: pylint itself failed. The others say what it found.
            accepts=lambda status: status >= 0 and not status & (1 | 32),
        )

    def sample(self) -> Path:
        """A copy of the sample server, with its settings but for the place of the cache."""
        fixtures, project = HERE.parent / "fixtures", self.scratch / "sample"
        copied = project / "sample_apiserver"
        shutil.copytree(fixtures / copied.name, copied, ignore=shutil.ignore_patterns("__pycache__"))
        settings = (fixtures / "pyproject.toml").read_text()
        head = "[tool.apivet]\n"
        (project / "pyproject.toml").write_text(settings.replace(head, f'{head}cache-dir = "{self.cache}"\n', 1))
        return copied

    def synthetic(self, count: int) -> Footprint:
        directory = self.scratch / f"tree-{count}"
        generate(directory, count)
        command = Command(
            f"apivet check of {count} files",
            [self.script("apivet"), "check", "--format", "json", "-j", "2", "synthetic"],
            directory,
            # A fraction of the files breaks a rule on purpose.
            accepts=lambda status: status == 1,
        )
        (directory / "pyproject.toml").write_text(
            '[tool.apivet]\ncache-dir = "cache"\nfeature-gates = ["synthetic.features"]\n'
        )
        return footprint(command)

    def command(self, name: str, *arguments: str, before: Callable[[], None] = lambda: None) -> Command:
        return Command(name, arguments, self.scratch, before=before)

    def forget(self) -> None:
        """Empty the cache."""
        shutil.rmtree(self.cache, ignore_errors=True)

    def script(self, name: str) -> str:
        path = SCRIPTS / name
        if not path.exists():
            raise BenchmarkError(f"{name} is not installed beside this Python; 'make bench' sees to that")
        return str(path)

    def section(self, title: str) -> None:
        print(f"\n{title}", flush=True)


def django() -> Path:
    """Where Django is installed."""
    found = importlib.util.find_spec("django")
    if found is None or found.origin is None:
        raise BenchmarkError("Django is not installed; 'make bench' sees to that")
    return Path(found.origin).parent


def _growth(what: str, small: int | None, large: int | None) -> str:
    if not small or not large:
        return f"{'-':>7}   {what}: no such process was seen"
    return f"{large / small:7.2f}   {large / 2**20:6.1f} MiB / {small / 2**20:.1f} MiB   {what}"


if __name__ == "__main__":
    sys.exit(main())
