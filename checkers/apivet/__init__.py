"""apivet keeps API servers to their conventions.

Loading this package as a pylint plugin (``pylint --load-plugins=apivet``) calls :func:`register`; nothing heavy is
imported before that, so that ``apivet --version`` and editors start fast.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pylint.lint import PyLinter

__version__ = "0.1.0"


def register(linter: PyLinter) -> None:
    """Register the checkers with pylint. Called by pylint itself; safe to call more than once."""
    linter.load_plugin_modules(["apivet.pylint_plugin"])
