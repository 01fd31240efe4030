"""The mentions in code, which are the same whatever instructions a version of Python makes of it."""

from __future__ import annotations

import sys
import types

import pytest

from apivet.blackbox.project.constants import Mentions, mentions_of


def _mentions(statement: str, monkeypatch: pytest.MonkeyPatch) -> Mentions:
    module = types.ModuleType("ferries")
    module.__file__ = "ferries.py"
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(compile(f"def sail(obj, old):\n    {statement}\n", module.__file__, "exec"), vars(module))
    return mentions_of([module.sail], lambda name: name == module.__name__, ())


@pytest.mark.parametrize("operator", ["+", "-", "*", "//", "%", "&", ">>"])
@pytest.mark.parametrize("statement", ["return obj.deck {} old.hold == 2", "obj.deck {}= old.hold"])
def test_what_code_reckons_with(statement: str, operator: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = _mentions(statement.format(operator), monkeypatch)
    assert found.related == (("deck", "hold"),)
    assert [each.names for each in found.operations] == [{operator}]


@pytest.mark.parametrize(
    "statement",
    ["return 1 if old.deck is None else 2", "is_new = old.deck is None", "return not old.deck", "return old.deck or 1"],
)
def test_fields_of_which_code_asks_whether_they_are_there(statement: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _mentions(statement, monkeypatch).tested == {"deck"}
