"""Objects of modules and classes that code changes before a hook runs: while the modules are loaded, or by functions
that others call. A hook that goes by them does not go by what the source says that they were made as.

Each module is run, and its hook judged: where another status of the caller's is stored as another one, nothing holds.
"""

from __future__ import annotations

import operator
import sys
import types
from typing import Any

import pytest
from sources_as_text import workspace_from_text

from apivet.config.model import Config
from apivet.conventions import judge
from apivet.verdicts import Verdict

KILNS = """
from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""


@dataclass
class Status:
    heat: int = 0


@dataclass
class Kiln:
    metadata: Meta = field(default_factory=Meta)
    status: Status = field(default_factory=Status)


def put_back(kiln, sent):
    kiln.status = sent


"""
#: Hooks that ask something that was changed, and keep the caller's status for what they are told.
RUNNING = "sent = kiln.status\nkiln.status = Status()\nfor step in {}:\n    step(kiln, sent)"
ASKING = "if {}:\n    kiln.status = Status()"

CHANGED = {
    "a decorator adds to a list": (
        "STEPS = []\ndef step(function):\n    STEPS.append(function)\n    return function\n@step\ndef last(kiln, sent):\n"
        "    put_back(kiln, sent)",
        RUNNING.format("STEPS"),
    ),
    "a decorator with a name adds to a mapping": (
        "STEPS = {}\ndef step(name):\n    def register(function):\n        STEPS[name] = function\n"
        "        return function\n    return register\n@step('last')\ndef last(kiln, sent):\n    put_back(kiln, sent)",
        RUNNING.format("STEPS.values()"),
    ),
    "a method of an object adds": (
        "class Steps:\n    def __init__(self):\n        self.all = []\n    def add(self, step):\n        self.keep(step)\n"
        "        return step\n    def keep(self, step):\n        self.all.append(step)\nSTEPS = Steps()\n@STEPS.add\n"
        "def last(kiln, sent):\n    put_back(kiln, sent)",
        RUNNING.format("STEPS.all"),
    ),
    "a method of a class adds": (
        "class Steps:\n    all = []\n    @classmethod\n    def add(cls, step):\n        cls.all.append(step)\n"
        "Steps.add(put_back)",
        RUNNING.format("Steps.all"),
    ),
    "a class adds those that derive from it": (
        "class Step:\n    known = []\n    def __init_subclass__(cls):\n        Step.known.append(cls.run)\n"
        "class Last(Step):\n    def run(kiln, sent):\n        put_back(kiln, sent)",
        RUNNING.format("Step.known"),
    ),
    "a call is given the list": (
        "STEPS = []\ndef fill(steps):\n    steps += [put_back]\nfill(STEPS)",
        RUNNING.format("STEPS"),
    ),
    "a default is made of it": (
        "LAST = [0]\n@dataclass\nclass Warm(Status):\n    heat: int = field(default_factory=lambda: LAST[0])",
        "LAST[0] = kiln.status.heat\nkiln.status = Warm()",
    ),
    "a call that nobody can follow is given an object": (
        "class Rules:\n    cool = True",
        "rules = Rules()\nctx.load(rules)\n" + ASKING.format("rules.cool"),
    ),
    "an item is set": ("RULES = {'cool': True}\nRULES['cool'] = False", ASKING.format("RULES['cool']")),
    "an item of an item is set": (
        "RULES = {'kilns': {'cool': True}}\ndef load():\n    RULES['kilns']['cool'] = False\nload()",
        ASKING.format("RULES['kilns']['cool']"),
    ),
    "an item is taken away": ("RULES = ['cool']\ndel RULES[0]", ASKING.format("'cool' in RULES")),
    "an attribute of an object is set": (
        "class Rules:\n    cool = True\nRULES = Rules()\nRULES.cool = False",
        ASKING.format("RULES.cool"),
    ),
    "a method of an object is set": (
        "class Rules:\n    def cool(self):\n        return True\nRULES = Rules()\nRULES.cool = lambda: False",
        ASKING.format("RULES.cool()"),
    ),
    "a method sets an attribute": (
        "class Rules:\n    cool = True\n    def load(self):\n        self.cool = False\nRULES = Rules()\nRULES.load()",
        ASKING.format("RULES.cool"),
    ),
    "a block sets an attribute": (
        "class Rules:\n    cool = True\n    def __enter__(self):\n        self.cool = False\n"
        "    def __exit__(self, *_):\n        pass\nRULES = Rules()\nwith RULES:\n    pass",
        ASKING.format("RULES.cool"),
    ),
    "an attribute of a class is set": (
        "class Rules:\n    cool = True\nRules.cool = False",
        ASKING.format("Rules.cool"),
    ),
    "an attribute of a class is set by its name": (
        "class Rules:\n    cool = True\nfor name in ('cool',):\n    setattr(Rules, name, False)",
        ASKING.format("Rules.cool"),
    ),
    "an attribute of a class is set by itself": (
        "class Rules:\n    cool = True\n    @classmethod\n    def load(cls):\n        cls.cool = False\nRules.load()",
        ASKING.format("Rules.cool"),
    ),
    "a function sets an attribute of a class": (
        "class Rules:\n    cool = True\ndef load(rules):\n    rules.cool = False\nload(Rules)",
        ASKING.format("Rules().cool"),
    ),
    "a function sets a method of a class": (
        "class Rules:\n    def cool(self):\n        return True\ndef load(rules, name):\n"
        "    setattr(rules, name, lambda self: False)\nload(Rules, 'cool')",
        ASKING.format("Rules().cool()"),
    ),
}
#: The same things, where nothing changes them: what the source says is how they are.
LEFT = {
    "a list": ("PARTS = ['status']\nKNOWN = tuple(PARTS)", "for part in PARTS:\n    setattr(kiln, part, Status())"),
    "another of the name": (
        "PARTS = ['status']\ndef f(PARTS):\n    PARTS.clear()\nf([1])",
        "for part in PARTS:\n    setattr(kiln, part, Status())",
    ),
    "a mapping that is read": (
        "RULES = {'cool': True}\ndef told():\n    return RULES.get('cool') and len(RULES)\ntold()",
        ASKING.format("RULES['cool']"),
    ),
    "an object whose methods read": (
        "class Rules:\n    def __init__(self):\n        self.cool = True\n    def told(self):\n        return self.cool\n"
        "RULES = Rules()\nRULES.told()",
        ASKING.format("RULES.cool"),
    ),
    "a class of which another attribute is set": (
        "class Rules:\n    cool = True\nRules.hot = False\nRules.cooler = False",
        ASKING.format("Rules.cool"),
    ),
    "a class that is set as it was": ("class Rules:\n    cool = False\nRules.cool = True", ASKING.format("Rules.cool")),
}


#: The same by another file: what it says, what the hook's own module says, and the hook.
CHANGED_ELSEWHERE = {
    "a plug-in adds itself": (
        "from kilns import STEPS, put_back\nSTEPS.append(put_back)",
        "STEPS = []",
        RUNNING.format("STEPS"),
    ),
    "a plug-in adds itself in a function": (
        "import kilns\ndef load():\n    kilns.STEPS['last'] = kilns.put_back\nload()",
        "STEPS = {}",
        RUNNING.format("STEPS.values()"),
    ),
    "a variable is set": ("import kilns\nkilns.COOL = False", "COOL = True", ASKING.format("COOL")),
    "a function is set": (
        "import kilns\nkilns.cool = lambda: False",
        "def cool():\n    return True",
        ASKING.format("cool()"),
    ),
    "a function gets other defaults": (
        "from kilns import cool\ncool.__defaults__ = (False,)",
        "def cool(really=True):\n    return really",
        ASKING.format("cool()"),
    ),
    "an attribute of a class is set": (
        "from kilns import Rules as R\nR.cool = False",
        "class Rules:\n    cool = True",
        ASKING.format("Rules().cool"),
    ),
    "a method of a base is set": (
        "import kilns\nsetattr(kilns.Rules, 'cool', lambda self: False)",
        "class Rules:\n    def cool(self):\n        return True\nclass Own(Rules):\n    pass",
        ASKING.format("Own().cool()"),
    ),
    "a special method is set": (
        "import kilns\nkilns.Rules.__bool__ = lambda self: False",
        "class Rules:\n    pass",
        ASKING.format("Rules()"),
    ),
    "a method of an object is set": (
        "from kilns import RULES\nRULES.cool = lambda: False",
        "class Rules:\n    def cool(self):\n        return True\nRULES = Rules()",
        ASKING.format("RULES.cool()"),
    ),
    "a function of the library is set": (
        "import operator\noperator.eq = lambda one, other: False",
        "import operator",
        ASKING.format("operator.eq(1, 1)"),
    ),
}
#: Other files that change something else.
LEFT_ELSEWHERE = {
    "another variable": ("import kilns\nkilns.HOT = False", "COOL = True", ASKING.format("COOL")),
    "another attribute": (
        "from kilns import Rules\nRules.hot = False",
        "class Rules:\n    cool = True",
        ASKING.format("Rules().cool"),
    ),
    "a variable of its own": ("COOL = [1]\nCOOL.clear()", "COOL = [1]", ASKING.format("1 in COOL")),
    "a copy": ("from kilns import COOL\nmore = list(COOL)\nmore.clear()", "COOL = [1]", ASKING.format("1 in COOL")),
}


class Context:
    """A collaborator that nobody can see through."""

    def load(self, rules: Any) -> None:
        rules.cool = False


def _source(code: str, body: str) -> str:
    hook = "\n".join("        " + line for line in body.split("\n"))
    return (
        f"{KILNS}{code}\n\n\nclass KilnStrategy:\n    def prepare_for_create(self, ctx, kiln: Kiln) -> None:\n{hook}\n"
    )


def _stored(source: str, heat: int, other: str = "") -> int:
    """The heat that the hook stores of an object that is sent with some, once the other file is loaded."""
    module = types.ModuleType("kilns")
    sys.modules["kilns"] = module
    names: dict[str, Any] = module.__dict__
    exec(source, names)
    exec(other, {})
    kiln = names["Kiln"](status=names["Status"](heat=heat))
    names["KilnStrategy"]().prepare_for_create(Context(), kiln)
    stored: int = kiln.status.heat
    return stored


def _verdict(source: str, other: str = "") -> Verdict:
    workspace = workspace_from_text({"kilns.py": source, "others.py": other})
    rows = judge(workspace.contents("kilns.py"), workspace, Config()).rows
    (found,) = [row.verdict for row in rows if row.rule == "status-not-wiped-on-create"]
    return found


@pytest.mark.parametrize(("code", "body"), CHANGED.values(), ids=CHANGED)
def test_an_object_that_was_changed_is_not_what_it_was_made_as(code: str, body: str) -> None:
    source = _source(code, body)
    assert _stored(source, 1) != _stored(source, 2)
    assert _verdict(source) is not Verdict.HOLDS


@pytest.mark.parametrize(("code", "body"), LEFT.values(), ids=LEFT)
def test_an_object_that_nothing_changes_is_what_it_was_made_as(code: str, body: str) -> None:
    source = _source(code, body)
    assert _stored(source, 1) == _stored(source, 2)
    assert _verdict(source) is Verdict.HOLDS


@pytest.mark.parametrize(("other", "code", "body"), CHANGED_ELSEWHERE.values(), ids=CHANGED_ELSEWHERE)
def test_an_object_that_another_file_changes_is_not_what_it_was_made_as(
    monkeypatch: pytest.MonkeyPatch, other: str, code: str, body: str
) -> None:
    monkeypatch.setattr(operator, "eq", operator.eq)  # to be put back afterwards
    source = _source(code, body)
    assert _stored(source, 1) == _stored(source, 2)
    assert _stored(source, 1, other) != _stored(source, 2, other)
    assert _verdict(source) is Verdict.HOLDS
    assert _verdict(source, other) is not Verdict.HOLDS


@pytest.mark.parametrize(("other", "code", "body"), LEFT_ELSEWHERE.values(), ids=LEFT_ELSEWHERE)
def test_an_object_that_no_other_file_changes_is_what_it_was_made_as(other: str, code: str, body: str) -> None:
    source = _source(code, body)
    assert _stored(source, 1, other) == _stored(source, 2, other)
    assert _verdict(source, other) is Verdict.HOLDS
