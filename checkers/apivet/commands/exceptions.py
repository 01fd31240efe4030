"""``apivet exceptions list``, ``verify`` and ``add``."""

from __future__ import annotations

import datetime
import sys

from apivet import catalogue
from apivet.base import Base
from apivet.check.gating import BaseError, base_of
from apivet.commands.options import UnusableError, read_config, rule_called
from apivet.commands.tables import print_json, print_table
from apivet.config import Config
from apivet.exceptions.applying import Exceptions
from apivet.exceptions.base_owners import checked, signed
from apivet.exceptions.entries import read_exceptions, relative
from apivet.exceptions.hosting import review
from apivet.exceptions.signatures import SUFFIX, KeygenError, sign, usual_keys
from apivet.exceptions.writing import entry_text, with_serial
from apivet.reports.text import finding_lines, print_lines, print_problems, terminal_console


def list_entries(*, format_: str, config: str | None) -> int:
    """Print every exception and how it stands."""
    configured = read_config(config)
    exceptions = Exceptions.read(configured, catalogue.load(configured.plugins))
    rows = [
        {
            "rule": entry.rule,
            "object": entry.object,
            "field": entry.field,
            "reason": entry.reason,
            "approved-by": entry.approved_by,
            "issue": entry.issue,
            "expires": entry.expires.isoformat() if entry.expires else None,
            "state": exceptions.state(entry),
            "path": exceptions.file.path,
            "line": entry.line,
        }
        for entry in exceptions.file.entries
    ]
    if format_ == "json":
        print_json(rows)
    elif rows:
        keys = ("state", "rule", "object", "field", "approved-by", "expires")
        print_table(keys, [tuple(str(row[key] or "") for key in keys) for row in rows])
    elif not exceptions.file.problem:
        print(f"no exceptions in {exceptions.file.path}")
    sys.stdout.flush()
    print_problems(exceptions.problems())
    return 2 if any(problem.fatal for problem in exceptions.problems()) else 0


def verify_entries(*, base: str | None, config: str | None) -> int:
    """Print what is wrong with the exceptions, and who reviews changes of them."""
    configured = read_config(config)
    rules = catalogue.load(configured.plugins)
    exceptions = Exceptions.read(configured, rules)
    try:
        found, _ = base_of(configured.root, base)
    except BaseError as error:
        raise UnusableError([str(error)]) from None
    if found is not None:
        exceptions = checked(exceptions, signed(configured, found, exceptions.file))
    findings = exceptions.findings()
    terminal = terminal_console()
    for finding in findings:
        print_lines(finding_lines(finding, rules), terminal)
    problems = exceptions.problems()
    if not findings and not problems:
        number = len(exceptions.file.entries)
        print(f"{exceptions.file.path}: {number} {'entry' if number == 1 else 'entries'}, nothing to report")
    if exceptions.file.entries and found is not None:
        is_signed = exceptions.is_proven and not exceptions.objection
        print("signed by an approver" if is_signed else _review(configured, found))
    sys.stdout.flush()
    print_problems(problems)
    return 2 if problems else 1 if findings else 0


def _review(config: Config, base: Base) -> str:
    """Whether the hosting service asks approvers, where nothing is signed."""
    files = [base.below_top(path) for path in (config.exceptions_path, config.owners_path)]
    return review(base.repository.top, files, files[1]).sentence


def sign_file(*, key: str | None, base: str | None, config: str | None) -> int:
    """Sign the exceptions, with a serial that is above that of the base."""
    configured = read_config(config)
    path = configured.exceptions_path
    file = read_exceptions(path, relative(path), catalogue.load(configured.plugins))
    if file.problem:
        raise UnusableError([f"{file.path}: {file.problem}"])
    try:
        found, _ = base_of(configured.root, base)
        number = with_serial(path, found.read(path) if found is not None else None)
        used = sign(path, [key] if key is not None else usual_keys())
    except (BaseError, KeygenError) as error:
        raise UnusableError([str(error)]) from None
    except OSError as error:
        raise UnusableError([f"{file.path}: {error.strerror or error}"]) from None
    print(f"{file.path}{SUFFIX}: serial {number}, signed with {used}")
    return 0


def print_entry(
    *,
    rule: str,
    object_: str,
    field: str | None,
    reason: str,
    approved_by: str,
    issue: str | None,
    expires: datetime.datetime | None,
) -> int:
    """Print an entry to paste."""
    known = rule_called(rule)
    day = expires.date().isoformat() if expires else None
    print(entry_text(known.symbol, object_, field, reason, approved_by, issue, day), end="")
    return 0
