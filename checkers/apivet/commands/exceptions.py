"""``apivet exceptions list``, ``verify``, ``sign`` and ``add``."""

from __future__ import annotations

import datetime
import os
import sys
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from apivet import catalogue
from apivet.base import Base
from apivet.catalogue import Rule
from apivet.check.baseline import RevisionError
from apivet.check.gating import BaseError, base_of
from apivet.check.granting import AskingError, TreeFindings, check_entry
from apivet.commands.options import UnusableError, read_config, rule_called
from apivet.commands.tables import print_json, print_table
from apivet.config import Config
from apivet.documents import reason
from apivet.exceptions.ages import entry_ages
from apivet.exceptions.applying import Exceptions
from apivet.exceptions.base_owners import checked, signed
from apivet.exceptions.entries import ExceptionEntry, read_exceptions
from apivet.exceptions.hosting import review
from apivet.exceptions.owners import read_owners, signers_beside
from apivet.exceptions.signatures import SUFFIX, KeygenError, sign, usual_keys
from apivet.exceptions.writing import append_entries, entry_text, with_serial
from apivet.git import is_in_repository, top_of
from apivet.git_process import GitError
from apivet.program.files import relative
from apivet.reports.text import finding_lines, print_lines, print_problems, terminal_console


def list_entries(*, format_: str, config: str | None) -> int:
    """Print every exception, how old it is, how it stands, and whether it is still needed."""
    configured = read_config(config)
    rules = catalogue.load(configured.plugins)
    exceptions = Exceptions.read(configured, rules)
    entries = exceptions.file.entries
    tree = _judged(configured) if entries else None
    ages = entry_ages(configured, rules, exceptions.today) if entries else {}
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
            "age": ages.get(entry.key),
            "used": tree.needs(entry, rules.find(entry.rule)) if tree is not None else None,
            "path": exceptions.file.path,
            "line": entry.line,
        }
        for entry in entries
    ]
    if format_ == "json":
        print_json(rows)
    elif rows:
        keys = ("state", "rule", "object", "field", "approved-by", "expires", "age", "used")
        print_table(keys, [tuple(_cell(key, row[key]) for key in keys) for row in rows])
    elif not exceptions.file.problem:
        print(f"no exceptions in {exceptions.file.path}")
    sys.stdout.flush()
    print_problems(exceptions.problems())
    return 2 if any(problem.fatal for problem in exceptions.problems()) else 0


def _cell(key: str, value: Any) -> str:
    if key == "age" and value is not None:
        return f"{value} day{'' if value == 1 else 's'}"
    if key == "used":
        return {True: "yes", False: "no", None: "?"}[value]
    return str(value or "")


def _judged(config: Config) -> TreeFindings:
    try:
        return TreeFindings.judged(config)
    except RevisionError as error:
        raise UnusableError([str(error)]) from None


def verify_entries(*, base: str | None, config: str | None) -> int:
    """Print what is wrong with the exceptions, and who reviews changes of them."""
    configured = read_config(config)
    rules = catalogue.load(configured.plugins)
    exceptions = Exceptions.read(configured, rules)
    try:
        found, reason = base_of(configured.root, base)
        if found is None and exceptions.unverified:
            exceptions = replace(exceptions, unverified=f"its signature can't be verified without a base: {reason}")
        if found is not None:
            exceptions = checked(exceptions, signed(configured, found, exceptions.file))
    except BaseError as error:
        raise UnusableError([str(error)]) from None
    except GitError as error:
        raise UnusableError([str(BaseError(error))]) from None
    findings = exceptions.findings()
    terminal = terminal_console()
    for finding in findings:
        print_lines(finding_lines(finding, rules), terminal)
    problems = exceptions.problems()
    if not findings and not problems:
        number = len(exceptions.file.entries)
        print(f"{exceptions.file.path}: {number} {'entry' if number == 1 else 'entries'}, nothing to report")
    if found is not None and exceptions.file.entries and exceptions.is_proven and not exceptions.objection:
        print("signed by an approver")
    elif is_in_repository(configured.root):
        print(_review(configured, found))
    sys.stdout.flush()
    print_problems(problems)
    return 2 if problems else 1 if findings else 0


def _review(config: Config, base: Base | None) -> str:
    """Whether the hosting service asks approvers, where nothing is signed; before the first commits too."""
    top = top_of(config.root)
    paths = (config.exceptions_path, config.owners_path, signers_beside(config.owners_path))
    files = [base.below_top(path) if base is not None else relative(os.path.realpath(path), top) for path in paths]
    return review(top, files, files[1]).sentence


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
    except (BaseError, GitError, KeygenError) as error:
        raise UnusableError([str(error)]) from None
    except OSError as error:
        raise UnusableError([f"{file.path}: {reason(error)}"]) from None
    print(f"{file.path}{SUFFIX}: serial {number}, signed with {used}")
    return 0


def add_entries(
    *,
    rule: str | None,
    object_: str | None,
    field: str | None,
    field_option: str | None,
    every: bool,
    reason: str | None,
    approved_by: str,
    issue: str | None,
    expires: datetime.datetime | None,
    config: str | None,
) -> int:
    """Write entries into the file, and print them; without a reason, one is printed only, to be pasted."""
    day = expires.date() if expires else None
    asked = _Request(reason or "", approved_by, issue, day)
    if every:
        if rule is not None or reason is None or day is None:
            raise UnusableError(["--all: needs --reason and --expires, and no RULE"])
        return _add(_all_open(read_config(config), asked), read_config(config))
    if rule is None or object_ is None:
        raise UnusableError(["name a RULE and an OBJECT, or --all"])
    known = rule_called(rule)
    if reason is None:
        todo = "TODO: say why this must stay as it is."
        print(entry_text(known.symbol, object_, field_option or field, todo, approved_by, issue, _written(day)), end="")
        return 0
    configured = read_config(config)
    try:
        named = _judged(configured).field_of(known, object_, field_option or field)
        entry = asked.entry(known, object_, named)
        check_entry(_with_owners(configured), known, entry)
    except AskingError as error:
        raise UnusableError(error.lines) from None
    return _add([entry], configured)


def _with_owners(config: Config) -> Exceptions:
    """The exceptions, and the approvers whether or not there is an entry yet."""
    exceptions = Exceptions.read(config, catalogue.load(config.plugins))
    return replace(exceptions, owners=read_owners(config.owners_path, relative(config.owners_path)))


class _Request(Struct, frozen=True):
    """The fields that all entries asked for at once share."""

    reason: str
    approved_by: str
    issue: str | None
    expires: datetime.date | None

    def entry(self, rule: Rule, object_: str, field: str | None) -> ExceptionEntry:
        """The entry for one finding."""
        is_temporary = rule.scope == "gate"
        return ExceptionEntry(
            0, rule.symbol, object_, field, self.reason, self.approved_by, self.issue, self.expires, (), is_temporary
        )


def _all_open(config: Config, asked: _Request) -> list[ExceptionEntry]:
    """An entry for each violation that there is today, and that none waits for an approver for."""
    rules = catalogue.load(config.plugins)
    exceptions = _with_owners(config)
    there = {each.key for each in exceptions.file.entries}
    entries = []
    for finding in _judged(config).open(exceptions):
        rule = rules.find(finding.rule)
        if (
            rule is not None
            and rule.scope != "exception"
            and (finding.rule, finding.object, finding.field) not in there
        ):
            entries.append(asked.entry(rule, finding.object, finding.field))
    try:
        for entry in entries:
            check_entry(exceptions, rule_called(entry.rule), entry)
    except AskingError as error:
        raise UnusableError(error.lines) from None
    return entries


def _add(entries: list[ExceptionEntry], config: Config) -> int:
    path = config.exceptions_path
    file = read_exceptions(path, relative(path), catalogue.load(config.plugins))
    if file.problem:
        raise UnusableError([f"{file.path}: {file.problem}"])
    texts = [_text(each) for each in entries]
    try:
        append_entries(path, texts)
    except UnicodeEncodeError as error:
        wrong = error.object[: error.end].splitlines()[-1]
        raise UnusableError([f"{file.path}: must be UTF-8, and this is not: {wrong}"]) from None
    except OSError as error:
        raise UnusableError([f"{file.path}: {reason(error)}"]) from None
    print("\n".join(texts), end="")
    sys.stdout.flush()
    number = f"{len(texts)} {'entry' if len(texts) == 1 else 'entries'}"
    note = "" if all(each.approved_by for each in entries) else "; none counts before an approver fills in approved-by"
    print(f"{number} written to {file.path}{note}", file=sys.stderr)
    return 0


def _text(entry: ExceptionEntry) -> str:
    told = (entry.rule, entry.object, entry.field, entry.reason, entry.approved_by, entry.issue)
    return entry_text(*told, _written(entry.expires))


def _written(day: datetime.date | None) -> str | None:
    return day.isoformat() if day is not None else None
