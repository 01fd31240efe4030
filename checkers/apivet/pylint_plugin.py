"""The pylint door: the same findings as ``apivet check``, as messages of the module under check."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from pylint.checkers import BaseChecker
from pylint.interfaces import HIGH, INFERENCE

from apivet import catalogue
from apivet.cache import share
from apivet.catalogue import HOUSE, Rule
from apivet.config import Config, ConfigError, ConfigFinder
from apivet.reports.escaping import one_line
from apivet.reports.marking import marked
from apivet.verdicts import Confidence, Finding, Verdict

if TYPE_CHECKING:
    from astroid import nodes  # type: ignore[import-untyped]
    from pylint.lint import PyLinter
    from pylint.typing import MessageDefinitionTuple

    from apivet.cache import FoundOut
    from apivet.check.desk import Desk

#: Pylint's own exit status for wrong usage.
_USAGE_ERROR = 32
#: The message for what could not be proved: any rule's.
_UNPROVEN: Final = "apivet-unproven"


def register(linter: PyLinter) -> None:
    """Add the checker to a linter, unless it is there already."""
    if any(isinstance(checker, ConventionChecker) for checker in linter.get_checkers()):
        return
    judge = _ModuleJudge()
    known = [rule for rule in catalogue.load(judge.config_of(os.getcwd()).plugins).rules if rule.id]
    # A checker's messages are of one number each: those of plug-ins have another.
    for rules in ([rule for rule in known if rule.package == HOUSE], [rule for rule in known if rule.package != HOUSE]):
        if rules:
            linter.register_checker(ConventionChecker(linter, judge, {rule.id: _message(rule) for rule in rules}))
    linter.register_checker(UnprovenChecker(linter, judge))
    # All that pylint has parsed would be searched for cycles as the process ends: a fifth of its time.
    atexit.register(gc.freeze)


def _refuse(lines: list[str]) -> None:
    """End as pylint does on wrong options: every error on a line, no traceback."""
    for line in lines:
        print(f"apivet: {one_line(line)}", file=sys.stderr)
    sys.exit(_USAGE_ERROR)


class _ModuleJudge:
    """The judge of each module, once for all checkers, as the module's own project is configured."""

    def __init__(self) -> None:
        self._configs = ConfigFinder()
        self._desks: dict[tuple[str, str | None], Desk] = {}
        #: Desks by directory and suffix of the files, which tell project and language.
        self._desk_of: dict[tuple[str, str], Desk] = {}
        self._latest: tuple[str, bytes, list[Finding]] | None = None

    def config_of(self, path: str) -> Config:
        """The configuration of a file or directory."""
        try:
            return self._configs.of(path)
        except ConfigError as error:
            _refuse(error.lines)
            raise

    def findings(self, path: str, data: bytes) -> list[Finding]:
        """The findings in a module that no exception covers."""
        if self._latest is None or self._latest[:2] != (path, data):
            desk = self._desk(path)
            found = desk.findings(path, data) if desk.may_matter(path, data) else []
            self._latest = path, data, [each for each in found if each.suppressed_by is None]
        return self._latest[2]

    def found_out(self) -> list[FoundOut]:
        """The results that are new, for the process that this one works for."""
        return [found for found in (desk.found_out() for desk in self._desks.values()) if found is not None]

    def close(self) -> None:
        """Let other runs know what was found out."""
        for desk in self._desks.values():
            desk.close()

    def _desk(self, path: str) -> Desk:
        place = os.path.dirname(path), os.path.splitext(path)[1]
        if place not in self._desk_of:
            self._desk_of[place] = self._desk_for(path)
        return self._desk_of[place]

    def _desk_for(self, path: str) -> Desk:
        config = self.config_of(path)
        desk = self._desks.get((config.root, config.file))
        if desk is None:
            from apivet.check.desk import Desk
            from apivet.front_ends import tree_of, trees
            from apivet.reports.text import print_problems

            desk = self._desks[config.root, config.file] = Desk(config, tree_of(path, trees(config, os.getcwd())))
            print_problems(desk.problems())  # said once
        return desk


class _Reporter(BaseChecker):
    """A checker that tells some of the findings in each module."""

    def __init__(
        self, linter: PyLinter, judge: _ModuleJudge, verdict: Verdict, messages: dict[str, MessageDefinitionTuple]
    ) -> None:
        self.msgs = messages
        self._judge = judge
        self._verdict = verdict
        self._symbols = frozenset(message[1] for message in messages.values())
        super().__init__(linter)

    def visit_module(self, node: nodes.Module) -> None:
        """Judge one module; almost always there is nothing in it to judge, and that is seen at once."""
        if not node.file or node.file == "<?>" or not any(map(self.linter.is_message_enabled, self._symbols)):
            return
        data = _source(node)
        path = os.path.abspath(node.file)
        lines: list[bytes] = []
        for finding in self._judge.findings(path, data) if data is not None else ():
            lines = lines or (data or b"").splitlines()
            symbol, message = self._told(finding)
            if finding.verdict is self._verdict and symbol in self._symbols:
                self._tell(finding, symbol, message, node, path, lines)

    def close(self) -> None:
        self._judge.close()

    def get_map_data(self) -> list[FoundOut] | None:
        """The new results after a module, where pylint has workers: they end without a word."""
        return self._judge.found_out() or None

    def reduce_map_data(self, linter: PyLinter, data: list[list[FoundOut]]) -> None:
        """Let other runs know what the workers found out."""
        share(found for each in data for found in each)

    def _told(self, finding: Finding) -> tuple[str, str]:
        """The symbol and the text of the message that a finding is."""
        return finding.rule, finding.message

    def _tell(
        self, finding: Finding, symbol: str, message: str, node: nodes.Module, path: str, lines: Sequence[bytes]
    ) -> None:
        here = os.path.abspath(finding.location.path) == path
        place = marked(finding.location, lines)
        line = place.line if here else _line_of(finding.object, node)
        self.add_message(
            symbol,
            node=_frame_at(node, line),
            line=line,
            args=(one_line(message),),
            confidence=HIGH if finding.confidence is Confidence.CERTAIN else INFERENCE,
            col_offset=place.column if here else 0,
            end_lineno=place.end_line or line if here else line,
            end_col_offset=place.end_column if here else 0,
        )


class ConventionChecker(_Reporter):
    """Judges the strategies, registrations and gates of each module that has any."""

    name = "apivet"

    def __init__(self, linter: PyLinter, judge: _ModuleJudge, messages: dict[str, MessageDefinitionTuple]) -> None:
        super().__init__(linter, judge, Verdict.VIOLATED, messages)


class UnprovenChecker(_Reporter):
    """Tells what could not be proved, to those who ask for it."""

    name = "apivet-undecided"

    def __init__(self, linter: PyLinter, judge: _ModuleJudge) -> None:
        description = (
            "A rule that could be neither proved nor refuted here; 'apivet trace' shows what is seen of a hook."
        )
        message: MessageDefinitionTuple = ("%s", _UNPROVEN, description, {"default_enabled": False})
        super().__init__(linter, judge, Verdict.UNPROVEN, {"I9799": message})

    def _told(self, finding: Finding) -> tuple[str, str]:
        field = f" [{finding.field}]" if finding.field else ""
        return _UNPROVEN, f"{finding.rule}{field} is unproven: {finding.message}"


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
    return next((node.fromlineno for node in _definitions(module) if node.name in parts), 1)


def _frame_at(module: nodes.Module, line: int) -> nodes.NodeNG:
    """The innermost class or function around a line, which the message says it is about; else the module."""
    found: nodes.NodeNG = module
    while True:
        inner = (node for node in _definitions(found) if node.fromlineno <= line <= (node.tolineno or 0))
        node = next(inner, None)
        if node is None:
            return found
        found = node


def _definitions(node: nodes.NodeNG) -> Iterator[nodes.NodeNG]:
    """The classes and functions right below a node, wherever in its statements."""
    for child in node.get_children():
        if isinstance(getattr(child, "name", None), str) and hasattr(child, "locals"):
            yield child
        elif not hasattr(child, "locals"):
            yield from _definitions(child)
