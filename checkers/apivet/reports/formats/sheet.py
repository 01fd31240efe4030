"""A report's document, as all formats read it."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import quote

from msgspec import Struct

from apivet.catalogue import Catalogue, Rule
from apivet.reports.escaping import one_line
from apivet.reports.excerpt import characters_before
from apivet.verdicts import ABOUT_A_SERVER

#: A row of the document.
Row = dict[str, Any]

#: The severity of a finding of a rule that is not known any more.
_UNKNOWN: Final = "warning"
#: The mark of a finding that an exception covers.
EXCEPTED: Final = " (excepted)"


class Sheet(Struct, frozen=True):
    """The document (:mod:`apivet.reports.machine`), the rules, the repository's top and the path from there to the
    working directory (empty at the top, else with a slash at its end). Findings that an exception covers are shown only
    on demand; ``quiet`` leaves out what stands beside the findings of a list of them."""

    document: Row
    rules: Catalogue
    top: str = ""
    prefix: str = ""
    show_suppressed: bool = False
    quiet: bool = False

    @property
    def findings(self) -> list[Row]:
        """The findings to show, in the order of the source."""
        return [row for row in self.document["findings"] if self.show_suppressed or row["suppressed_by"] is None]

    @property
    def problems(self) -> list[Row]:
        """The problems with files and configuration."""
        return list(self.document["problems"])

    def rule(self, row: Row) -> Rule | None:
        """The rule of a finding or verdict."""
        return self.rules.find(row["rule"])

    def help_uri(self, symbol: str) -> str:
        """Where the page of a rule can be read."""
        return str(self.document["help_uri"]).replace("{symbol}", symbol)

    def from_top(self, path: str) -> str:
        """A printed path as seen from the repository's top, in characters: bytes that are none are replaced."""
        return _encoded(self._below_top(path)).decode("utf-8", "replace")

    def uri(self, path: str) -> str:
        """A printed path as a relative reference from the repository's top (RFC 3986), of the bytes of its name."""
        return quote(_encoded(self._below_top(path)), safe="/~")

    def _below_top(self, path: str) -> str:
        if self.top and path.startswith(f"{self.top}/"):
            return path[len(self.top) + 1 :]
        return posixpath.normpath(posixpath.join(self.prefix, path)) if self.prefix else path


def readable(document: Row) -> Row:
    """The document as any reader takes it: what does not print is escaped in names and sentences, which may quote
    sources. Paths stay, as they lead to files."""
    findings = [
        {**_escaped(row), "witness": [{**step, "note": one_line(step["note"])} for step in row["witness"]]}
        for row in document["findings"]
    ]
    verdicts, problems = (list(map(_escaped, document[each])) for each in ("verdicts", "problems"))
    return {**document, "findings": findings, "verdicts": verdicts, "problems": problems}


def _escaped(row: Row) -> Row:
    return {**row, **{key: one_line(row[key]) for key in ("object", "field", "message") if row.get(key)}}


def _encoded(path: str) -> bytes:
    """The bytes of a file's name. A path from elsewhere may hold what is no part of one."""
    try:
        return path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return path.encode("utf-8", "replace")


def is_about_a_file(problem: Row) -> bool:
    """Whether the path of a problem is one."""
    return bool(problem["path"] != ABOUT_A_SERVER)


def severity(row: Row) -> str:
    """``error``, ``warning``, ``refactor`` or ``info``."""
    return str(row["severity"] or _UNKNOWN)


def about(row: Row) -> str:
    """The object of a finding, with the field where there is one."""
    return f"{row['object']} {row['field']}" if row["field"] else str(row["object"])


def weight(row: Row) -> str:
    """The severity of a finding as it is shown to a reviewer: one that an exception covers is information."""
    return "info" if row["suppressed_by"] else severity(row)


def told(row: Row) -> str:
    """The message of a finding, with its object, and whether an exception covers it."""
    return f"{about(row)}: {row['message']}{EXCEPTED if row['suppressed_by'] else ''}"


def columns(row: Row) -> tuple[int, int]:
    """The first column of a finding and the one behind its last, counted in characters, from 1."""
    if not row["path"]:
        return 1, 1
    first = characters_before(row["path"], row["line"], row["column"])
    last = characters_before(row["path"], row["end_line"], row["end_column"])
    return first + 1, max(last, first if row["end_line"] == row["line"] else 0) + 1


def case_of(sheet: Sheet, row: Row) -> str:
    """The smallest case that shows a finding, as Python; empty where nothing was run."""
    return str(sheet.document.get("cases", {}).get(row["fingerprint"], ""))


def step_line(path: str, line: int, note: str) -> str:
    """A step to a finding in a line of text."""
    return f"{path}:{line}: {note}" if path else note


def witnessed(row: Row) -> Iterator[tuple[str, int, str]]:
    """The steps to a finding: path (empty for what lies in no file), line, and what happens there."""
    for step in row["witness"]:
        yield step["path"] or "", step["line"] or 0, step["note"]
