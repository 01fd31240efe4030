"""The pylint door: the same findings as ``apivet check``, as messages of the module under check."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pylint.checkers import BaseChecker
from pylint.interfaces import HIGH, INFERENCE

from apivet import catalogue
from apivet.catalogue import HOUSE, Rule
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
    known = [rule for rule in catalogue.load(config.plugins).rules if rule.id]  # pylint has no other
    judge = _ModuleJudge(config)
    # A checker's messages are of one number each: those of plug-ins have another.
    for rules in ([rule for rule in known if rule.package == HOUSE], [rule for rule in known if rule.package != HOUSE]):
        if rules:
            linter.register_checker(ConventionChecker(linter, judge, rules))


def _refuse(lines: list[str]) -> None:
    """End as pylint does on wrong options: every error on a line, no traceback."""
    for line in lines:
        print(f"apivet: {one_line(line)}", file=sys.stderr)
    sys.exit(_USAGE_ERROR)


class _ModuleJudge:
    """The judge of each module, once for all checkers."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._latest: tuple[str, bytes, list[Finding]] | None = None

    def findings(self, path: str, data: bytes) -> list[Finding]:
        """The violations in a module that no exception covers."""
        if self._latest is None or self._latest[:2] != (path, data):
            found = self._desk.findings(path, data) if self._desk.may_matter(path, data) else []
            told = [each for each in found if each.verdict is Verdict.VIOLATED and each.suppressed_by is None]
            self._latest = path, data, told
        return self._latest[2]

    @functools.cached_property
    def _desk(self) -> Desk:
        from apivet.check.desk import Desk
        from apivet.front_ends import trees
        from apivet.reports.text import print_problems

        desk = Desk(self._config, trees(self._config, os.getcwd())[0])
        # Said once: exceptions that cannot be read are not heeded, and a lock file that cannot is not compared with.
        print_problems(desk.exceptions.problems())
        print_problems(list(desk.compared.problems))
        return desk


class ConventionChecker(BaseChecker):
    """Judges the strategies, registrations and gates of each module that has any."""

    name = "apivet"

    def __init__(self, linter: PyLinter, judge: _ModuleJudge, rules: Sequence[Rule]) -> None:
        self.msgs = {rule.id: _message(rule) for rule in rules}
        self._symbols = frozenset(rule.symbol for rule in rules)
        self._judge = judge
        super().__init__(linter)

    def visit_module(self, node: nodes.Module) -> None:
        """Judge one module; almost always there is nothing in it to judge, and that is seen at once."""
        if not node.file or node.file == "<?>":
            return
        data = _source(node)
        path = os.path.abspath(node.file)
        for finding in self._judge.findings(path, data) if data is not None else ():
            if finding.rule in self._symbols:
                self._tell(finding, node, path)

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
    """The line of a message that is about code in another file: that of the class or function of this module that the
    finding names, else its first line."""
    parts = set(object_.split("."))
    return next((line for name, line in _definitions(module) if name in parts), 1)


def _definitions(module: nodes.Module) -> Iterator[tuple[str, int]]:
    for statement in module.body:
        name = getattr(statement, "name", None)
        if isinstance(name, str):
            yield name, statement.fromlineno
