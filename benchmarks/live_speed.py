"""The time that a slow server is judged in, and the rate that a run keeps to: ``python benchmarks/live_speed.py``.

A server that takes 200 ms for each answer is to be judged in at most 1.3 times what its requests take side by side:
``max(requests / jobs, requests of the largest resource) * latency``. And no second may have more requests than
``requests-per-second`` says. With ``fixtures`` on the path.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from live_server.http import Answer, LiveServer
from live_server.requests import Request, Response

#: Resources of several sizes, so that some wait for others.
RESOURCES = ("configmaps", "leases", "services", "replicasets", "policy/*", "scheduling/*", "cronjobs")
_MOST_RATIO = 1.3


class SlowServer:
    """Answers after a while, and notes when and about what it was asked. Requests wait side by side."""

    def __init__(self, latency: float) -> None:
        self._latency = latency
        self.times: list[float] = []
        self.by_resource: Counter[str] = Counter()

    def around(self, answer: Answer) -> Answer:
        def look(request: Request) -> Response:
            self.times.append(time.monotonic())
            self.by_resource[_resource(request.segments)] += 1
            time.sleep(self._latency)
            return answer(request)

        return look

    @property
    def most_in_a_second(self) -> int:
        """The most requests that came within one second."""
        times = sorted(self.times)
        first, most = 0, 0
        for last, moment in enumerate(times):
            while moment - times[first] >= 1.0:
                first += 1
            most = max(most, last - first + 1)
        return most


def _resource(segments: Sequence[str]) -> str:
    """The resource and version that a request is about."""
    root = 2 if segments[:1] == ("api",) else 3
    rest = segments[root:]
    if rest[:1] == ("namespaces",) and len(rest) > 2 and rest[2] not in ("status", "finalize"):
        rest = rest[2:]
    return "/".join((*segments[:root], *rest[:1]))


@dataclass(frozen=True, slots=True)
class Measured:
    """A run's seconds, and those that it could not do without."""

    seconds: float
    bound: float
    requests: int
    most_in_a_second: int

    @property
    def ratio(self) -> float:
        return self.seconds / self.bound


def measure(latency: float, jobs: int, *options: str, resources: Sequence[str] = RESOURCES) -> Measured:
    """Judge a slow server. The start of the program is taken off."""
    slow = SlowServer(latency)
    with LiveServer(around=slow.around) as server:
        command = [sys.executable, "-m", "apivet", "live", "--server", server.address, "--no-cache", "--format", "json"]
        started = time.monotonic()
        run = subprocess.run([*command, "-j", str(jobs), *options, *resources], capture_output=True, text=True)
        ended = time.monotonic()
    if run.returncode:
        raise SystemExit(run.stderr or run.stdout)
    largest = max(each["requests"] for each in json.loads(run.stdout)["coverage"])
    largest = max(largest, max(slow.by_resource.values()))
    bound = max(len(slow.times) / jobs, largest) * latency
    return Measured(ended - max(started, min(slow.times)), bound, len(slow.times), slow.most_in_a_second)


def main(arguments: list[str]) -> int:
    """Measure, and say whether it is within bounds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--latency", type=float, default=0.2, help="seconds for an answer [default: 0.2]")
    parser.add_argument("-j", "--jobs", type=int, default=4, help="resources at once [default: 4]")
    given = parser.parse_args(arguments)
    slow = measure(given.latency, given.jobs)
    print(f"{slow.requests} requests in {slow.seconds:.1f} s, {slow.ratio:.2f} times what they take side by side")
    limited = measure(0.0, given.jobs, "--requests-per-second", "50", resources=("configmaps", "leases"))
    print(f"50 requests a second allowed: at most {limited.most_in_a_second} came within one")
    return int(slow.ratio > _MOST_RATIO or limited.most_in_a_second > 51)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
