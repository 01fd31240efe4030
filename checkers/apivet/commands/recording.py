"""``apivet blackbox --record`` and ``--compare``: serialized objects of every type, written down and compared."""

from __future__ import annotations

import sys
from pathlib import Path

from apivet.check.recording import differences, record, recorded_in, write
from apivet.config import Config
from apivet.verdicts import Problem


def record_documents(paths: tuple[str, ...], config: Config, directory: str) -> int:
    """Write the documents down. 0, or 2 where there are none."""
    written = write(paths, config, {})
    if not _print_problems(written.problems, written.notes):
        return 2
    try:
        changed = record(Path(directory), written)
    except OSError as error:
        return _refuse(directory, error)
    print(f"{len(written.documents)} documents in {directory}, {len(changed)} of them new or changed")
    return 0


def compare_documents(paths: tuple[str, ...], config: Config, directory: str) -> int:
    """Compare with what was written down. 0 where all is as it was, 1 where anything is not, 2 where nothing can be
    said."""
    try:
        recorded = recorded_in(Path(directory))
    except OSError as error:
        return _refuse(directory, error)
    if not recorded:
        print(f"{directory}: no documents are recorded here", file=sys.stderr)
        return 2
    written = write(paths, config, recorded)
    if not _print_problems(written.problems, written.notes):
        return 2
    lines = list(differences(recorded, written))
    for line in lines:
        print(line)
    names = {line.partition(": ")[0] for line in lines}
    print(f"{len(recorded)} documents compared: {len(names) or 'none'} changed")
    return 1 if lines else 0


def _print_problems(problems: list[Problem], notes: tuple[str, ...]) -> bool:
    """Whether there is none."""
    from apivet.reports import text

    for note in notes:
        print(note, file=sys.stderr)
    text.print_problems(problems)
    return not problems


def _refuse(directory: str, error: OSError) -> int:
    print(f"{directory}: {error.strerror}", file=sys.stderr)
    return 2
