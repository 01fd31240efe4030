"""Files are collected, looked at and chosen."""

from __future__ import annotations

import ast
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from apivet.program.files import SourceFile
from apivet.program.front_end import DefaultScope
from apivet.python.discover.summaries import summarise
from apivet.python.files.choosing import relevant_files
from apivet.python.files.collect import collect, parse_problem
from apivet.python.files.prefilter import FileRelevance
from apivet.python.files.tree_facts import TreeFacts
from apivet.python.source.parsing import parse_once
from apivet.verdicts import Problem
from apivet.vocabulary import HubMapping, Vocabulary


def write(root: Path, *names: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("x = 1\n")


def collected(root: Path, *paths: str, exclude: tuple[str, ...] = ()) -> list[str]:
    return [file.path for file in collect(paths, exclude, str(root)).files]


def test_walking_leaves_out_what_nobody_wrote_here(tmp_path: Path) -> None:
    write(tmp_path, "a.py", "b.pyi", "c.txt", "d/e.py", ".git/f.py", "__pycache__/g.py", "build/h.py", "dist/i.py")
    write(tmp_path, "node_modules/j.py", "env/k.py", "env/pyvenv.cfg", ".hidden/l.py")
    assert collected(tmp_path, ".") == ["a.py", "b.pyi", "d/e.py"]
    assert collect(["."], (), str(tmp_path)).left_out == 5


def test_what_tools_keep_for_themselves_is_not_counted(tmp_path: Path) -> None:
    for name, text in ((".kept", "# of a tool\n*\n"), (".hidden", "*.pyc\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / ".gitignore").write_text(text)
    assert collect(["."], (), str(tmp_path)).left_out == 1


def test_below_a_pattern_nothing_is_left_out_for_its_name(tmp_path: Path) -> None:
    write(tmp_path, "apis/build/types.py", "apis/build/v1/types.py", "apis/dist/pyvenv.cfg", "apis/dist/types.py")
    write(tmp_path, "server/kinds/build/a.py", "server/kinds/pyvenv.cfg", "server/build/b.py", "apis/.old/c.py")
    everything = [file.path for file in collect(["."], (), str(tmp_path)).files]
    assert everything == ["apis/build/types.py", "apis/build/v1/types.py", "apis/dist/types.py"]
    mapped = collect(["."], (), str(tmp_path), [HubMapping("server.kinds.{rest}", "client.{rest}")])
    assert [file.path for file in mapped.files] == [*everything, "server/kinds/build/a.py"]
    assert mapped.left_out == 2


def test_a_stub_is_read_where_there_is_no_module_beside_it(tmp_path: Path) -> None:
    write(tmp_path, "both.py", "both.pyi", "stub.pyi", "package/__init__.pyi")
    assert collected(tmp_path, ".") == ["both.py", "package/__init__.pyi", "stub.pyi"]


def test_what_is_no_python_by_its_name_is_not_taken_for_it(tmp_path: Path) -> None:
    write(tmp_path, "README.md", "notes.txt", "a.py")
    found = collect(["README.md", "notes.txt", "a.py"], (), str(tmp_path))
    assert [file.path for file in found.files] == ["a.py"]
    assert [problem.path for problem in found.problems] == ["README.md", "notes.txt"]


def test_a_given_path_is_always_taken(tmp_path: Path) -> None:
    write(tmp_path, "build/a.py", ".hidden/b.py", "script")
    assert collected(tmp_path, "build", ".hidden/b.py", "script", exclude=("build", "*.py")) == [
        ".hidden/b.py",
        "script",
    ]
    assert collected(tmp_path, "build") == ["build/a.py"]


def test_exclusions_are_patterns_as_in_gitignore(tmp_path: Path) -> None:
    write(tmp_path, "a/gen.py", "a/b/gen.py", "a/c.py", "vendor/d.py")
    assert collected(tmp_path, ".", exclude=("gen.py", "/vendor/")) == ["a/c.py"]


def test_the_order_of_paths_does_not_matter(tmp_path: Path) -> None:
    write(tmp_path, "b.py", "a/c.py", "a/d.py")
    assert (
        collected(tmp_path, "b.py", "a", ".") == collected(tmp_path, ".", "a", "b.py") == ["a/c.py", "a/d.py", "b.py"]
    )


def test_symbolic_links_are_followed_once(tmp_path: Path) -> None:
    write(tmp_path, "a/b.py")
    (tmp_path / "a" / "loop").symlink_to(tmp_path / "a", target_is_directory=True)
    (tmp_path / "a" / "alias.py").symlink_to(tmp_path / "a" / "b.py")
    assert collected(tmp_path, ".") == ["a/b.py"]


def test_what_lies_in_the_tree_goes_by_its_own_name(tmp_path: Path) -> None:
    write(tmp_path, "b/c.py", "b/d/e.py")
    for link, target in (("a", "b"), ("b/a", "b/d"), ("0", "b/d")):
        (tmp_path / link).symlink_to(tmp_path / target, target_is_directory=True)
    assert collected(tmp_path, ".") == ["b/c.py", "b/d/e.py"]


def test_a_link_that_leads_above_what_is_walked_is_not_followed(tmp_path: Path) -> None:
    write(tmp_path, "shop/a/b.py", "beside/c.py", "shop/d.py")
    (tmp_path / "shop" / "a" / "everything").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "shop" / "a" / "root").symlink_to("/", target_is_directory=True)
    (tmp_path / "shop" / "a" / "shared").symlink_to(tmp_path / "beside", target_is_directory=True)
    found = collect(["shop"], (), str(tmp_path))
    assert [file.path for file in found.files] == ["shop/a/b.py", "shop/a/shared/c.py", "shop/d.py"]
    assert found.left_out == 2


def test_problems_name_the_path(tmp_path: Path) -> None:
    (tmp_path / "gone.py").symlink_to(tmp_path / "nowhere")
    found = collect(["missing", ".", "nul\0l"], (), str(tmp_path)).problems
    assert [(problem.path, problem.message) for problem in found] == [
        ("gone.py", "is a symbolic link that leads nowhere"),
        ("missing", "no such file or directory"),
        ("nul\\0l", "no such file or directory"),
    ]


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_an_unreadable_directory_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "locked").mkdir(mode=0)
    assert [problem.path for problem in collect(["."], (), str(tmp_path)).problems] == ["locked"]


def test_paths_outside_the_working_directory_are_as_seen_from_it(tmp_path: Path) -> None:
    write(tmp_path, "in/a.py", "out/b.py")
    assert collected(tmp_path / "in", ".", "../out") == ["../out/b.py", "a.py"]
    assert collected(tmp_path / "in", str(tmp_path / "out" / "b.py")) == ["../out/b.py"]


@pytest.mark.parametrize(
    ("data", "line", "message"),
    [
        (b"x = 1\ny = \0\n", 2, "null bytes"),
        (b"# fine\nx = '\xe9'\n", 2, "decode"),
        (b"# -*- coding: nonsense -*-\n", 1, "unknown encoding"),
        ("x = 1\n".encode("utf-16"), 1, "UTF-16"),
        (b"x = 1\ndef f(:\n", 2, "syntax error"),
        (b"x = " + b"(" * 5000 + b")" * 5000, 1, "nested"),
        (b"x = " + b"a()." * 100_000 + b"b", 1, "nested too deeply"),
    ],
)
def test_a_file_that_cannot_be_used_gives_one_clear_line(data: bytes, line: int, message: str) -> None:
    problem = parse_problem("m.py", data)
    assert problem is not None
    assert (problem.path, problem.line) == ("m.py", line)
    assert message in problem.message
    assert "\n" not in problem.message


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xef\xbb\xbfx = 1\n",
        b"# -*- coding: latin-1 -*-\nx = '\xe9'\n",
        b"x = '\\d'\nassert (1, 2)\n",
        b"x = 1\r\nclass A: pass\r\n",
    ],
)
def test_a_good_file_has_no_problem(data: bytes) -> None:
    assert parse_problem("m.py", data) is None


def test_looking_at_files_imports_nothing_heavy() -> None:
    code = "import sys, apivet.python.files.collect; print([m for m in ('rich', 'pylint', 'astroid', 'pathspec') if m in sys.modules])"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=_environment())
    assert shown.stdout.strip() == "[]"


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


# ------------------------------------------------------------------------------------------------------- choosing


def chosen(sources: dict[str, str], feature_gates: tuple[str, ...] = ()) -> tuple[set[str], set[str]]:
    def reader(file: SourceFile) -> bytes | Problem:
        return sources[file.path].encode()

    files = [SourceFile(name, "/" + name) for name in sorted(sources)]
    choice = relevant_files(files, Vocabulary(), feature_gates, reader)
    assert choice.checked == sorted(choice.checked)
    checked = {file.path for file in choice.checked}
    return checked, {file.path for file in choice.summarised} - checked


STRATEGY = "class BellStrategy:\n    def prepare_for_create(self, ctx, obj): ...\n    def prepare_for_update(self, ctx, obj, old): ...\n"
RINGS = "import tower\ntower.height = 3\n"


def test_files_with_heirs_of_classes_that_objects_may_hold_are_told() -> None:
    sources = {
        "bells.py": "from metals import Metal as M\nclass Bell:\n    metal: Annotated[\n        M, 1]\n    def tone(self): Tone()\n",
        "metals.py": "class Metal: ...\nclass Tone: ...\n",
        "alloys.py": "import metals\nBase = metals.Metal\nclass Bronze(metals.Metal): ...\nclass Note(metals.Tone): ...\n",
        "other.py": "class RedBronze(Bronze): ...\nclass Iron(alloys.Base): ...\nclass Far(Near): ...\n",
        "strategies.py": "from bells import Bell\n" + STRATEGY.replace("obj, old", "obj: Bell, old"),
    }
    files = [SourceFile(name, "/" + name) for name in sorted(sources)]
    choice = relevant_files(files, Vocabulary(), (), lambda file: sources[file.path].encode())
    direct = [("Base", "/other.py"), ("Bronze", "/other.py"), ("Metal", "/alloys.py"), ("Metal", "/bells.py")]
    assert choice.heirs == direct
    tested = relevant_files(files, Vocabulary(), (), lambda file: sources[file.path].encode(), tests=["/other.py"])
    assert tested.heirs == direct[2:]


@pytest.mark.parametrize(
    ("source", "is_looked_at"),
    [
        ("# Most modules set what they import.\n" + RINGS, False),
        ("import sys\nloaded = sys.modules\n" + RINGS, True),
        ("from sys import (\n    modules,\n    path,\n)\n" + RINGS, True),
        ("from helpers import *\nmodules['bells'].Bell = None\n" + RINGS, True),
        ("import helpers\ngetattr(helpers, 'modules')['bells'].Bell = None\n" + RINGS, True),
    ],
)
def test_modules_in_prose_are_no_modules_that_are_loaded(source: str, is_looked_at: bool) -> None:
    _, summarised = chosen({"bells.py": STRATEGY, "rings.py": source})
    assert ("rings.py" in summarised) is is_looked_at


CALL = RINGS + "from tower import LADDER\n"


@pytest.mark.parametrize(
    ("source", "is_looked_at"),
    [
        ("# A patch of the tower's roof.\n" + CALL, False),
        ("@router.patch(\n    '/towers/{name}')\ndef repair(name): ...\n" + CALL, False),
        ("def patch(self, roof): ...\n" + CALL, False),
        ("def preload_module(name): ...\n" + CALL, False),
        ("# The bells strike.\nbells = 3\n" + CALL, False),
        ("from unittest.mock import patch\npatch('bells.Bell.ring')\n" + CALL, True),
        ("from unittest import mock\nreplace = mock.patch\nreplace('tolls.Bell.ring')\n" + CALL, True),
        ("loader.load_module()\n" + CALL, True),
        ("rooms['bells'] = 3\n" + CALL, True),
        ("ring(tower.bells)\n" + CALL, True),
    ],
)
def test_words_in_other_words_reach_nothing(source: str, is_looked_at: bool) -> None:
    _, summarised = chosen({"bells.py": STRATEGY, "rings.py": source})
    assert ("rings.py" in summarised) is is_looked_at


def test_a_file_that_leads_nowhere_near_strategies_hands_them_to_nobody() -> None:
    sources = {
        "bells.py": STRATEGY,
        "rings.py": "import sys, tower\ntower.hang(rope)\ntower.roof = sys.modules['gate']\n",
        "near.py": "import sys, bells, tower\ntower.hang(bells)\nbells.roof = sys.modules['gate']\n",
    }
    files = [SourceFile(name, "/" + name) for name in sorted(sources)]
    choice = relevant_files(files, Vocabulary(), (), lambda file: sources[file.path].encode())
    assert [file.path for file in choice.summarised] == ["bells.py", "near.py", "rings.py"]
    assert [file.path for file in choice.far] == ["rings.py"]


def test_functions_that_nothing_leads_to_are_handed_nothing() -> None:
    hands = STRATEGY + "import tower\ntower.hang(BellStrategy)\n"
    hangs = "def hang(bell):\n    bell.rope = 3\n"
    _, summarised = chosen({"bells.py": hands, "tower.py": hangs, "towers/gallows.py": hangs})
    assert summarised == {"tower.py"}


def test_words_make_a_file_relevant() -> None:
    relevant = FileRelevance(Vocabulary()).relevant
    assert relevant(b"def prepare_for_create(self, obj): ...")
    assert relevant(b"new_rest(RESTConfig())")
    assert relevant(b"# +k8s:featureGate=X")
    assert not relevant(b"def prepare(self): return self.filter()")


def test_nothing_is_chosen_where_nothing_is_relevant() -> None:
    assert chosen({"a.py": "class A: ...\n", "b.py": "x.enabled('y')\n"}) == (set(), set())


def test_strategies_are_followed_through_inheritance() -> None:
    checked, besides = chosen(
        {
            "base.py": "class Base:\n    def prepare_for_create(self, obj): ...\nclass Other: ...\n",
            "a.py": "from base import Base\nclass A(\n    Base[int],\n): ...\n",
            "b.py": "from a import A as Parent\nclass B(Parent): ...\n",
            "c.py": "import b\nclass C(b.B): ...\n",
            "d.py": "from c import C\nAlias = C\n",
            "e.py": "from d import Alias\nclass E(Alias): ...\n",
            "user.py": "from base import Base\nx = Base()\n",
            "other.py": "from base import Other\nclass X(Other): ...\n",
            "binding.py": "from a import A\nstatus_store.update_strategy = A()\n",
        }
    )
    assert checked == {"base.py", "a.py", "b.py", "c.py", "d.py", "e.py"}
    assert "binding.py" in besides


def test_files_that_ask_for_gates_matter_where_there_are_gates() -> None:
    sources = {
        "types_.py": "class C:\n    f: int = 0  # +featureGate=X\n",
        "asks.py": "def allow():\n    return enabled('X')\n",
        "uses.py": "from asks import allow\ndef twice():\n    return allow()\n",
        "again.py": "from uses import twice\nif twice: pass\n",
        "none.py": "x = 1\n",
    }
    assert chosen(sources)[0] == {"types_.py", "asks.py", "uses.py", "again.py"}
    del sources["types_.py"]
    assert chosen(sources)[0] == set()
    assert chosen(sources, feature_gates=("features",))[0] == {"asks.py", "uses.py", "again.py"}


#: A strategy that leans on a helper of the tree and on a library.
LEANING = "import copy\nfrom util import wipe\nclass CraneStrategy:\n    def prepare_for_create(self, obj): wipe(obj)\n"


@pytest.mark.parametrize("code", [
    "import util\nutil.wipe = print\n",
    "import facade\nfacade.util.wipe = print\n",
    "from facade import util as u\nsetattr(u, 'wipe', print)\n",
    "import copy\ncopy.deepcopy = print\n",
    "import copy as c\nd = c\nd.deepcopy = print\n",
    "import copy\nvars(copy)['deepcopy'] = print\n",
    "from copy import deepcopy as d\nd.__kwdefaults__ = {}\n",
    "import builtins\nbuiltins.max = print\n",
    "import sys\nsys.modules['util'].wipe = print\n",
    "from facade import CraneStrategy as C\nC.wipes = False\n",
])  # fmt: skip
def test_code_that_may_change_what_a_strategy_uses_matters(code: str) -> None:
    sources = {"crane.py": LEANING, "util.py": "def wipe(obj): ...\n", "facade.py": "import util\nimport shop\n"}
    assert "other.py" in set().union(*chosen({**sources, "other.py": code}))


@pytest.mark.parametrize("code", [
    "import shop\nshop.wipe = print\n",
    "from shop import util as u\nsetattr(u, 'wipe', print)\n",
    "import os\nos.environ['COPY'] = '1'\n",
    "import copy\nimport shop\nshop.kept = copy.deepcopy(shop.first)\n",
    "import shop\nsetattr(shop, 'first', 1)\n",
])  # fmt: skip
def test_code_that_comes_by_nothing_of_it_does_not(code: str) -> None:
    sources = {"crane.py": LEANING, "util.py": "def wipe(obj): ...\n", "shop.py": "first = 0\n"}
    assert "other.py" not in chosen({**sources, "other.py": code})[1]


def test_an_unreadable_file_is_a_problem(tmp_path: Path) -> None:
    gone = SourceFile("gone.py", str(tmp_path / "gone.py"))
    assert [problem.path for problem in relevant_files([gone], Vocabulary()).problems] == ["gone.py"]


def test_facts_travel_between_processes_and_do_not_depend_on_order() -> None:
    sources = {
        "/t/a.py": b"class A(B): ...\nf(status_strategy=A())\n",
        "/t/b.py": b"class C:\n    x: int  # +featureGate=X\n",
    }
    summaries = [summarise(path, data, DefaultScope()) for path, data in sources.items()]
    facts = TreeFacts.merge(pickle.loads(pickle.dumps(summaries)))
    assert facts == TreeFacts.merge(reversed(summaries)) == pickle.loads(pickle.dumps(facts))
    assert facts.tagged == {"X"}
    assert facts.status_bound == {"A@a"}


def test_a_summary_leaves_the_tree_that_others_look_at_as_it_is() -> None:
    data = b"import a\nsetattr(a, 'b', 1)\nglobals()['c'].d = 2\nclass E(F):\n    subresource = 'status'\n"
    shown = ast.dump(parse_once("/t/a.py", data))
    summarise("/t/a.py", data, DefaultScope())
    assert ast.dump(parse_once("/t/a.py", data)) == shown


def test_a_registry_lists_constants_members_and_keys() -> None:
    class Configured(DefaultScope):
        feature_gates = ("app.gates",)

    data = b'"""Docs."""\nA = "One"\nB = {"Two": "alpha"}\nclass E(StrEnum):\n    C = "Three"\n    D = auto()\ndef f(): return "no"\n'
    found = summarise("/x/app/gates.py", data, Configured())
    assert set(found.registered) == {"One", "Two", "Three", "D", "d"}
    assert summarise("/x/app/other.py", data, Configured()).registered == ()
