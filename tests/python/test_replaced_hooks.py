"""Hooks that another file than that of their class sets, or takes away."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from apivet.cli import main
from apivet.config import Config
from apivet.python.discover.summaries import summarise
from apivet.python.files.tree_facts import TreeFacts
from apivet.python.names.resolver import Reference
from apivet.python.names.setters import SettersElsewhere
from apivet.python.program import Workspace
from apivet.python.source.module import SourceModule
from apivet.python.source.nodes import every_node
from apivet.python.source.plain_words import put_plainly
from apivet.python.source.reaching import changed_outside

STRATEGIES = """
from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""


@dataclass
class Status:
    open: bool = False


@dataclass
class Lock:
    metadata: Meta = field(default_factory=Meta)
    status: Status = field(default_factory=Status)


class LockStrategy:
    def prepare_for_create(self, ctx, lock: Lock) -> None:
        lock.status = Status()
"""

PATCHES = {
    "set": "import strategies\nstrategies.LockStrategy.prepare_for_create = None\n",
    "set by its name": "from strategies import LockStrategy as L\nsetattr(L, 'prepare_for_create', print)\n",
    "set in a function": "from strategies import LockStrategy\ndef f():\n    LockStrategy.prepare_for_create = print\n",
    "taken away": "from strategies import LockStrategy\ndel LockStrategy.prepare_for_create\n",
    "bound by a loop": "import strategies as s\nfor s.LockStrategy.prepare_for_create in [print]:\n    pass\n",
    "given other code": "from strategies import LockStrategy\nLockStrategy.prepare_for_create.__code__ = f.__code__\n",
    "given other code by its name": "import strategies as s\nsetattr(s.LockStrategy.prepare_for_create, '__code__', f)\n",
    "set behind the class": "import strategies as s\ntype.__setattr__(s.LockStrategy, 'prepare_for_create', print)\n",
    "set under a name that is put together": (
        "import strategies as s\nfor verb in ['create']:\n    setattr(s.LockStrategy, f'prepare_for_{verb}', print)\n"
    ),
    "set by a function that is given the class": (
        "from strategies import LockStrategy\ndef put(into, name):\n    setattr(into, name, print)\n"
        "put(LockStrategy, 'prepare_' + 'for_create')\n"
    ),
    "set on each of some classes": (
        "import strategies\nfor each in (strategies.LockStrategy,):\n    each.prepare_for_create = print\n"
    ),
}
#: Ways of a file to a class that it hands over, or names by a text, to something that may set any attribute of it.
SETTING = (
    "def adorn(kind, name, value):\n    setattr(kind, name, value)\n"
    "def install(app):\n    app.strategies.Status = print\n"
)
WAYS = {
    "a path": "from unittest.mock import patch as p\np('depot.strategies.LockStrategy.prepare_for_create', print).start()\n",
    "a path behind others": (
        "from unittest.mock import (\n    Mock,\n    patch,\n)\n"
        "M = 'depot.strategies'\npatch(f'{M}.LockStrategy.prepare_for_create', print).start()\n"
    ),
    "a patch that is asked for": (
        "from unittest import mock\ngetattr(mock, 'patch')('depot.strategies.LockStrategy.prepare_for_create', print)\n"
    ),
    "the path of a module": "from unittest.mock import *\npatch.multiple('depot.strategies', Status=print).start()\n",
    "the path of names": "from unittest import mock\nmock.patch.dict('depot.strategies.__dict__', Status=1).start()\n",
    "a fixture": "def fixture(mocker):\n    mocker.patch(\n        'depot.strategies.Status', print)\n",
    "a package": "import depot.strategies\nfrom helpers import adorn\nadorn(depot.strategies.LockStrategy, N, print)\n",
    "a module": "import depot.strategies\nimport helpers\nhelpers.adorn(depot.strategies, 'Status', print)\n",
    "a star": "from depot.strategies import *\nfrom helpers import adorn\nadorn(LockStrategy, N, print)\n",
    "loaded modules": (
        "import sys\nfrom helpers import adorn\nadorn(sys.modules['depot.strategies'].LockStrategy, N, print)\n"
    ),
    "a loaded module that is asked for": (
        "import sys\nfrom helpers import adorn\nadorn(sys.modules.get('depot.strategies').LockStrategy, N, print)\n"
    ),
    "a path put together": (
        "from unittest import mock\nM = 'depot.strategies'\nmock.patch(M + '.Status', print).start()\n"
    ),
    "a path with a hole": (
        "from unittest import mock\ndef f(at):\n    mock.patch(f'depot.{at}.Status', print).start()\n"
    ),
    "a path whose end is open": (
        "from unittest import mock\ndef f(name):\n    mock.patch(f'depot.strategies.{name}', print).start()\n"
    ),
    "a module of a package that is handed over": (
        "import depot.strategies\nfrom helpers import install\ninstall(depot)\n"
    ),
    "odd ends of lines": "pass\rimport depot.strategies as s\rs.Status = print\r",
    "new pages": "\fimport depot.strategies as s\n\fs.Status = print\n",
    "lines that go on": "import depot.\\\nstrategies as s\ns.\\\n Status = print\n",
    "blanks around a dot": "import depot . strategies as s\ns  .  Status = print\n",
    "a target over several lines": "import depot.strategies as s\n(s\n  .Status) = print\n",
    "an import of a text": (
        "from importlib import import_module as load\nimport importlib\nfrom helpers import adorn\n"
        "adorn(importlib.import_module('depot.strategies').LockStrategy, N, print)\n"
    ),
}
HARMLESS = {
    "called by a name that is put together": (
        "from strategies import LockStrategy\ngetattr(LockStrategy(), 'prepare_for' + '_create')(None, None)\n"
    ),
    "another class, computed": "from elsewhere import Strategy\nsetattr(Strategy, 'prepare' + '_for_create', print)\n",
    "its own attributes": "class S:\n    def __init__(self, **given):\n        for n in given:\n            setattr(self, n, 1)\n",
    "another request": "def send(client, at, url):\n    client.patch(url)\n    client.patch(f'{at}/hooks.Status', {})\n",
    "a request": "def send(client):\n    client.patch('/strategies.LockStrategy.prepare_for_create', data={})\n",
    "called": "from strategies import LockStrategy\nLockStrategy().prepare_for_create(None, None)\n",
    "compared": "from strategies import LockStrategy\nassert LockStrategy.prepare_for_create == None\n",
    "code that is read": "from strategies import LockStrategy\nprint(LockStrategy.prepare_for_create.__code__)\n",
    "another class": "from elsewhere import Strategy\nStrategy.prepare_for_create = print\n",
    "another name": "from strategies import LockStrategy\nsetattr(LockStrategy, 'name', 'prepare_for_create')\n",
}


def _verdict(tree: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tree)
    result = CliRunner().invoke(main, ["check", "--format", "json"], prog_name="apivet")
    rows = json.loads(result.stdout)["verdicts"]
    found = [row["verdict"] for row in rows if row["rule"] == "status-not-wiped-on-create"]
    assert len(found) == 1
    return str(found[0])


@pytest.mark.parametrize("code", PATCHES.values(), ids=PATCHES)
def test_nobody_knows_what_a_hook_does_that_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    (tmp_path / "strategies.py").write_text(STRATEGIES)
    assert _verdict(tmp_path, monkeypatch) == "holds"
    (tmp_path / "patches.py").write_text(code)
    assert _verdict(tmp_path, monkeypatch) == "unproven"  # with what was kept of the first run


@pytest.mark.parametrize("code", WAYS.values(), ids=WAYS)
def test_a_class_is_followed_into_other_files_by_whatever_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    (tmp_path / "depot").mkdir()
    (tmp_path / "depot" / "strategies.py").write_text(STRATEGIES)
    (tmp_path / "helpers.py").write_text(SETTING)
    assert _verdict(tmp_path, monkeypatch) == "holds"
    (tmp_path / "ways.py").write_text(code)
    assert _verdict(tmp_path, monkeypatch) == "unproven"


def test_the_place_is_told_that_replaces_a_hook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "strategies.py").write_text(STRATEGIES)
    (tmp_path / "patches.py").write_text("import strategies\n\n\nstrategies.LockStrategy.prepare_for_create = print\n")
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["check", "--format", "json"], prog_name="apivet")
    messages = [each["message"] for each in json.loads(result.stdout)["findings"] if each["verdict"] == "unproven"]
    assert messages
    assert all("prepare_for_create, which patches.py:4 sets" in message for message in messages)
    assert not any("apivet blackbox" in message for message in messages)  # its runs load no such file


@pytest.mark.parametrize("path", ["at", "'%s.Status' % at", "f'{at}.{name}'"])
def test_a_patch_of_which_neither_the_object_nor_the_name_can_be_told_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    (tmp_path / "strategies.py").write_text(STRATEGIES)
    code = f"import strategies\nfrom unittest import mock\ndef f(at, name):\n    mock.patch({path}, print).start()\n"
    (tmp_path / "patches.py").write_text(code)
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["check", "--format", "json"], prog_name="apivet")
    assert json.loads(result.stdout)["unfollowed"] == [{"path": "patches.py", "line": 4}]


@pytest.mark.parametrize("code", HARMLESS.values(), ids=HARMLESS)
def test_other_mentions_of_a_hook_replace_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    (tmp_path / "strategies.py").write_text(STRATEGIES)
    (tmp_path / "patches.py").write_text(code)
    assert _verdict(tmp_path, monkeypatch) == "holds"


KEEPING = "    def prepare_for_create(self, ctx, lock: Lock) -> None:\n        pass\n"
BODIES = {
    "a pattern": ("    match len(__name__):\n        case 7:\n{}", "unproven"),
    "a failure": ("    try:\n        import locks\n    except ImportError:\n{}", "unproven"),
    "rounds": ("    for each in __path__:\n{}", "unproven"),
    "a block": ("    with open(__file__):\n{}", "violated"),
    "what type checkers read": ("    if TYPE_CHECKING:\n{}", "holds"),
    "what type checkers do not read": ("    if not TYPE_CHECKING:\n{}", "violated"),
    "nothing": ("    if False:\n{}", "holds"),
    "the namespace": ("    locals()['prepare_for_create'] = print\n", "unproven"),
    "a text": ("    exec(open(__file__).read())\n", "unproven"),
    "code of another function": ("    prepare_for_create.__code__ = print.__code__\n", "unproven"),
}


@pytest.mark.parametrize(("body", "verdict"), BODIES.values(), ids=BODIES)
def test_a_hook_is_what_the_body_of_its_class_defines_when_it_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, verdict: str
) -> None:
    deep = "".join(f"        {'    ' * body.count('case')}{line[4:]}\n" for line in KEEPING.splitlines())
    (tmp_path / "strategies.py").write_text(f"from typing import TYPE_CHECKING\n{STRATEGIES}\n{body.format(deep)}")
    assert _verdict(tmp_path, monkeypatch) == verdict
    behind = f"from typing import TYPE_CHECKING\n{STRATEGIES}\n{body.format(deep)}\n{KEEPING}"
    (tmp_path / "strategies.py").write_text(behind)
    assert _verdict(tmp_path, monkeypatch) == "violated"


IDLE = "def idle(self, ctx, lock: Lock) -> None:\n    pass\n"
BEHIND = {
    "set": ("LockStrategy.prepare_for_create = idle\n", "violated"),
    "set by its name": ("setattr(LockStrategy, 'prepare_for_create', idle)\n", "violated"),
    "set under a condition": ("if len(__name__) > 7:\n    LockStrategy.prepare_for_create = idle\n", "unproven"),
    "set by a loop": ("for each in (LockStrategy,):\n    each.prepare_for_create = idle\n", "unproven"),
    "set under another name": ("L = LockStrategy\nL.prepare_for_create = idle\n", "unproven"),
    "patched": ("mock.patch.object(LockStrategy, 'prepare_for_create', idle).start()\n", "unproven"),
    "patched by a path": ("mock.patch(f'{__name__}.LockStrategy.prepare_for_create', idle).start()\n", "unproven"),
    "patched with others": ("mock.patch.multiple(LockStrategy, prepare_for_create=idle).start()\n", "unproven"),
    "set by the names of the module": ("globals()['LockStrategy'].prepare_for_create = idle\n", "unproven"),
    "set by the module": ("sys.modules[__name__].LockStrategy.prepare_for_create = idle\n", "unproven"),
    "set on a class that is looked up": (
        "getattr(sys.modules[__name__], 'LockStrategy').prepare_for_create = idle\n",
        "unproven",
    ),
    "set on the class of an object": ("type(LockStrategy()).prepare_for_create = idle\n", "unproven"),
    "set on what objects name": ("LockStrategy().__class__.prepare_for_create = idle\n", "unproven"),
    "set on the first of its classes": ("LockStrategy.__mro__[0].prepare_for_create = idle\n", "unproven"),
    "set on an element": ("[LockStrategy][0].prepare_for_create = idle\n", "unproven"),
    "set by a lambda": ("(lambda c: setattr(c, 'prepare_for_create', idle))(LockStrategy)\n", "unproven"),
    "set on some class": (
        "for each in list(globals().values()):\n    each.prepare_for_create = idle\n",
        "unproven",
    ),
    "set on a base": (
        "class _Kept(LockStrategy, metaclass=abc.ABCMeta):\n    @abc.abstractmethod\n    def more(self): ...\n\n\n"
        "_Kept.__bases__[0].prepare_for_create = idle\n",
        "unproven",
    ),
    "set on a class that derives": ("LockStrategy.__subclasses__()[0].prepare_for_create = idle\n", "unproven"),
    "set on something else": ("LOCKS = {}\nLOCKS['a'].prepare_for_create = idle\n", "holds"),
    "set with others": ("LockStrategy.prepare_for_create, number = idle, 1\n", "unproven"),
}


@pytest.mark.parametrize(("code", "verdict"), BEHIND.values(), ids=BEHIND)
def test_a_hook_is_the_function_that_its_own_module_sets_for_sure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, verdict: str
) -> None:
    (tmp_path / "strategies.py").write_text(f"{STRATEGIES}\n\n{IDLE}\n\n{code}")
    assert _verdict(tmp_path, monkeypatch) == verdict


@pytest.mark.parametrize("kept", ["None", "Part{next}()"])
def test_what_files_set_on_each_other_in_a_ring_is_followed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: str
) -> None:
    followed: list[str] = []
    reference = SettersElsewhere._reference

    def counted(self: SettersElsewhere, module: SourceModule, dotted: str) -> Reference | None:
        followed.append(f"{module.path} {dotted}")
        return reference(self, module, dotted)

    monkeypatch.setattr(SettersElsewhere, "_reference", counted)
    files = 5
    (tmp_path / "strategies.py").write_text(f"from part0 import held0\n{STRATEGIES}")
    for index in range(files):
        others = [(index + step) % files for step in (1, 2, 3)]
        text = "".join(f"from part{other} import Part{other}, held{other}\n" for other in others)
        text += f"class Part{index}:\n    size: int = 0\n    kept = {kept.format(next=others[0])}\n"
        text += f"held{index} = Part{index}()\ndef put(name, value):\n"
        for each in others:
            text += f"    setattr(held{each}.kept, name, value)\n    held{each}.kept.size = value\n"
            text += f"    Part{each}.kept.__class__ = value\n"
        (tmp_path / f"part{index}.py").write_text(text)
    assert _verdict(tmp_path, monkeypatch) == "holds"
    assert len(followed) == len(set(followed)) > 0


def test_an_editor_s_text_of_a_file_that_sets_is_followed(tmp_path: Path) -> None:
    setting = "import mid\nmid.box.LockStrategy.prepare_for_create = print\n"
    files = {"strategies.py": STRATEGIES, "mid.py": "import strategies\nbox = strategies\n", "sets.py": setting}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    paths = {name: str(tmp_path / name) for name in files}
    summaries = [summarise(paths[name], text.encode(), Config()) for name, text in files.items()]
    workspace = Workspace(Config(), TreeFacts.merge(summaries), str(tmp_path))

    def is_set() -> bool:
        module = workspace.require(paths["strategies.py"])
        return bool(workspace.elsewhere.set_on(module, "LockStrategy", ["prepare_for_create"]))

    assert is_set()
    workspace.override(paths["mid.py"], "import strategies\nbox = strategies  # as before\n")
    workspace.override(paths["sets.py"], setting.replace("import mid", "import other as mid"))
    assert not is_set()
    workspace.override(paths["sets.py"], setting)
    assert is_set()


def _changed(text: str) -> list[tuple[str, str, int]]:
    """The objects of others that a text changes, with the attributes and the lines."""
    return list(changed_outside(put_plainly(list(every_node(ast.parse(text))), text.encode()), text.encode(), ()))


def test_what_many_hooks_give_one_helper_is_looked_at_once() -> None:
    hooks = "".join(f"def hook_{index}(obj, old):\n    drop(obj, old)\n    clear(obj)\n" for index in range(40))
    text = (
        "import depot\n"
        "def drop(obj, old):\n    obj.gate = 1\n    clear(obj)\n"
        "def clear(obj):\n    obj.latch = 2\n"
        f"{hooks}"
        "drop(depot, depot)\n"
    )
    found = [(holder, name) for holder, name, _ in _changed(text)]
    assert sorted(found) == [("depot", "gate"), ("depot", "latch")]


@pytest.mark.parametrize("given", [
    "".join(f"    elif kind == {number}:\n        return depot\n" for number in range(1, 1_200)),
    f"    return {' or '.join(['kind'] * 3_000)} or depot\n",
    f"    return {'(' * 60}depot{', 1)' * 60}{'[0]' * 60}\n",
])  # fmt: skip
def test_what_is_long_is_followed_all_the_same(given: str) -> None:
    text = f"import depot\ndef given(kind):\n    if kind == 0:\n        return None\n{given}\ngiven(1).gate = 1\n"
    assert ("depot", "gate") in {found[:2] for found in _changed(text)}


@pytest.mark.parametrize("deep", ["y = depot" + ".a" * 400, "y = " + "+".join("1" * 400)])
def test_what_is_put_plainly_may_be_nested_deeply(deep: str) -> None:
    text = f"import depot\n\nexec('depot.gate = None')\n{deep}\n"
    assert ("depot", "gate") in {found[:2] for found in _changed(text)}
