"""Campaigns: sequences of requests in pieces, which machines of a cluster share; a real scheduler and two workers."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from msgspec.structs import fields, replace

from apivet.blackbox.host import cluster, pieces, processes
from apivet.blackbox.protocol.messages import Examined, RunSetting
from apivet.blackbox.protocol.models import Assignment
from apivet.blackbox.protocol.observations import CodeLines, Observation
from apivet.check import observing
from apivet.check.observing import Watched, observe
from apivet.check.progress import Progress
from apivet.cli import main
from apivet.config import load_config
from apivet.verdicts import Verdict

TYPES = """
from __future__ import annotations
from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""
    generation: int = 0
    labels: dict[str, str] = field(default_factory=dict)


@dataclass
class OvenSpec:
    degrees: int = 0
    fuel: str = ""
    locked: bool = False


@dataclass
class OvenStatus:
    phase: str = ""
    warm: bool = False


@dataclass
class Oven:
    metadata: Meta
    spec: OvenSpec
    status: OvenStatus
"""
#: The mistake takes four values at once, two of them of the stored object, so that only some sequences come to it.
STRATEGY = """
import pathlib

from shop.types import Oven, OvenStatus


class OvenStrategy:
    def prepare_for_create(self, ctx, obj: Oven) -> None:
        obj.status = OvenStatus()
        obj.metadata.generation = 1

    def prepare_for_update(self, ctx, obj: Oven, old: Oven) -> None:
        pathlib.Path("left.txt").write_text("by a hook")
        if not (old.status.warm and not old.spec.locked and not obj.spec.fuel and obj.spec.locked):
            obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
"""
#: This one takes none.
PLAIN = STRATEGY.replace("if not (old.status.warm and", "if not (obj.metadata.labels and")
#: And this one is asked of no step of a sequence, so that nobody looks for the shortest.
FLAGGED = STRATEGY.replace("if not (old.status.warm and", "if True or (") + "    allow_create_on_update = True\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "project"
    (folder / "shop").mkdir(parents=True)
    (folder / "shop/__init__.py").write_text("")
    (folder / "shop/types.py").write_text(TYPES)
    (folder / "shop/strategy.py").write_text(STRATEGY)
    (folder / "pyproject.toml").write_text("[tool.apivet]\ncache = false\n[tool.apivet.blackbox]\nsequences = 24\n")
    monkeypatch.chdir(folder)
    monkeypatch.setattr(pieces, "SEQUENCES", 8)
    return folder


def told(watched: Watched) -> str:
    """All that a run says."""
    report = msgspec.to_builtins(watched.report)
    return json.dumps([report, watched.cases, watched.runs, [each.note for each in watched.notes]], default=str)


@dataclass
class Cluster:
    address: str
    workers: list[subprocess.Popen[bytes]]
    caches: list[Path]

    @property
    def homes(self) -> list[Path]:
        """The directories that the project was unpacked into."""
        return [tree for cache in self.caches for tree in cache.glob("apivet/trees/*")]


@pytest.fixture
def two_machines(tmp_path: Path) -> Iterator[Cluster]:
    """A scheduler, and two workers that share nothing but the loopback address."""
    from distributed import Client

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
    common = ["--host", "127.0.0.1", "--no-dashboard"]
    caches = [tmp_path / "one", tmp_path / "other"]
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()

    def started(program: str, *arguments: str, cache: Path = tmp_path) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-W", "ignore", "-m", f"distributed.cli.{program}", *arguments, *common]
        environment = {**os.environ, "XDG_CACHE_HOME": str(cache), "PYTHONPATH": ""}
        return subprocess.Popen(command, cwd=elsewhere, stderr=subprocess.DEVNULL, env=environment)

    scheduler = started("dask_scheduler", "--port", address.rpartition(":")[2])
    workers = [started("dask_worker", address, "--nthreads", "1", "--no-nanny", cache=cache) for cache in caches]
    try:
        with Client(address, timeout=60) as client:
            client.wait_for_workers(2, timeout=60)
        yield Cluster(address, workers, caches)
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


class _Killing(Progress):
    """Progress of a run that costs a machine, one that has begun to work."""

    def __init__(self, machines: Cluster) -> None:
        self.machines = machines
        self.total = self.done = 0
        self.victim: subprocess.Popen[bytes] | None = None

    def begin(self, what: str, total: int) -> None:
        self.total, self.done = total, 0

    def advance(self, steps: int) -> None:
        self.done += steps
        if self.total > 2 and self.done < self.total and self.victim is None:
            at_work = [any(cache.glob("apivet/trees/*")) for cache in self.machines.caches]
            if any(at_work):
                self.victim = self.machines.workers[at_work.index(True)]
                self.victim.kill()


def test_a_campaign_finds_what_a_run_here_finds_though_a_machine_is_lost(project: Path, two_machines: Cluster) -> None:
    (project / "shop/strategy.py").write_text(FLAGGED)
    config = load_config(project)
    here = observe([], config, seed=2)
    progress = _Killing(two_machines)
    there = observe([], config, seed=2, scheduler=two_machines.address, progress=progress)
    assert progress.victim is not None, "no machine was lost"
    assert progress.done == progress.total == 3
    assert told(there) == told(here)
    assert [finding.rule for finding in here.report.findings if finding.verdict is Verdict.VIOLATED] == [
        "allow-create-on-update-not-default"
    ]
    assert not (project / "left.txt").exists()
    for home in two_machines.homes:
        assert sorted(path.name for path in home.iterdir()) == ["pyproject.toml", "shop"], "hooks work in a copy"


def seen(verdict: str, *, tried: int = 1, field: str | None = None, unrun: tuple[CodeLines, ...] = ()) -> Observation:
    return Observation("a-rule", field, verdict, verdict, "hook", verdict, tried, tried, effective=tried, unrun=unrun)


def together(*answers: Examined) -> Examined:
    """The result of a strategy with so many pieces, between two others."""
    assignments = [Work(0), *(Work(first) for first in range(len(answers))), Work(0)]
    one, found, other = pieces.put_together(assignments, [Examined(runs=1), *answers, Examined(runs=2)])  # type: ignore[arg-type]
    assert (one.runs, other.runs) == (1, 2)
    return found


@pytest.mark.parametrize("command", ["blackbox", "gate"])
def test_where_workers_can_be_handed_nothing_it_is_one_line(
    command: str, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "CAN_WORK", False)
    monkeypatch.setattr(observing, "CAN_WORK", False)
    result = CliRunner().invoke(main, [command])
    assert (result.exit_code, result.stderr) == (2, f"{observing.NO_WORKERS}\n")


@dataclass
class Work:
    first_sequence: int
    cases: tuple[str, ...] = ()


def test_what_pieces_show_is_put_together_in_their_order() -> None:
    found = together(
        Examined((seen("holds", tried=5),), runs=5, notes=("it forks",)),
        Examined((seen("violated", tried=2),), runs=2),
        Examined((seen("violated", tried=9),), runs=9, notes=("it forks",)),
    )
    assert found.observations == (replace(seen("violated"), tried=7, stored=7, effective=7),)
    assert (found.runs, found.notes) == (16, ("it forks",))


def test_a_piece_has_time_for_all_of_its_lives() -> None:
    """Each of them takes its time on a machine that does other things, too."""
    oven = assignment(5_000)
    cut = pieces.in_pieces(oven)
    assert [each.first_sequence for each in cut] == list(range(0, 5_000, 500))
    assert sum(each.sequences for each in cut) == 5_000
    assert {pieces.time_for(each, 60.0) for each in cut} == {300.0}
    assert pieces.time_for(assignment(4), 60.0) == 60.0


SLOW_TO_READ = """

class Slow(OvenStatus):
    def __getattribute__(self, name):
        if "apivet" in sys._getframe(1).f_code.co_filename:
            time.sleep(60)
        return object.__getattribute__(self, name)
"""


@pytest.mark.parametrize(("call", "reason"), [("0.05", None), ("60", "it did not come to an end within 2 seconds")])
def test_many_short_calls_have_more_time_than_a_long_one(
    call: str, reason: str | None, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pieces, "SEQUENCES", 500)
    monkeypatch.setattr(pieces, "_TIMED_SEQUENCES", 1)
    slow = PLAIN.replace("import pathlib", "import pathlib\nimport time").replace(
        "obj.status = OvenStatus()", f"time.sleep({call}); obj.status = OvenStatus()"
    )
    (project / "shop/strategy.py").write_text(slow)
    (project / "pyproject.toml").write_text(
        "[tool.apivet]\ncache = false\n[tool.apivet.blackbox]\nsequences = 60\ntimeout = 2\n"
    )
    said = told(observe([], load_config(project), seed=2))
    assert ("did not come to an end" in said) == (reason is not None)
    assert reason is None or reason in said


def test_what_a_hook_leaves_has_no_more_time_than_a_call(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may hang where it is looked at, outside of any call."""
    monkeypatch.setattr(pieces, "SEQUENCES", 500)
    monkeypatch.setattr(pieces, "_TIMED_SEQUENCES", 1)
    slow = PLAIN.replace("import pathlib", "import pathlib\nimport sys\nimport time")
    slow = slow.replace("obj.status = OvenStatus()", "obj.status = Slow()")
    (project / "shop/strategy.py").write_text(slow + SLOW_TO_READ)
    settings = "[tool.apivet]\ncache = false\n[tool.apivet.blackbox]\nsequences = 10\ntimeout = 1\n"
    (project / "pyproject.toml").write_text(settings)
    assert "it did not come to an end within 1 seconds" in told(observe([], load_config(project), seed=2))


def assignment(sequences: int) -> Assignment:
    """The work on a strategy with so many random sequences."""
    given = {each.name: None for each in fields(Assignment) if each.required}
    return Assignment(**given, sequences=sequences)  # type: ignore[arg-type]


def test_a_rule_that_one_piece_breaks_is_told_once() -> None:
    one, other = seen("violated", field="spec.a"), seen("violated", field="spec.b")
    assert together(Examined((one,)), Examined((other,))).observations == (one,)
    assert together(Examined((seen("holds"),)), Examined((other,))).observations == (seen("holds"), other)


def test_lives_alone_do_not_say_that_a_rule_holds() -> None:
    found = together(Examined((seen("unproven"),)), Examined((seen("holds"),)))
    assert [row.verdict for row in found.observations] == ["unproven"]


def test_a_piece_that_comes_to_no_good_end_is_told() -> None:
    found = together(Examined((seen("holds"),)), Examined((), "it ended", broke=True, case="the call"))
    assert (found.reason, found.broke, found.case) == ("it ended", True, "the call")


def test_lines_that_one_piece_came_to_have_run() -> None:
    unrun = (CodeLines("a.py", 3, 9), CodeLines("b.py", 1, 1))
    other = (CodeLines("a.py", 3, 4), CodeLines("a.py", 8, 12))
    (row,) = together(Examined((seen("holds", unrun=unrun),)), Examined((seen("holds", unrun=other),))).observations
    assert row.unrun == (CodeLines("a.py", 3, 4), CodeLines("a.py", 8, 9))


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nowhere://127.0.0.1:1", "tcp://no such host:1", "10"])
def test_a_scheduler_that_cannot_be_reached_is_one_line(
    address: str, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_CONNECTING", 0.3)
    result = CliRunner().invoke(main, ["blackbox", "--scheduler", address])
    assert result.exit_code == 2
    assert result.stderr.startswith(f"--scheduler {address}: ")
    assert result.stderr.count("\n") == 1
    assert not result.stdout


def test_a_scheduler_that_goes_is_one_line() -> None:
    class Lost:
        def result(self, timeout: float) -> None:
            from distributed.client import FutureCancelledError

            raise FutureCancelledError("a key", "scheduler-connection-lost")

    crew = cluster.ClusterCrew(RunSetting(), "tcp://there:1")
    with pytest.raises(cluster.ClusterError, match="the scheduler is gone"):
        crew._result(Lost())


def test_without_the_extra_it_is_one_line(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = CliRunner().invoke(main, ["blackbox", "--scheduler", "tcp://127.0.0.1:1"])
    assert (result.exit_code, result.stderr) == (2, f"{cluster.MISSING}\n")


def test_hooks_never_run_outside_of_a_copy_there(project: Path) -> None:
    result = CliRunner().invoke(main, ["blackbox", "--scheduler", "tcp://127.0.0.1:1", "--no-sandbox"])
    assert result.exit_code == 2
    assert "exclude each other" in result.stderr


def test_a_cluster_without_workers_is_told(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Alone:
        def nthreads(self) -> dict[str, int]:
            return {}

    monkeypatch.setattr(cluster, "_LOOK", 0.0)
    monkeypatch.setattr(cluster, "_ALONE", 0.01)
    presence = cluster._Presence(Alone(), "tcp://there:1")
    time.sleep(0.02)
    with pytest.raises(cluster.ClusterError, match="it has no worker"):
        presence.look()


# -------------------------------------------------------------------------------------------------- earlier cases


def blackbox(*arguments: str) -> dict[str, list[dict[str, str]]]:
    result = CliRunner().invoke(main, ["blackbox", "--format", "json", *arguments])
    assert result.exit_code in (0, 1), result.stderr
    found: dict[str, list[dict[str, str]]] = json.loads(result.stdout)
    return found


def test_what_chance_found_once_is_tried_again(project: Path) -> None:
    (project / "pyproject.toml").write_text("[tool.apivet]\n")
    cases = project / ".apivet/cases"
    assert blackbox("--seed", "1", "--sequences", "24")["findings"]
    (case,) = cases.iterdir()
    assert case.name.startswith("status-not-kept-on-update--shop.strategy.OvenStrategy--")
    assert (project / ".apivet/.gitignore").read_text().endswith("*\n")
    case.write_text(f"import sys\n\nsys.path[:0] = ['.']\n{case.read_text()}")
    report = blackbox("--seed", "5", "--sequences", "0")
    (again,) = report["findings"]
    assert again["rule"] == "status-not-kept-on-update"
    assert not [each for each in report["notes"] if "search path" in each["note"]]
    assert [path.name for path in cases.iterdir()] == [case.name]


#: A strategy that does what depends on the calls that its class has had.
COUNTING = """
from __future__ import annotations
from dataclasses import dataclass, field
@dataclass
class Meta:
    name: str = ""
    generation: int = 0
@dataclass
class Spec:
    port: str = ""
    draught: int = 0
@dataclass
class Status:
    phase: str = ""
@dataclass
class Ferry:
    metadata: Meta = field(default_factory=Meta)
    spec: Spec = field(default_factory=Spec)
    status: Status = field(default_factory=Status)
class FerryStrategy:
    calls = 0
    def prepare_for_create(self, ctx, obj: Ferry):
        obj.metadata.generation = 1
        type(self).calls += 1
        if type(self).calls % 10 == 0:
            return
        obj.status = Status()
    def prepare_for_update(self, ctx, obj: Ferry, old: Ferry):
        type(self).calls += 1
        if type(self).calls % 10:
            obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
"""


def test_what_a_run_finds_does_not_depend_on_what_the_run_before_has_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.apivet]\n")
    (tmp_path / "ferries.py").write_text(COUNTING)
    monkeypatch.chdir(tmp_path)
    found = [blackbox("--seed", "1", "ferries.py") for _ in range(4)]
    assert any((tmp_path / ".apivet/cases").iterdir())
    assert all(each["findings"] == found[0]["findings"] for each in found)


def test_cases_of_earlier_runs_are_a_piece_of_their_own() -> None:
    oven = replace(assignment(600), cases=("a",))
    first, *others = pieces.in_pieces(oven)
    assert [(each.first_sequence, each.sequences, each.cases) for each in others] == [(0, 500, ()), (500, 100, ())]
    assert (first.first_sequence > 0, first.sequences, first.cases) == (True, 0, ("a",))
    assert pieces.in_pieces(replace(assignment(0), cases=("a",)))[0].first_sequence > 0


def test_what_cases_of_earlier_runs_show_comes_behind_what_holds() -> None:
    work = [Work(0), Work(500, ("a",)), Work(0), Work(0)]
    answers = [Examined(runs=1), Examined((seen("violated"),), runs=2), Examined((seen("holds"),), runs=4), Examined()]
    found = list(pieces.put_together(work, answers))  # type: ignore[arg-type]
    assert [each.runs for each in found] == [1, 6, 0]
    assert [each.verdict for each in found[1].observations] == ["violated"]


def test_links_are_not_followed(project: Path, tmp_path: Path) -> None:
    """A tree may hold links to a place that is not its own."""
    (project / "pyproject.toml").write_text("[tool.apivet]\n")
    (project / "shop/strategy.py").write_text(PLAIN)
    own = tmp_path / "own"
    own.mkdir()
    precious = own / "status-not-kept-on-update--shop.strategy.OvenStrategy--status--00000000.py"
    precious.write_text('Case(strategy="shop.strategy.OvenStrategy", rule="status-not-kept-on-update")\n')
    (project / ".apivet").mkdir()
    (project / ".apivet/cases").symlink_to(own)
    assert blackbox("--sequences", "0")["findings"]
    assert [path.name for path in own.iterdir()] == [precious.name]


def test_cases_of_what_is_gone_are_passed_over(project: Path) -> None:
    (project / "pyproject.toml").write_text("[tool.apivet]\n")
    cases = project / ".apivet/cases"
    cases.mkdir(parents=True)
    about = "Case(strategy='shop.strategy.OvenStrategy', rule='status-not-kept-on-update')\n"
    for number, before in enumerate(["raise SystemExit(3)\n", "", "import nowhere\n"]):
        (cases / f"rule--object--0000000{number}.py").write_text(before + about)
    (cases / "notes.txt").write_text("mine")
    report = blackbox("--seed", "5", "--sequences", "0")
    assert not report["findings"]
    assert not report["problems"]
    assert [path.name for path in cases.iterdir()] == ["notes.txt"]
