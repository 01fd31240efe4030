"""A change to the configuration that hides, or lets pass, what the base's would not (``gate-weakened``)."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from msgspec import Struct

from apivet import catalogue
from apivet.catalogue import Severity
from apivet.check.merging import by_key
from apivet.check.readings import Reading, in_names_of
from apivet.config import Config
from apivet.config.at_base import ConfigChange
from apivet.documents import read_file
from apivet.exceptions.applying import Exceptions
from apivet.program.files import relative
from apivet.verdicts import Finding, Location, Verdict

WEAKENED: Final = "gate-weakened"

#: Keys that hide no row: what they do is looked at by itself, or it is nothing.
_APART: Final = frozenset(("fail-on", "strict", "exceptions", "owners", "lock", "jobs", "cache", "cache-dir"))
#: Objects that a message names before it only counts them.
_NAMED: Final = 3


class Hidden(Struct, frozen=True, order=True):
    """A row that one reading has and another one has not, or a violation that only the one finds."""

    object: str
    rule: str
    field: str
    violated: bool


def hidden(before: Reading, now: Reading) -> frozenset[Hidden]:
    """Rows and violations of an earlier reading that a later one hides."""
    before = in_names_of(now, before)
    rows = by_key(now.report.judgements)
    found = set()
    for (name, rule, field), row in by_key(before.report.judgements).items():
        later = rows.get((name, rule, field))
        is_violated = row.verdict is Verdict.VIOLATED
        if later is None or (is_violated and later.verdict is not Verdict.VIOLATED):
            found.add(Hidden(name, rule, field or "", is_violated))
    told = {(each.rule, each.object, each.field) for each in now.report.findings if each.verdict is Verdict.VIOLATED}
    for each in before.report.findings:
        if each.verdict is Verdict.VIOLATED and (each.rule, each.object, each.field) not in told:
            found.add(Hidden(each.object, each.rule, each.field or "", True))
    return frozenset(found)


def weakenings(
    change: ConfigChange, before: Reading, now: Reading, read: Callable[[Config], Reading], exceptions: Exceptions
) -> list[Finding]:
    """A finding for each key whose change hides or lets pass something. ``read`` reads the tree by a configuration that
    has one of the changes alone."""
    told = dict(_let_pass(change, before, now))
    told.update(_excepted(change, before, now, exceptions))
    gone = hidden(before, now)
    if gone:
        keys = [key for key in change.keys if key.partition(".")[0] not in _APART | {"live"}]
        by_each = _blamed(keys, gone, before, change, read)
        told.update({key: _sentence(rows) for key, rows in by_each.items()})
    return [
        Finding(WEAKENED, Verdict.VIOLATED, _place(change, key), change.file, f"the change of '{key}' {what}", key)
        for key, what in sorted(told.items())
    ]


def _blamed(
    keys: Sequence[str],
    gone: frozenset[Hidden],
    before: Reading,
    change: ConfigChange,
    read: Callable[[Config], Reading],
) -> dict[str, frozenset[Hidden]]:
    """Hidden rows and violations, by the key that hides them. The black box's keys are not tried alone: they have
    the rest, or all that hide nothing alone."""
    if len(keys) == 1:
        return {keys[0]: gone}
    found = {}
    for key in keys:
        if not key.startswith("blackbox."):
            alone = hidden(before, read(change.with_only(key))) & gone
            found.update({key: alone} if alone else {})
    rest = gone.difference(*found.values())
    if rest:
        told = [key for key in keys if key.startswith("blackbox.")] or [key for key in keys if key not in found] or keys
        found.update({key: rest | found.get(key, frozenset()) for key in told})
    return found


def _let_pass(change: ConfigChange, before: Reading, now: Reading) -> Iterable[tuple[str, str]]:
    """The keys that say which findings fail a run."""
    least, later = Severity(before.config.fail_on), Severity(now.config.fail_on)
    if least is not later and later.is_at_least(least):
        yield "fail-on", f"lets findings pass that are no {later.value}"
    if before.config.strict and not now.config.strict:
        yield "strict", "lets pass what is unproven"


def _excepted(change: ConfigChange, before: Reading, now: Reading, exceptions: Exceptions) -> Iterable[tuple[str, str]]:
    """Other files of exceptions or owners: what they would suppress."""
    keys = [key for key in ("exceptions", "owners") if key in change.keys]
    if not keys:
        return
    theirs = Exceptions.read(now.config, catalogue.load(now.config.plugins))
    covered = [
        ours.object
        for ours, other in zip(exceptions.mark(before.report.findings), theirs.mark(before.report.findings))
        if ours.suppressed_by is None and other.suppressed_by is not None
    ]
    for key in keys if covered else ():
        yield key, f"would suppress {_named(covered)}"


def _sentence(rows: frozenset[Hidden]) -> str:
    broken = sum(each.violated for each in rows)
    one = len(rows) == 1
    verdicts = f"{len(rows)} verdict{'' if one else 's'}"
    violated = f" ({broken} violated)" if broken else ""
    listed = _named([f"{each.rule} of {each.object}" for each in sorted(rows, key=lambda each: not each.violated)])
    return f"hides {verdicts}{violated}: {listed}"


def _named(names: Sequence[str]) -> str:
    names = list(dict.fromkeys(names))
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {more} more" if more > 0 else "")


def _place(change: ConfigChange, key: str) -> Location:
    """The line of a key, as far as it is written out."""
    file = change.now.found.file or change.before.found.file
    path = str(file) if file is not None else os.path.join(change.now.found.root, change.file)
    try:
        lines = read_file(path).decode("utf-8", "replace").splitlines()
    except OSError:
        lines = []
    last = re.escape(key.rpartition(".")[2])
    spelled = re.compile(rf"\s*(?:(?:[\w.-]+\.)?[\"']?{last}[\"']?\s*=|\[+[\w. -]*\b{last}\s*\])")
    line = next((number for number, text in enumerate(lines, start=1) if spelled.match(text)), 1)
    return Location(relative(path), line, 0, line, 0)
