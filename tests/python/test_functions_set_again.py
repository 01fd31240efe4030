"""Functions of modules whose names are bound in more ways than one: the statement that defines one is not all there is.

Each module is run, and its hook judged: a function that wipes in the source, and not in the program that runs, makes
nothing certain.
"""

from __future__ import annotations

import sys
import types
from typing import Any

import pytest
from sources_as_text import workspace_from_text

from apivet.config.model import Config
from apivet.conventions import judge
from apivet.verdicts import Verdict

LAMPS = """
import contextlib
import functools
import os
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING


@dataclass
class Meta:
    name: str = ""


@dataclass
class Status:
    lit: bool = False


@dataclass
class Lamp:
    metadata: Meta = field(default_factory=Meta)
    status: Status = field(default_factory=Status)


def darken(lamp):
    lamp.status = Status()


def leave(lamp):
    pass
"""
HOOK = """


class LampStrategy:
    def prepare_for_create(self, ctx, lamp: Lamp) -> None:
        darken(lamp)
"""

#: Code behind the definitions, after which the name stands for something that wipes nothing.
SET_AGAIN = {
    "under a condition": "if os.environ.get('NO_SUCH') is None:\n    darken = leave",
    "in a try": "try:\n    darken = functools.partial(leave)\nexcept ValueError:\n    pass",
    "by a loop": "for darken in [leave]:\n    pass",
    "in a with": "with contextlib.suppress(ValueError):\n    darken = leave",
    "by its function": "def install():\n    global darken\n    darken = leave\ninstall()",
    "in globals()": "globals()['darken'] = leave",
    "in globals(), computed": "for name in ('dark',):\n    globals()[name + 'en'] = leave",
    "in globals(), by a function": "def install():\n    globals().update(darken=leave)\ninstall()",
    "in globals(), with a mapping": "globals().update({'darken': leave})",
    "in vars(), with a mapping of any": "vars().update(dict(darken=leave))",
    "in globals(), under another name": "found = globals()\nfound['darken'] = leave",
    "in globals(), elsewhere": "def install(names):\n    names['darken'] = leave\ninstall(globals())",
    "by source in its names": "exec('darken = leave', globals())",
    "in the module": "sys.modules[__name__].darken = leave",
    "in the module, by name": "setattr(sys.modules[__name__], 'darken', leave)",
    "in the module's names": "sys.modules[__name__].__dict__['darken'] = leave",
    "by source": "exec('darken = leave')",
    "by source that is computed": "exec(' '.join(['darken', '=', 'leave']))",
    "with other code": "darken.__code__ = leave.__code__",
    "for readers of types": (
        "if TYPE_CHECKING:\n    def darken(lamp):\n        lamp.status = Status()\nelse:\n    darken = leave"
    ),
    "for want of a library": (
        "try:\n    import no_such_library\n    def darken(lamp):\n        lamp.status = Status()\n"
        "except ImportError:\n    def darken(lamp):\n        pass"
    ),
}
#: The same code about other names, or in places that no program reaches: the definition stays what counts.
LEFT = {
    "another name": "globals()['brighten'] = leave\nglobals().update(brighter=leave)",
    "reading the names": "assert 'darken' in list(globals()) and len(globals()['__name__']) > 1",
    "another module": "sys.modules['os'].darken = leave",
    "source of another name": "exec('brighten = leave')",
    "for readers of types": "if TYPE_CHECKING:\n    def darken(lamp):\n        pass",
    "an older Python": "if sys.version_info < (3, 8):\n    darken = leave",
    "variables of a function": "def f():\n    locals()['darken'] = leave\n    exec('darken = leave')\nf()",
    "other names of another": "leave.__code__ = darken.__code__",
}


def _is_dark(code: str) -> bool:
    """Whether the hook wipes the status in the module that runs."""
    module = types.ModuleType("lamps")
    sys.modules["lamps"] = module
    names: dict[str, Any] = module.__dict__
    exec(LAMPS + code + HOOK, names)
    lamp = names["Lamp"](status=names["Status"](lit=True))
    names["LampStrategy"]().prepare_for_create(None, lamp)
    return not lamp.status.lit


def _verdict(code: str) -> Verdict:
    workspace = workspace_from_text({"lamps.py": LAMPS + code + HOOK})
    rows = judge(workspace.contents("lamps.py"), workspace, Config()).rows
    (found,) = [row.verdict for row in rows if row.rule == "status-not-wiped-on-create"]
    return found


@pytest.mark.parametrize("code", SET_AGAIN.values(), ids=SET_AGAIN)
def test_a_function_that_is_set_again_is_not_what_its_definition_says(code: str) -> None:
    assert not _is_dark(code)
    assert _verdict(code) is not Verdict.HOLDS


@pytest.mark.parametrize("code", LEFT.values(), ids=LEFT)
def test_a_function_of_which_nobody_speaks_is_what_its_definition_says(code: str) -> None:
    assert _is_dark(code)
    assert _verdict(code) is Verdict.HOLDS


def test_a_handler_for_an_exception_may_take_a_group_of_it() -> None:
    workspace = workspace_from_text({"lamps.py": "class Burnt(Exception):\n    pass\n"})
    assert workspace.is_exception("lamps", ("ExceptionGroup",), "ValueError") is None  # ``except*`` does
    assert workspace.is_exception("lamps", ("ExceptionGroup",), "Burnt") is None
    assert workspace.is_exception("lamps", ("KeyError",), "ValueError") is False
