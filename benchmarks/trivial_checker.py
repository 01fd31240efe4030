"""The other yardstick: a pylint plugin with one checker that looks at each module and never has anything to say."""

from __future__ import annotations

from astroid import nodes
from pylint.checkers import BaseChecker
from pylint.lint import PyLinter


class TrivialChecker(BaseChecker):
    """Visits modules, so that pylint parses and walks them."""

    name = "trivial"
    msgs = {"R9901": ("Module without a name", "trivial-module", "Never happens.")}  # noqa: RUF012

    def visit_module(self, node: nodes.Module) -> None:
        if node.name is None:
            self.add_message("trivial-module", node=node)


def register(linter: PyLinter) -> None:
    """Pylint's way in."""
    linter.register_checker(TrivialChecker(linter))
