"""Reading ``exceptions.toml``: every entry with its line, and everything that is wrong with it."""

from __future__ import annotations

import datetime
import re
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from apivet.catalogue import Catalogue
from apivet.documents import DocumentError, did_you_mean, parse_toml, read_file, reason
from apivet.paths import EACH

#: The keys an entry may have, in the order in which they are written.
KEYS = ("rule", "object", "field", "reason", "approved-by", "issue", "expires")

_REQUIRED = ("rule", "object", "reason")

_VERSION = 1

_TOP = ("version", "serial", "exception")

#: Days that an exception for a change holds at most.
LONGEST = 90


class ExceptionEntry(Struct, frozen=True):
    """One ``[[exception]]``. ``errors`` are the reasons for which it is invalid; such an entry never suppresses. One
    that ``is_temporary`` lets a single change pass, and is of no use when that has become the base."""

    line: int
    rule: str
    object: str
    field: str | None
    reason: str
    approved_by: str
    issue: str | None
    expires: datetime.date | None
    errors: tuple[str, ...] = ()
    is_temporary: bool = False

    @property
    def key(self) -> tuple[str, str, str | None]:
        """The key of the finding that it covers: never a path or a line."""
        return (self.rule, self.object, self.field)

    def ends_too_late(self, today: datetime.date) -> bool:
        """Whether an exception that lets a change pass would do so for too long."""
        return self.is_temporary and self.expires is not None and (self.expires - today).days > LONGEST

    def expired(self, today: datetime.date) -> bool:
        """Whether its date has passed; on the day itself it still holds."""
        return self.expires is not None and self.expires < today


class ExceptionsFile(Struct, frozen=True):
    """The entries of one file. ``path`` is as shown; ``problem`` says why the file as a whole is unusable."""

    path: str
    entries: tuple[ExceptionEntry, ...] = ()
    problem: str | None = None
    problem_line: int = 0


class _Draft(Struct):
    """An entry that is being read."""

    line: int
    values: dict[str, Any]
    errors: list[str] = field(default_factory=list)

    def text(self, key: str) -> str:
        value = self.values.get(key, "")
        if not isinstance(value, str):
            self.errors.append(f"'{key}' must be a text in quotes")
            return ""
        return value


def read_exceptions(path: str, shown: str, rules: Catalogue) -> ExceptionsFile:
    """The file's entries; none where there is no file."""
    try:
        data = read_file(path)
    except FileNotFoundError:
        return ExceptionsFile(shown)
    except OSError as error:
        return ExceptionsFile(shown, problem=f"cannot be read: {reason(error)}")
    return parse_exceptions(data, shown, rules)


def parse_exceptions(data: bytes, shown: str, rules: Catalogue) -> ExceptionsFile:
    """The entries in the text of an exceptions file."""
    try:
        document = parse_toml(data)
    except DocumentError as error:
        return ExceptionsFile(shown, problem=str(error), problem_line=error.line)
    if not document:
        return ExceptionsFile(shown)
    problem = _unusable(document)
    if problem:
        return ExceptionsFile(shown, problem=problem)
    tables = document.get("exception", [])
    lines = _header_lines(data.decode("utf-8-sig"), len(tables))
    entries = [_entry(values, line, rules) for values, line in zip(tables, lines)]
    return ExceptionsFile(shown, tuple(_without_duplicates(entries)))


def _unusable(document: dict[str, Any]) -> str | None:
    """Why nothing in the file can be trusted, if so."""
    version = document.get("version")
    if version is None:
        return f"has no version; begin it with 'version = {_VERSION}'"
    if version != _VERSION or type(version) is not int:
        return f"has the unknown version {version!r}; this apivet reads version {_VERSION}"
    unknown = [key for key in document if key not in _TOP]
    if unknown:
        hints = [f"'{key}'{did_you_mean(key, _TOP)}" for key in unknown]
        return f"has unknown keys: {', '.join(hints)}"
    if type(document.get("serial", 1)) is not int or document.get("serial", 1) < 1:
        return "has a serial that is no whole number from 1"
    tables = document.get("exception", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        return "must hold its entries as [[exception]] tables"
    return None


def _entry(values: dict[str, Any], line: int, rules: Catalogue) -> ExceptionEntry:
    draft = _Draft(line, values)
    for key in values:
        if key not in KEYS:
            draft.errors.append(f"unknown key '{key}'{did_you_mean(key.replace('_', '-'), KEYS)}")
    for key in _REQUIRED:
        if not values.get(key, "") or (isinstance(values[key], str) and is_blank(values[key])):
            draft.errors.append(f"'{key}' is {'blank' if key in values else 'missing'}")
    name = draft.text("rule")
    rule = rules.find(name)
    if name.strip() and rule is None:
        draft.errors.append(f"there is no rule '{name}'{rules.suggestion(name)}")
    if rule and rule.scope == "exception":
        draft.errors.append(f"'{name}' is about exceptions; there can be none from it")
    is_temporary = rule is not None and rule.scope == "gate"
    if is_temporary and "expires" not in values:
        draft.errors.append(f"'expires' is missing; an exception from {name} ends after {LONGEST} days at most")
    field_ = draft.text("field") if "field" in values else None
    if field_ is not None and isinstance(values["field"], str) and is_blank(field_):
        draft.errors.append("'field' is blank; leave it out where the finding has none")
    _refuse_wildcards(draft, "object", draft.text("object"))
    _refuse_wildcards(draft, "field", (field_ or "").replace(EACH, ""))
    return ExceptionEntry(
        line=line,
        rule=rule.symbol if rule else name,
        object=values["object"] if isinstance(values.get("object"), str) else "",
        field=field_,
        reason=draft.text("reason"),
        approved_by=draft.text("approved-by").strip(),
        issue=draft.text("issue") or None,
        expires=_date(draft),
        errors=tuple(draft.errors),
        is_temporary=is_temporary,
    )


def is_blank(text: str) -> bool:
    """Whether a text says nothing: there are more characters without width than blanks."""
    return all(char.isspace() or not char.isprintable() for char in text)


def _refuse_wildcards(draft: _Draft, key: str, value: str) -> None:
    if "*" in value or "?" in value:
        draft.errors.append(f"'{key}' has a wildcard; an exception is for one {key} alone")


def _date(draft: _Draft) -> datetime.date | None:
    value = draft.values.get("expires")
    if value is None:
        return None
    # A datetime is a date to Python, but a moment is not a day.
    if isinstance(value, datetime.date) and not isinstance(value, datetime.datetime):
        return value
    hint = ", without quotes" if isinstance(value, str) else ""
    draft.errors.append(f"'expires' must be a date such as 2027-06-30{hint}")
    return None


def _without_duplicates(entries: list[ExceptionEntry]) -> list[ExceptionEntry]:
    """The entries, with an error on each that another one is keyed like."""
    alike: dict[tuple[str, str, str | None], list[ExceptionEntry]] = {}
    for entry in entries:
        alike.setdefault(entry.key, []).append(entry)
    checked = []
    for entry in entries:
        others = [other.line for other in alike[entry.key] if other is not entry]
        if others and entry.rule and entry.object:
            lines = " and ".join(str(line) for line in others)
            error = f"duplicates the entry on line {lines}; of duplicates none counts"
            entry = replace(entry, errors=(*entry.errors, error))
        checked.append(entry)
    return checked


# ------------------------------------------------------------------------------------------------- lines of entries

# What may hide something that looks like a header: comments and strings, the longest first. A string on one line
# ends with the line at the latest, so that a stray quote in a comment-like place cannot swallow the rest.
_TOKEN = re.compile(
    r'''(?P<skip>\#[^\n]*|"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*')'''
    r"""|(?P<key>^[ \t]*exception[ \t]*=)"""
    r"""|(?P<header>^[ \t]*\[\[[ \t]*(?:exception|"exception"|'exception')[ \t]*\]\])""",
    re.DOTALL | re.MULTILINE,
)


def _header_lines(text: str, count: int) -> list[int]:
    """The line of each entry: the n-th header is the n-th entry; entries of an inline array share its line."""
    headers: list[int] = []
    array = 1
    for token in _TOKEN.finditer(text):
        line = text.count("\n", 0, token.end()) + 1
        if token["header"]:
            headers.append(line)
        elif token["key"]:
            array = line
    return headers if len(headers) == count else [array] * count
