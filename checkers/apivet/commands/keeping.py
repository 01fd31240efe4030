"""``apivet blackbox --save``: each failing case in a file of its own, for ``--replay`` or to be run by itself.

A file is never removed: what an earlier run kept, and this one did not see, is either mended, which ``--replay`` says,
or about something that this run did not look at.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from typing import Final

from apivet.blackbox.protocol.case_files import file_name, importable
from apivet.check.observing import Watched
from apivet.commands.options import UnusableError
from apivet.documents import reason
from apivet.reports.counts import number_of
from apivet.reports.escaping import one_line

#: Prefix of the names of files with calls that were not exercised to their end.
_NOT_EXERCISED: Final = "not-exercised"


def keep_cases(watched: Watched, directory: str) -> None:
    """Write the cases of all findings, and say on standard error where they are. Raises :class:`UnusableError`."""
    folder = Path(directory)
    written: list[Path] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for finding in watched.report.findings:
            case = watched.cases.get(finding.fingerprint)
            if case is not None:
                path = folder / file_name(finding.rule, finding.object, finding.field, finding.fingerprint)
                path.write_text(importable(case, watched.roots, directory), encoding="utf-8")
                written.append(path)
        for each in watched.unexercised:
            if each.case:
                digest = hashlib.sha256(each.object.encode("utf-8", "surrogatepass")).hexdigest()
                path = folder / file_name(_NOT_EXERCISED, each.object, None, digest)
                path.write_text(importable(each.case, watched.roots, directory), encoding="utf-8")
                written.append(path)
        others = len(set(folder.glob("*--*.py")).difference(written))
    except OSError as error:
        place = error.filename or directory
        raise UnusableError([f"--save {directory}: {place} cannot be written: {reason(error)}"]) from None
    for path in written:
        print(one_line(path.as_posix()), file=sys.stderr)
    kept = number_of(len(written), "case") if written else "no failing case"
    hint = "; --replay FILE runs one again" if written else ""
    rest = f"; {others} of earlier runs left as they are" if others else ""
    print(one_line(f"{kept} kept in {folder.as_posix()}{hint}{rest}"), file=sys.stderr)
