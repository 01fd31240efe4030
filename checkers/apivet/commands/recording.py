"""``apivet blackbox --record`` and ``--compare``: serialized objects of every type, written down and compared."""

from __future__ import annotations

import sys
from pathlib import Path

from apivet.check.golden import Golden, recorded_in
from apivet.check.observing import Watched
from apivet.check.recording import compare, record, write
from apivet.config import Config
from apivet.documents import reason
from apivet.reports import text
from apivet.reports.counts import number_of
from apivet.reports.escaping import one_line
from apivet.verdicts import Problem


def record_documents(paths: tuple[str, ...], config: Config, directory: str) -> int:
    """Write the documents down. 0, or 2 where there are none."""
    written = write(paths, config)
    if not _print_problems(written.problems, written.notes):
        return 2
    try:
        changed = record(Path(directory), written)
        stale = sorted(set(recorded_in(Path(directory))) - set(written.documents))
    except OSError as error:
        return _refuse(directory, error)
    for name in stale:
        path = (Path(directory) / name).as_posix()
        print(
            one_line(f"{path}: nothing is serialized under that name; delete it, or --compare fails"), file=sys.stderr
        )
    documents = number_of(len(written.documents), "document")
    print(one_line(f"{documents} in {directory}, {len(changed)} of them new or changed"))
    return 0


def compare_documents(paths: tuple[str, ...], config: Config, directory: str) -> Watched | None:
    """The outcome of a comparison with what was written down; ``None`` where there is nothing to compare with, and that
    is said."""
    try:
        golden = Golden(directory, recorded_in(Path(directory)))
    except OSError as error:
        _refuse(directory, error)
        return None
    if not golden.recorded:
        print(one_line(f"{directory}: no documents are recorded here"), file=sys.stderr)
        return None
    return compare(paths, config, golden)


def _print_problems(problems: list[Problem], notes: tuple[str, ...]) -> bool:
    """Whether there is none."""
    for note in notes:
        print(one_line(note), file=sys.stderr)
    text.print_problems(problems)
    return not problems


def _refuse(directory: str, error: OSError) -> int:
    place = Path(str(error.filename or directory)).as_posix()
    print(one_line(f"{place}: {reason(error)}"), file=sys.stderr)
    return 2
