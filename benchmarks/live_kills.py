"""Runs of ``apivet live`` killed at random requests: ``python benchmarks/live_kills.py [--times N] [--seed N]``.

Each is killed by SIGKILL, before or after the server has carried the request out; then ``--clean`` is to leave nothing,
and every object that was there before is to be as it was. With ``fixtures`` on the path.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from apivet.live.connection import Connection
from apivet.live.target import Target
from live_server.http import Answer, LiveServer
from live_server.requests import Request, Response

#: Resources with and without status and namespace; few, so that a run is short.
RESOURCES = ("policy/v1/poddisruptionbudgets", "configmaps", "namespaces")
_GROUPS = ("/api/v1", "/apis/apps/v1", "/apis/policy/v1")
_THEIRS = {
    "/api/v1/namespaces/default/configmaps": {"metadata": {"name": "theirs"}, "data": {"a": "b"}},
    "/apis/policy/v1/namespaces/default/poddisruptionbudgets": {
        "metadata": {"name": "theirs"},
        "spec": {"minAvailable": 3},
    },
    "/api/v1/namespaces": {"metadata": {"name": "theirs"}},
}


class Killer:
    """Kills a process at the n-th request that the server gets, before or after it is carried out."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.requests = 0
        self._at = 0
        self._is_after = False

    def aim(self, at: int, *, after: bool) -> None:
        """Kill at this request, counted from now."""
        self.process, self.requests, self._at, self._is_after = None, 0, at, after

    def disarm(self) -> None:
        """Leave everybody alone; the requests stay counted."""
        self.process = None

    def around(self, answer: Answer) -> Answer:
        def look(request: Request) -> Response:
            if self.process is None:
                return answer(request)
            self.requests += 1
            if self.requests != self._at:
                return answer(request)
            response = answer(request) if self._is_after else Response(503, {"kind": "Status", "code": 503})
            os.kill(self.process.pid, signal.SIGKILL)
            return response

        return look


@contextmanager
def shared_server() -> Iterator[tuple[LiveServer, Killer]]:
    """A server with objects of somebody else's, and a killer of its clients."""
    killer = Killer()
    with LiveServer(around=killer.around) as server:
        with Connection(Target(server.address)) as connection:
            for path, body in _THEIRS.items():
                connection.request("POST", path, body=body)
        yield server, killer


def stored(server: LiveServer) -> dict[str, Any]:
    """All objects that are there."""
    found = {}
    with Connection(Target(server.address)) as connection:
        for path in _GROUPS:
            for each in connection.get(path).document["resources"]:
                if "/" not in each["name"]:
                    found[each["name"]] = connection.get(f"{path}/{each['name']}").document["items"]
    return found


def run_killed(server: LiveServer, killer: Killer, at: int, *, after: bool, state: Path) -> str:
    """Kill a run at a request, and clean up behind it. The fault that was found; empty where there is none."""
    before = stored(server)
    killer.aim(at, after=after)
    environment = {**os.environ, "XDG_STATE_HOME": str(state), "XDG_CACHE_HOME": str(state)}
    command = [sys.executable, "-m", "apivet", "live", "--server", server.address]
    run = subprocess.Popen(
        [*command, "--no-cache", *RESOURCES], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    killer.process = run
    run.communicate()
    killer.disarm()
    if run.returncode != (-signal.SIGKILL if at else 0):
        return f"the run ended with {run.returncode}"
    for journal in (state / "apivet" / "live").glob("*.jsonl"):
        cleaned = subprocess.run([*command, "--clean", journal.stem], env=environment, capture_output=True, text=True)
        if cleaned.returncode or journal.exists():
            return f"--clean: status {cleaned.returncode}: {cleaned.stdout}{cleaned.stderr}"
    after_it = stored(server)
    changed = [name for name, objects in after_it.items() if objects != before[name]]
    return f"{', '.join(changed)} are not as they were" if changed else ""


def main(arguments: list[str], tell: Callable[[str], object] = print) -> int:
    """Kill runs, and say what was wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=50, help="how many runs [default: 50]")
    parser.add_argument("--seed", type=int, default=1, help="where the random numbers begin [default: 1]")
    given = parser.parse_args(arguments)
    draw = random.Random(given.seed)
    faults = 0
    with shared_server() as (server, killer), TemporaryDirectory(prefix="live-kills-") as state:
        fault = run_killed(server, killer, 0, after=False, state=Path(state))
        if fault:
            tell(f"a run that nobody kills: {fault}")
            return 1
        total = killer.requests
        for number in range(given.times):
            at, after = draw.randint(1, total), draw.random() < 0.5
            fault = run_killed(server, killer, at, after=after, state=Path(state))
            faults += bool(fault)
            if fault:
                tell(f"{number}: killed {'after' if after else 'before'} request {at}: {fault}")
    tell(f"{given.times} runs killed at one of {total} requests: {faults} left something")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
