"""Findings in the words of the protocol: places in the client's units, diagnostics, the page of a rule."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from lsprotocol import types
from pygls import uris
from pygls.workspace import PositionCodec

from apivet.catalogue import HELP_URI, Rule, Severity
from apivet.lsp.session import Told
from apivet.program.files import bytes_at
from apivet.reports.escaping import one_line
from apivet.reports.marking import marked
from apivet.verdicts import Finding, Location, Verdict

SOURCE: Final = "apivet"
_SEVERITIES: Final = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.REFACTOR: types.DiagnosticSeverity.Information,
    Severity.INFO: types.DiagnosticSeverity.Information,
}


class Text:
    """The lines of a text, as the protocol counts them."""

    def __init__(self, data: bytes, codec: PositionCodec) -> None:
        self.lines = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        self._codec = codec

    def position(self, line: int, column: int) -> types.Position:
        """The position of a line, from 1, and a column in bytes."""
        if not 0 < line <= len(self.lines):
            return types.Position(max(0, min(line, len(self.lines)) - 1), 0)
        before = self.lines[line - 1][:column].decode("utf-8", "replace")
        return types.Position(line - 1, self._codec.client_num_units(before))

    def of_characters(self, line: int, column: int) -> types.Position:
        """The position of a line, from 1, and a column in characters."""
        text = self.lines[line - 1].decode("utf-8", "surrogateescape") if line <= len(self.lines) else ""
        return types.Position(line - 1, self._codec.client_num_units(text[:column]))

    def range(self, place: Location) -> types.Range:
        """The range of a place."""
        end_line, end_column = (place.end_line, place.end_column) if place.end_line else (place.line, place.column)
        return types.Range(self.position(place.line, place.column), self.position(end_line, end_column))

    def whole_line(self, line: int) -> types.Range:
        """The range of a line, from 1, without the blanks around it."""
        text = self.lines[line - 1] if 0 < line <= len(self.lines) else b""
        return types.Range(self.position(line, len(text) - len(text.lstrip())), self.position(line, len(text.rstrip())))


class Translator:
    """Results about one document, for its client."""

    def __init__(self, told: Told, codec: PositionCodec) -> None:
        self.told = told
        self._codec = codec
        self._texts: dict[str, Text] = {}

    def diagnostics(self) -> list[types.Diagnostic]:
        """Diagnostics of all findings in the document, and of a problem that leaves it unjudged."""
        told, problem = self.told, self.told.problem
        found = []
        if problem is not None:
            place = self.text(told.document.path).whole_line(problem.line or 1)
            message = f"not judged: {one_line(problem.message)}"
            error = types.DiagnosticSeverity.Error
            found.append(types.Diagnostic(place, message, error, "not-judged", source=SOURCE))
        shown = (each for each in told.findings if each.suppressed_by is None)
        return [*found, *(self.diagnostic(each) for each in shown)]

    def diagnostic(self, finding: Finding) -> types.Diagnostic:
        """A finding, with the way that leads there."""
        project = self.told.project
        rule = project.rules.find(finding.rule) if project is not None else None
        is_unproven = finding.verdict is Verdict.UNPROVEN
        severity = Severity.INFO if is_unproven or rule is None else rule.severity
        message = f"unproven: {finding.message}" if is_unproven else finding.message
        return types.Diagnostic(
            self.place(finding),
            one_line(message),
            _SEVERITIES[severity],
            finding.rule,
            types.CodeDescription(HELP_URI.format(symbol=finding.rule)),
            SOURCE,
            related_information=self._way(finding) or None,
            data={"fingerprint": finding.fingerprint},
        )

    def place(self, finding: Finding) -> types.Range:
        """The range that is marked: that of the finding, or where it lies elsewhere that of what it is about."""
        path = self.absolute(finding.location.path)
        text = self.text(self.told.document.path)
        if path == self.told.document.path:
            return text.range(marked(finding.location, text.lines))
        return text.whole_line(_line_about(finding.object, text.lines))

    def absolute(self, shown: str) -> str:
        """The absolute path of a file, by the one that is printed."""
        return self.told.project.absolute(shown) if self.told.project is not None else shown

    def text(self, path: str) -> Text:
        """The text of a file, as it is open or on disk."""
        if path not in self._texts:
            if path == self.told.document.path:
                data = self.told.document.text.encode("utf-8", "surrogatepass")
            else:
                held = self.told.project.texts.get(path) if self.told.project is not None else None
                data = (bytes_at(path) or b"") if held is None else held
            self._texts[path] = Text(data, self._codec)
        return self._texts[path]

    def uri(self, path: str) -> str:
        """The address of a file, as the client calls it where it has it open."""
        return self.told.document.uri if path == self.told.document.path else uris.from_fs_path(path) or path

    def _way(self, finding: Finding) -> list[types.DiagnosticRelatedInformation]:
        steps = [(step.path, step.line, step.note) for step in finding.witness]
        if self.absolute(finding.location.path) != self.told.document.path:
            steps = steps or [(finding.location.path, finding.location.line, finding.message)]
        return [
            types.DiagnosticRelatedInformation(self._at(self.absolute(path), line), one_line(note))
            for path, line, note in steps
        ]

    def _at(self, path: str, line: int) -> types.Location:
        return types.Location(self.uri(path), self.text(path).whole_line(line))


def page(rule: Rule) -> str:
    """The page of a rule as Markdown, without its front matter."""
    return rule.page.split("\n+++\n", 1)[-1].strip()


def at(diagnostics: Iterable[types.Diagnostic], place: types.Range) -> list[types.Diagnostic]:
    """The diagnostics that touch a range."""
    return [each for each in diagnostics if each.range.start <= place.end and place.start <= each.range.end]


def _line_about(object_: str, lines: Sequence[bytes]) -> int:
    """The line of what a finding names in this file; else the first."""
    for name in reversed(object_.split(".")):
        head = re.compile(rb"^\s*(?:(?:async )?def|class|type|func)\s+%s\b" % re.escape(name.encode()))
        for number, line in enumerate(lines, start=1):
            if head.match(line):
                return number
    return 1
