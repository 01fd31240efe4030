"""``apivet exceptions list``, ``verify`` and ``add``."""

from __future__ import annotations

import datetime
import sys

from apivet import catalogue
from apivet.commands.options import read_config, rule_called
from apivet.commands.tables import print_json, print_table
from apivet.exceptions.applying import Exceptions
from apivet.exceptions.writing import entry_text
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
    return 2 if exceptions.problems() else 0


def verify_entries(*, config: str | None) -> int:
    """Print what is wrong with the exceptions."""
    configured = read_config(config)
    rules = catalogue.load(configured.plugins)
    exceptions = Exceptions.read(configured, rules)
    findings = exceptions.findings()
    terminal = terminal_console()
    for finding in findings:
        print_lines(finding_lines(finding, rules), terminal)
    problems = exceptions.problems()
    if not findings and not problems:
        number = len(exceptions.file.entries)
        print(f"{exceptions.file.path}: {number} {'entry' if number == 1 else 'entries'}, nothing to report")
    sys.stdout.flush()
    print_problems(problems)
    return 2 if problems else 1 if findings else 0


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
