"""The two that are put to the test: the static check and the black box, on one mutant at a time.

Both read a mutant from a tree of files, as they read any project. What does not depend on the mutated file is read
once: each mutant is judged in a fork of a process that knows the rest of the tree.
"""

from __future__ import annotations

import os
import tempfile
import traceback
from collections.abc import Iterable
from dataclasses import dataclass

from forks import in_fork
from msgspec.structs import replace

from apivet.blackbox.host.plan import candidates
from apivet.blackbox.protocol.heartbeat import shared_memory
from apivet.blackbox.protocol.messages import Examined, RunLimits, RunSetting, read_line, send
from apivet.blackbox.protocol.models import Assignment
from apivet.blackbox.worker import serving
from apivet.cache import Cache
from apivet.catalogue import Severity, load
from apivet.check.gathering import gather
from apivet.check.judging import TreeJudge, judge_file
from apivet.commands.options import read_config
from apivet.program.files import SourceFile
from apivet.python.front_end import PYTHON

#: A verdict's subject: object, rule and field.
Subject = tuple[str, str, "str | None"]
#: Verdicts are told by name: ``holds``, ``violated``, ``unproven``.
Verdicts = dict[Subject, str]
SERVER = "sample_apiserver"
_SECONDS = 300.0


@dataclass(frozen=True)
class Opinion:
    """What one of them says of a tree. ``unexercised`` are the strategies of which it could say nothing."""

    verdicts: Verdicts
    unexercised: tuple[tuple[str, str], ...] = ()

    def violated(self) -> set[Subject]:
        return {subject for subject, verdict in self.verdicts.items() if verdict == "violated"}

    def on(self, strategies: Iterable[str]) -> Verdicts:
        """The verdicts on these objects."""
        wanted = set(strategies)
        return {subject: verdict for subject, verdict in self.verdicts.items() if subject[0] in wanted}


class Judges:
    """Works in the tree that is the working directory, which holds the sample server."""

    def __init__(self, mutated: Iterable[str]) -> None:
        config = replace(read_config(None, (SERVER,)), cache=False, jobs=1)
        tree = PYTHON.tree(config, os.getcwd())
        gathered = gather(tree.collect([SERVER]).files, tree, config, Cache.open(config), {}, None)
        self._bench = TreeJudge(config, tree, gathered.facts)
        self._advice = frozenset(rule.symbol for rule in load().rules if rule.severity is Severity.REFACTOR)
        self._gates = gathered.facts.registered | gathered.facts.tagged
        places = {os.path.abspath(path) for path in mutated}
        self._hooks = [file for file in gathered.checked if "/registry/" in file.absolute or file.absolute in places]
        if known := places & self._bench.program.dependencies():
            raise AssertionError(f"read before they were mutated: {sorted(known)}")
        self._dependents = in_fork(self._find_dependents, _SECONDS)
        self._assignments = in_fork(self._find_assignments, _SECONDS)

    def _find_dependents(self) -> dict[str, list[SourceFile]]:
        """Which files have to be judged again after a change, by the changed file's path."""
        found: dict[str, list[SourceFile]] = {}
        for file in self._hooks:
            for path in (file.absolute, *judge_file(self._bench, file).consulted):
                found.setdefault(os.path.relpath(path), []).append(file)
        return found

    def _find_assignments(self) -> dict[str, list[Assignment]]:
        program, config = self._bench.program, self._bench.config
        found = {}
        for file in self._hooks:
            every = candidates(program.contents(file.absolute), program, config, self._gates)
            found[file.absolute] = [one.assignment for one in every if one.assignment is not None]
        return found

    def modules(self, path: str) -> list[str]:
        """The modules whose hooks a file has a part in."""
        files = (os.path.relpath(file.absolute) for file in self._dependents.get(path, ()))
        return [file.removesuffix(".py").replace("/", ".") for file in (path, *files)]

    def check(self, path: str) -> Opinion:
        """What the static check says of all that a changed file may have a part in."""
        return in_fork(lambda: self._check(path), _SECONDS)

    def _check(self, path: str) -> Opinion:
        verdicts: Verdicts = {}
        for file in self._dependents.get(path, ()):
            judged = judge_file(self._bench, file)
            for row in judged.judgements:
                if row.rule not in self._advice:
                    verdicts[row.object, row.rule, row.field] = row.verdict.value
            for finding in judged.findings:
                if finding.rule not in self._advice:
                    verdicts[finding.object, finding.rule, finding.field] = finding.verdict.value
        return Opinion(verdicts)

    def watch(self, path: str) -> Opinion:
        """What the black box sees of the same: a worker of its own tries the strategies one after the other."""
        assignments = [each for file in self._dependents.get(path, ()) for each in self._assignments[file.absolute]]
        answers = in_fork(lambda: self._run_worker(assignments), _SECONDS)
        verdicts: Verdicts = {}
        silent = []
        for assignment, examined in answers:
            for seen in examined.observations:
                verdicts[assignment.name, seen.rule, seen.field] = seen.verdict
            if examined.reason:
                silent.append((assignment.name, examined.reason))
        return Opinion(verdicts, tuple(silent))

    def _run_worker(self, assignments: list[Assignment]) -> list[tuple[Assignment, Examined]]:
        """Be a worker, with files in the place of the pipes that its pool would give it."""
        with tempfile.TemporaryFile() as orders, tempfile.TemporaryFile() as results:
            send(orders, self._setting())
            for assignment in assignments:
                send(orders, assignment)
            orders.seek(0)
            if not (process := os.fork()):
                _be_worker(orders.fileno(), results.fileno())
            os.waitpid(process, 0)
            results.seek(0)
            lines = (line for line in results if line.strip())
            answers = [value for kind, value in map(read_line, lines) if kind == "examined"]
        # Where the mutant ends the process, nothing is said of what was still to come.
        missing = [Examined((), "its process died")] * (len(assignments) - len(answers))
        return list(zip(assignments, [*answers, *missing]))

    def _setting(self) -> RunSetting:
        return RunSetting(RunLimits(), (os.getcwd(),), self._bench.config.vocabulary.gate_functions, "", 1)


def _be_worker(orders: int, results: int) -> None:
    """Whatever the mutant does, this process ends here."""
    os.dup2(orders, 0)
    with open(os.devnull, "wb") as silence:
        os.dup2(silence.fileno(), 1)
    try:
        with shared_memory() as memory:
            serving.main([str(results), str(os.dup(memory))])
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(0)
