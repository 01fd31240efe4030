"""Which files of a tree lead to which others by their imports."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from apivet.python.files.import_graph import ImportGraph

TREE = {
    "yard/__init__.py": "",
    "yard/cranes/__init__.py": "from .strategy import CraneStrategy\n",
    "yard/cranes/strategy.py": "from yard import words\n",
    "yard/words.py": "",
    "yard/winches.py": "",
    "shop.py": "",
}
#: Text that leads to the strategies of cranes, and to what these lead to.
LEADING = {
    "of the module": "from yard.cranes.strategy import CraneStrategy\n",
    "as a name": "import yard.cranes.strategy as it\n",
    "of a package that has it": "from yard.cranes import CraneStrategy\n",
    "of a package above": "import yard\n",
    "of a part of the whole": "import yard.winches\n",
    "of a package as a part": "from yard import cranes\n",
    "of all": "from yard.cranes.strategy import *\n",
    "in parentheses": "from yard.cranes.strategy import (  # the strategy\n    CraneStrategy,\n)\n",
    "over lines": "from yard.cranes.strategy \\\n    import CraneStrategy\n",
    "behind something": "LIMIT = 3; from yard.cranes import strategy\n",
    "behind a condition": "if LIMIT: import yard.cranes.strategy\n",
    "in a function": "def f():\n    from yard.cranes import strategy\n",
    "by a text": "strategy = import_module('yard.cranes.strategy')\n",
}
BESIDE = {
    "of another module": "from yard.winches import pull\n",
    "as another name": "import yard.winches as cranes\n",
    "of the package's own": "from yard import VERSION\n",
    "of a library's name": "import strategy_of_others\n",
    "of nothing": "LIMIT = 3\n",
}


def _graph(extra: Mapping[str, str]) -> ImportGraph:
    sources = {f"/w/{path}": text.encode() for path, text in {**TREE, **extra}.items()}
    return ImportGraph(sources, sources.__getitem__)


def _leads(text: str, path: str = "other.py") -> bool:
    return f"/w/{path}" in _graph({path: text}).leading_to(["/w/yard/cranes/strategy.py"])


@pytest.mark.parametrize("way", LEADING)
def test_imports_lead_to_a_module(way: str) -> None:
    assert _leads(LEADING[way])


@pytest.mark.parametrize("way", BESIDE)
def test_and_others_do_not(way: str) -> None:
    assert not _leads(BESIDE[way])


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("from . import strategy\n", "yard/cranes/beside.py"),
        ("from .import strategy\n", "yard/cranes/beside.py"),
        ("from .cranes.strategy import CraneStrategy\n", "yard/beside.py"),
        ("from ..cranes import strategy\n", "yard/winding/beside.py"),
        ("from .. import cranes\n", "yard/winding/beside.py"),
    ],
)
def test_relative_imports_begin_where_they_stand(text: str, path: str) -> None:
    assert _leads(text, path)
    assert not _leads(text, f"elsewhere/{path}")


def test_steps_are_followed_both_ways() -> None:
    graph = _graph({"facade.py": "from yard.cranes import CraneStrategy\n", "user.py": "import facade\n"})
    inner = graph.reached(["/w/yard/cranes/strategy.py"])
    assert {"/w/yard/words.py", "/w/yard/cranes/strategy.py"} <= inner
    assert inner.isdisjoint(("/w/facade.py", "/w/user.py", "/w/shop.py"))
    around = graph.leading_to(inner)
    assert {"/w/facade.py", "/w/user.py"} <= around
    assert "/w/shop.py" not in around
    assert "/w/yard/words.py" in graph.reached(["/w/yard/cranes/strategy.py"])


def test_a_module_of_the_standard_library_is_no_file_of_the_tree() -> None:
    graph = _graph({"yard/json.py": "", "yard/queue/__init__.py": "", "user.py": "import json\nimport queue\n"})
    assert "/w/user.py" not in graph.leading_to(["/w/yard/json.py"])
    assert "/w/user.py" in graph.leading_to(["/w/yard/queue/__init__.py"])  # a package may be meant


def test_where_there_are_no_files_nothing_leads_anywhere() -> None:
    graph = ImportGraph((), lambda path: b"")
    assert graph.reached(()) == graph.leading_to(()) == graph.libraries(()) == set()
