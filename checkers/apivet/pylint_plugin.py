"""The pylint door: the same findings as ``apivet check``, as messages of the module under check."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pylint.checkers import BaseChecker
from pylint.interfaces import HIGH, INFERENCE

from apivet import catalogue
from apivet.catalogue import Rule
from apivet.config import Config, ConfigError, load_config
from apivet.reports.escaping import one_line
from apivet.verdicts import Confidence, Finding, Verdict

if TYPE_CHECKING:
    from astroid import nodes  # type: ignore[import-untyped]
    from pylint.lint import PyLinter
    from pylint.typing import MessageDefinitionTuple

    from apivet.check.desk import Desk

#: Pylint's own exit status for wrong usage.
_USAGE_ERROR = 32


def register(linter: PyLinter) -> None:
    """Add the checker to a linter, unless it is there already."""
    if any(isinstance(checker, ConventionChecker) for checker in linter.get_checkers()):
        return
    try:
        config = load_config()
    except ConfigError as error:
        _refuse(error.lines)
    linter.register_checker(ConventionChecker(linter, config))


def _refuse(lines: list[str]) -> None:
    """End as pylint does on wrong options: every error on a line, no traceback."""
    for line in lines:
        print(f"apivet: {one_line(line)}", file=sys.stderr)
    sys.exit(_USAGE_ERROR)


class ConventionChecker(BaseChecker):
    """Judges the strategies, registrations and gates of each module that has any."""

    name = "apivet"

    def __init__(self, linter: PyLinter, config: Config) -> None:
        rules = catalogue.load(config.plugins).rules
        self.msgs = {rule.id: _message(rule) for rule in rules if rule.id}  # pylint has no other
        self._symbols = frozenset(rule.symbol for rule in rules if rule.id)
        self.config = config
        super().__init__(linter)

    def visit_module(self, node: nodes.Module) -> None:
        """Judge one module; almost always there is nothing in it to judge, and that is seen at once."""
        if not node.file or node.file == "<?>":
            return
        data = _source(node)
        path = os.path.abspath(node.file)
        if data is None or not self._desk.may_matter(path, data):
            return
        for finding in self._desk.findings(path, data):
            is_told = finding.verdict is Verdict.VIOLATED and finding.suppressed_by is None
            if is_told and finding.rule in self._symbols:
                self._tell(finding, node, path)

    @functools.cached_property
    def _desk(self) -> Desk:
        from apivet.check.desk import Desk
        from apivet.reports.text import print_problems

        desk = Desk(self.config)
        # Said once: exceptions that cannot be read are not heeded, and a lock file that cannot is not compared with.
        print_problems(desk.exceptions.problems())
        print_problems(list(desk.compared.problems))
        return desk

    def _tell(self, finding: Finding, node: nodes.Module, path: str) -> None:
        location = finding.location
        here = os.path.abspath(location.path) == path
        line = location.line if here else _line_of(finding.object, node)
        self.add_message(
            finding.rule,
            node=node,
            line=line,
            args=(one_line(finding.message),),
            confidence=HIGH if finding.confidence is Confidence.CERTAIN else INFERENCE,
            col_offset=location.column if here else 0,
            end_lineno=location.end_line or line if here else line,
            end_col_offset=location.end_column if here else 0,
        )


def _message(rule: Rule) -> MessageDefinitionTuple:
    """A rule as pylint registers it. The finding says the whole sentence, so the text is but a place for it."""
    description = f"{rule.sentence[:1].upper()}{rule.sentence[1:]}. See {rule.help}, or run 'apivet explain {rule.id}'."
    return ("%s", rule.symbol, description, {"default_enabled": rule.enabled})


def _source(node: nodes.Module) -> bytes | None:
    """The text that pylint parsed: an editor's buffer with ``--from-stdin``, else the file."""
    try:
        with node.stream() as stream:
            data: bytes = stream.read()
            return data
    except (OSError, AttributeError, TypeError):
        return None


def _line_of(object_: str, module: nodes.Module) -> int:
    """Where a message goes that is about code in another file: to the class or function of this module that the
    finding names, else to its first line."""
    parts = set(object_.split("."))
    return next((line for name, line in _definitions(module) if name in parts), 1)


def _definitions(module: nodes.Module) -> Iterator[tuple[str, int]]:
    for statement in module.body:
        name = getattr(statement, "name", None)
        if isinstance(name, str):
            yield name, statement.fromlineno
