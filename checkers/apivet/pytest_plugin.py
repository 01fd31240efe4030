"""The pytest door: ``pytest --apivet`` adds a test for every verdict of ``apivet gate``, so that a project's own suite
holds its APIs to the conventions, new ones included, with no further code.

The gate runs once, in a process of its own: what it analyses and runs meets nothing of what the tests have set up, and
the tests nothing of it. Under pytest-xdist the process that starts the workers asks it, and hands the answer on.

Every pytest run of an environment that has this package loads this module, so it imports nothing to speak of.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from argparse import ArgumentTypeError
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Generator

    from apivet.reports.as_tests import VerdictTest

#: Prefix of the ids of all tests.
_TOP = "apivet"
#: Under which name a worker of pytest-xdist gets the gate's answer.
_HANDED_ON = "apivet_gate"
# The working directory is no place to import from: a project may have a ``types.py`` at its top.
_GATE = """
import sys
sys.path[:] = [place for place in sys.path if place]
from apivet.cli import main
main(prog_name="apivet")
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Say which options there are."""
    group = parser.getgroup("apivet", "conventions of Kubernetes-style APIs (apivet)")
    group.addoption(
        "--apivet",
        action="store_true",
        help="Add a test for each verdict of 'apivet gate': one for each strategy or type, rule and field.",
    )
    group.addoption(
        "--apivet-paths",
        action="append",
        metavar="PATH",
        help="Judge this file or directory (may be repeated; default: the ini option apivet_paths, else the rootdir).",
    )
    group.addoption(
        "--apivet-static",
        action="store_true",
        help="Leave out the black box: judge by the source alone, and run no hook.",
    )
    group.addoption(
        "--apivet-strict",
        action="store_true",
        help="Fail what is unproven or was not exercised, instead of skipping it.",
    )
    group.addoption(
        "--apivet-base",
        metavar="REV",
        help="Approvers of exceptions are those of this git revision (default: where the default branch was left).",
    )
    group.addoption(
        "--apivet-seed",
        type=_seed,
        metavar="N",
        help="Repeat the run whose header showed this seed.",
    )
    group.addoption(
        "--apivet-no-sandbox",
        action="store_true",
        help="Run hooks in the project itself, and not in a copy of it: what they write and delete there is done.",
    )
    parser.addini("apivet_paths", "Files and directories that --apivet judges (default: the rootdir).", type="paths")


def _seed(text: str) -> int:
    """A seed, as the gate takes it. Raises :class:`argparse.ArgumentTypeError`."""
    if text.isdecimal():
        return int(text)
    raise ArgumentTypeError(f"'{text}' is no seed: it must be a whole number, 0 or more")


def pytest_configure(config: pytest.Config) -> None:
    """Take part where that is asked for."""
    config.addinivalue_line("markers", "apivet: a verdict of 'apivet gate'; only there with --apivet.")
    if config.option.apivet:
        config.pluginmanager.register(_Door(config), "apivet-door")
        return
    for option in ("paths", "static", "strict", "base", "seed", "no_sandbox"):
        if getattr(config.option, f"apivet_{option}") not in (None, False):
            raise pytest.UsageError(f"--apivet-{option.replace('_', '-')} does nothing without --apivet")


class _Door:
    """The plugin's work in one pytest process."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._answer: str | None = getattr(config, "workerinput", {}).get(_HANDED_ON)
        if config.option.apivet_seed is None:
            config.option.apivet_seed = random.SystemRandom().randrange(1 << 32)
        if not hasattr(config.option, "apivet_chosen"):
            config.option.apivet_chosen = _take_out_own_ids(config)
            config.option.apivet_alone = bool(config.option.apivet_chosen) and not config.args
        if config.option.apivet_alone:
            config.args = []

    def pytest_report_header(self) -> str:
        """Say what it takes to see the same again."""
        option = self._config.option
        if option.apivet_static:
            return "apivet: by the source alone"
        return f"apivet: --apivet-seed={option.apivet_seed}"

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Give a worker of pytest-xdist the answer: all of them must have the same tests in the same order."""
        node.workerinput[_HANDED_ON] = self._asked()

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Let the session collect the tests besides all others."""
        report = yield
        if isinstance(collector, pytest.Session) and report.passed:
            report.result.append(_collected(collector, json.loads(self._asked()), self._config.option.apivet_chosen))
        return report

    def _asked(self) -> str:
        if self._answer is None:
            self._answer = _ask_gate(self._config)
        return self._answer


def _take_out_own_ids(config: pytest.Config) -> list[str]:
    """The arguments that name tests of ours, seen from the rootdir or from the working directory, as pytest prints
    either; pytest itself would look for files of that name."""
    chosen, others = [], []
    for argument in config.args:
        head, separator, rest = argument.partition("::")
        place = Path(config.invocation_params.dir, head)
        is_ours = head == _TOP or (place.name == _TOP and place.resolve() == config.rootpath.resolve() / _TOP)
        if is_ours and not place.exists():
            chosen.append(f"{_TOP}{separator}{rest}")
        else:
            others.append(argument)
    config.args = others
    return chosen


def _is_chosen(item: pytest.Item, name: str) -> bool:
    """Whether a name means a test: its id, that without what stands in brackets, or what it begins with."""
    return item.nodeid == name or item.nodeid.startswith((f"{name}::", f"{name}["))


# ------------------------------------------------------------------------------------------------------- the gate


def _ask_gate(config: pytest.Config) -> str:
    """The gate's report as JSON. It is asked at the rootdir, so that the names of tests are the same wherever pytest is
    started. Raises :class:`pytest.UsageError` where it cannot be used as asked for."""
    option = config.option
    arguments = ["gate", "--format", "json", "--seed", str(option.apivet_seed), *_paths(config)]
    arguments += ["--static"] if option.apivet_static else []
    arguments += ["--no-sandbox"] if option.apivet_no_sandbox else []
    arguments += ["--base", option.apivet_base] if option.apivet_base is not None else []
    answer = subprocess.run(
        [sys.executable, "-c", _GATE, *arguments],
        cwd=config.rootpath,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="backslashreplace",
    )
    try:
        json.loads(answer.stdout)
    except ValueError:
        raise pytest.UsageError(*_reasons(answer.stderr, answer.returncode)) from None
    return answer.stdout


def _reasons(complaint: str, status: int) -> list[str]:
    lines = complaint.strip().splitlines() or [f"it ended with status {status}"]
    if lines[0].startswith("Traceback"):
        return [f"apivet broke, which is a bug of it ('apivet gate' shows where): {lines[-1]}"]
    return [f"apivet: {line}" for line in lines]


def _paths(config: pytest.Config) -> list[str]:
    """Paths to judge: those of the command line are seen from where it was given, those of the ini-file from there."""
    given = config.option.apivet_paths
    here = config.invocation_params.dir
    paths = [Path(here, path) for path in given] if given else config.getini("apivet_paths")
    return [_seen_from(config.rootpath, path) for path in paths]


def _seen_from(root: Path, path: Path) -> str:
    try:
        return str(path.relative_to(root))
    except ValueError:
        return str(path)


# ------------------------------------------------------------------------------------------------------ the tests


class _TestGroup(pytest.Collector):
    """All tests, or those about one object: what it has is known when it is made."""

    def __init__(self, **rest: Any) -> None:
        super().__init__(**rest)
        self.members: list[pytest.Item | pytest.Collector] = []

    def collect(self) -> list[pytest.Item | pytest.Collector]:
        return self.members


class _BrokenConvention(Exception):
    """The failure of a verdict's test; its text is for people."""


class _VerdictItem(pytest.Item):
    """One verdict as a test."""

    def __init__(self, *, test: VerdictTest, root: Path, **rest: Any) -> None:
        super().__init__(**rest)
        self._test = test
        self._place = root / test.path
        self.add_marker(_TOP)
        # Marks, so that pytest names the verdict's place and not this module's lines.
        if test.outcome == "skipped":
            self.add_marker(pytest.mark.skip(test.reason))
        elif test.outcome == "excepted":
            self.add_marker(pytest.mark.xfail(raises=_BrokenConvention, reason=test.reason))

    def runtest(self) -> None:
        if self._test.outcome in ("failed", "excepted"):
            raise _BrokenConvention(self._test.text)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *arguments: Any, **rest: Any) -> Any:
        if isinstance(excinfo.value, _BrokenConvention):
            return str(excinfo.value)
        return super().repr_failure(excinfo, *arguments, **rest)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self._place, max(0, self._test.line - 1), f"{self._test.object}: {self._test.name}"


def _collected(session: pytest.Session, document: dict[str, Any], chosen: list[str]) -> _TestGroup:
    """The tests below one node, all or those that are chosen, in an order of their own. Raises
    :class:`pytest.UsageError` for a name that means none."""
    from apivet.reports.as_tests import tests_of

    top: _TestGroup = _TestGroup.from_parent(session, name=_TOP, nodeid=_TOP)
    groups: dict[str, _TestGroup] = {}
    missed = dict.fromkeys(chosen)
    root = session.config.rootpath
    for test in tests_of(document, root, strict=session.config.option.apivet_strict):
        group = groups.get(test.object) or _TestGroup.from_parent(top, name=test.object)
        item = _VerdictItem.from_parent(group, name=test.name, test=test, root=root)
        names = [name for name in chosen if _is_chosen(item, name)]
        if names or not chosen:
            groups[test.object] = group
            group.members.append(item)
        for name in names:
            missed.pop(name, None)
    if missed:
        raise pytest.UsageError(*(f"not found: {name}" for name in missed))
    top.members += groups.values()
    return top
