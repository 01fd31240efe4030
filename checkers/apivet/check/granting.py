"""The findings that an exception can be asked for, and whether those that there are are still needed."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from apivet import catalogue
from apivet.catalogue import Rule
from apivet.check.run import judge_tree
from apivet.config import Config
from apivet.documents import did_you_mean
from apivet.exceptions.applying import Exceptions, is_served
from apivet.exceptions.entries import LONGEST, ExceptionEntry, is_blank
from apivet.verdicts import Finding, Verdict


class AskingError(ValueError):
    """An exception that can't be asked for so: everything that is wrong with it, one line each."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


class TreeFindings(Struct, frozen=True):
    """Findings of the static check in the working directory, of the rules that are on."""

    findings: tuple[Finding, ...]
    active: frozenset[str]

    @classmethod
    def judged(cls, config: Config) -> TreeFindings:
        """Look at the working directory. Raises :class:`~apivet.check.baseline.RevisionError`."""
        active = config.active_rules(catalogue.load(config.plugins))
        report = judge_tree([], config)
        return cls(tuple(finding for finding in report.findings if finding.rule in active), active)

    def needs(self, entry: ExceptionEntry, rule: Rule | None) -> bool | None:
        """Whether an entry is for something that is found; ``None`` where the static check can't tell."""
        if rule is None or not _is_told(rule, entry.object) or entry.rule not in self.active:
            return None
        return any((each.rule, each.object, each.field) == entry.key for each in self.findings)

    def field_of(self, rule: Rule, object_: str, field: str | None) -> str | None:
        """The field that an exception for a finding names: that of the finding, where there is one alone. Raises
        :class:`AskingError`."""
        if not _is_told(rule, object_):
            return field
        found = [each for each in self.findings if each.rule == rule.symbol]
        of_object = [each for each in found if each.object == object_]
        if not of_object:
            names = sorted({each.object for each in found})
            other = f"; it is found for {_listed(names)}" if names else ""
            raise AskingError(
                [f"nothing of {rule.symbol} is found for '{object_}'{did_you_mean(object_, names) or other}"]
            )
        fields = list(dict.fromkeys(each.field for each in of_object))
        if field is None and len(fields) == 1:
            return fields[0]
        if field in fields:
            return field
        told = [each or "none (leave --field out)" for each in fields]
        if field is None:
            raise AskingError([f"--field: {rule.symbol} is found for several fields of '{object_}': {_listed(told)}"])
        raise AskingError([f"--field: nothing is found for '{field}' of '{object_}', but for {_listed(told)}"])

    def open(self, exceptions: Exceptions) -> list[Finding]:
        """The violations that no exception covers, each key once, those of one object together."""
        marked = exceptions.mark(each for each in self.findings if each.verdict is Verdict.VIOLATED)
        keys = {(each.object, each.rule, each.field or ""): each for each in marked if each.suppressed_by is None}
        return [finding for _, finding in sorted(keys.items(), key=lambda item: item[0])]


def check_entry(exceptions: Exceptions, rule: Rule, entry: ExceptionEntry) -> None:
    """Refuse an entry that would not count. Raises :class:`AskingError`."""
    wrong = []
    approver, today = entry.approved_by, exceptions.today
    if rule.scope == "exception":
        wrong.append(f"{rule.symbol} is about exceptions; there can be none from it")
    there = [each.line for each in exceptions.file.entries if each.key == entry.key]
    if there:
        wrong.append(f"{exceptions.file.path}:{there[0]} is for the same already")
    if is_blank(entry.reason):
        wrong.append("--reason: is blank; say why it must stay as it is")
    if approver and exceptions.owners.objection(approver):
        known = sorted(exceptions.owners.approvers)
        hint = did_you_mean(approver, known) or (f"; there are {_listed(known)}" if known else "")
        wrong.append(f"--approved-by: '{approver}' is not among the approvers in {exceptions.owners.path}{hint}")
    if entry.expired(today):
        wrong.append(f"--expires: {entry.expires} has passed")
    elif entry.ends_too_late(today):
        wrong.append(f"--expires: an exception from {rule.symbol} ends after {LONGEST} days at most")
    elif entry.is_temporary and entry.expires is None:
        wrong.append(f"--expires: an exception from {rule.symbol} needs a last day, {LONGEST} days ahead at most")
    if wrong:
        raise AskingError(wrong)


def _is_told(rule: Rule, object_: str) -> bool:
    """Whether the static check alone would find it."""
    return "static" in rule.evidence and rule.scope not in ("gate", "exception") and not is_served(object_)


def _listed(names: Iterable[str]) -> str:
    names = list(names)
    return ", ".join(names[:8]) + (", ..." if len(names) > 8 else "")
