"""Verdicts and costs on a Go tree: ``python benchmarks/go_tree.py TREE [PATH...]``, a path as seen from the tree.

Each rule with its rows, the share of those that are unproven, and the reasons that come up most; the seconds and the
memory of a run that remembers nothing.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import subprocess
import sys
import time
from collections import Counter
from typing import Any

VERDICTS = ("holds", "violated", "unproven")
#: Reasons that are shown, the most frequent first.
_REASONS = 10
_PLACE = re.compile(r"^line \d+: | \(called at line \d+\)")


def main(arguments: list[str]) -> int:
    """Run the check, and print what it comes to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", help="the root of a module")
    parser.add_argument("path", nargs="*", default=["."], help="what to check of it")
    given = parser.parse_args(arguments)
    command = [sys.executable, "-m", "apivet", "check", "--no-cache", "--format", "json", *given.path]
    started = time.perf_counter()
    run = subprocess.run(command, cwd=given.tree, capture_output=True, text=True)
    took = time.perf_counter() - started
    if not run.stdout:
        print(run.stderr, end="", file=sys.stderr)
        return run.returncode
    _print(json.loads(run.stdout))
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    memory = used.ru_maxrss // 1024
    print(f"{took:.1f} s, {used.ru_utime + used.ru_stime:.1f} s of processors, {memory} MB in the largest process")
    return 0


def _print(document: dict[str, Any]) -> None:
    rows = Counter((row["rule"], row["verdict"]) for row in document["verdicts"])
    print(f"{'':42}" + "".join(f"{verdict:>10}" for verdict in VERDICTS) + f"{'share':>8}")
    for rule in sorted({rule for rule, _ in rows}):
        counts = [rows[rule, verdict] for verdict in VERDICTS]
        print(f"{rule:42}" + "".join(f"{count:10}" for count in counts) + f"{counts[-1] / sum(counts):8.0%}")
    open_ = (each["message"] for each in document["findings"] if each["verdict"] == "unproven")
    for reason, count in Counter(_PLACE.sub("", message) for message in open_).most_common(_REASONS):
        print(f"{count:6}  {reason}")
    summary = document["summary"]
    print(f"{summary['files']} files, {summary['strategies']} strategies, {summary['problems']} problems")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
