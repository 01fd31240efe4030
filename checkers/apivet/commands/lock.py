"""``apivet types lock``: the API types, written down or compared with what was."""

from __future__ import annotations

import contextlib
import os
import sys

from msgspec.structs import replace

from apivet.check.baseline import lock_file, types_now
from apivet.check.projects import own_sources
from apivet.commands.options import UnusableError, read_config
from apivet.config import Config
from apivet.documents import reason
from apivet.program.baseline import Baseline
from apivet.program.files import relative
from apivet.program.lockfile import lock_lines, lock_text
from apivet.reports.escaping import one_line
from apivet.reports.text import print_problems


def lock(*, output: str | None, check: bool, config: str | None) -> int:
    """Write the file, or say what is not current in it."""
    configured = read_config(config)
    if output is not None:
        configured = replace(configured, lock=os.path.abspath(output))
    collected, others = own_sources(configured)
    found = types_now(configured, collected)
    shown = relative(configured.lock_path)
    if found.problems or found.baseline is None:
        print_problems(list(found.problems))
        print(f"{shown} is left as it is: without these files it would lack types", file=sys.stderr)
        return 2
    if not found.baseline.types:
        raise UnusableError([f"no API type found below {relative(configured.root)}; {shown} is left as it is"])
    for each in others:
        print(f"{relative(each)} is a project of its own, with a lock file of its own", file=sys.stderr)
    return _compare(found.baseline, configured, shown) if check else _write(found.baseline, configured, shown)


def _write(baseline: Baseline, config: Config, shown: str) -> int:
    temporary = f"{config.lock_path}.{os.getpid()}"
    try:
        with open(temporary, "w", encoding="utf-8", errors="backslashreplace", newline="\n") as stream:
            stream.write(lock_text(baseline))
        os.replace(temporary, config.lock_path)
    except OSError as error:
        with contextlib.suppress(OSError):
            os.remove(temporary)
        raise UnusableError([f"{shown}: cannot be written: {reason(error)}"]) from None
    print(f"{shown}: {_counted(baseline)}")
    return 0


def _compare(baseline: Baseline, config: Config, shown: str) -> int:
    """Order is of no account: a merge may have left another one."""
    committed = lock_file(replace(config, lock=config.lock_path), seen_from=config.root)
    if committed.baseline is None:
        print_problems(list(committed.problems))
        return 2
    before, now = lock_lines(committed.baseline), lock_lines(baseline)
    known, current = set(before), set(now)
    for line in sorted((*(known - current), *(current - known)), key=lambda line: (line, line in current)):
        print(f"{'+' if line in current else '-'} {one_line(line)}")
    if known == current:
        print(f"{shown}: {_counted(baseline)}, current")
        return 0
    print(f"{shown} is not current; write it again with 'apivet types lock'", file=sys.stderr)
    return 1


def _counted(baseline: Baseline) -> str:
    types, fields = len(baseline.types), sum(len(type_.fields) for type_ in baseline.types.values())
    return f"{types} {'type' if types == 1 else 'types'}, {fields} {'field' if fields == 1 else 'fields'}"
