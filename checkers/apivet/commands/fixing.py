"""``apivet check --fix`` and ``--diff``: a tree mended, or the patch that would mend it."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from apivet.check.progress import Progress
from apivet.config import Config
from apivet.fixes.mending import mended, write_files
from apivet.fixes.patch import patch
from apivet.git import top_of
from apivet.reports.text import print_problems
from apivet.verdicts import Problem

_ROUNDS = 10


def mend(
    paths: Sequence[str], config: Config, unsafe: bool, with_exceptions: bool, progress: Progress
) -> list[Problem]:
    """Write fixes until there is none; the problems with files that were left alone."""
    fixed = 0
    files: set[str] = set()
    problems: list[Problem] = []
    for _ in range(_ROUNDS):  # what one round changed may show the next one more
        found, _report = mended(paths, config, unsafe=unsafe, progress=progress, with_exceptions=with_exceptions)
        write_files(found)
        problems += [each for each in found.problems if each not in problems]
        if not found.files:
            break
        fixed += found.fixed
        files.update(found.files)
    if files:
        told = f"{fixed} finding{'s' * (fixed != 1)} in {len(files)} file{'s' * (len(files) != 1)}"
        click.echo(f"apivet: mended {told}", err=True)
    return problems


def print_patch(paths: Sequence[str], config: Config, unsafe: bool, with_exceptions: bool, progress: Progress) -> int:
    """Print the patch of all fixes. The exit status is 1 where there are some, 2 where the run can't be trusted."""
    found, report = mended(paths, config, unsafe=unsafe, progress=progress, with_exceptions=with_exceptions)
    sys.stdout.flush()
    top = top_of(os.getcwd())  # git apply takes paths from there, and passes over all others without a word
    named = {
        os.path.relpath(os.path.realpath(path), top).replace(os.sep, "/"): each for path, each in found.files.items()
    }
    sys.stdout.buffer.write(patch(named))
    sys.stdout.flush()
    problems = [*report.problems, *found.problems]
    print_problems(problems)
    return 2 if any(each.fatal for each in problems) else int(bool(found.files))
