"""A change can't put something else under the name of a helper, a strategy or a module that was judged."""

from __future__ import annotations

import pytest
from changes import CRANES, OBJECT, STRATEGY, WIPED, Repository

LOST = "gate-verdict-lost"
OTHER = "yard/registry/other.py"
UTIL = "from yard.apis.crane.types import CraneStatus\n\n\ndef wipe(obj):\n    obj.status = CraneStatus()\n"
HELPED = STRATEGY.replace("obj.status = CraneStatus()", "wipe(obj)").replace(
    "class CraneStrategy:", "from yard.util import wipe\n\n\nclass CraneStrategy:"
)
IDLE = "class Idle:\n    def prepare_for_create(self, obj):\n        pass\n\n\n"
NOTHING = "def nothing(obj):\n    pass\n\n\n"
SERVED = f"{STRATEGY}\n\n{IDLE}strategy = CraneStrategy()\n"


@pytest.mark.parametrize("statement", [
    "crane.wipe = nothing",
    "crane.wipe: object = nothing",
    "kept = crane.wipe = nothing",
    "kept, crane.wipe = 1, nothing",
    "if True: crane.wipe = nothing",
    "for crane.wipe in [nothing]:\n    pass",
    "with contextlib.nullcontext(nothing) as crane.wipe:\n    pass",
    "setattr(crane, 'wipe', nothing)",
    "vars(crane)['wipe'] = nothing",
    "names = vars(crane)\nnames['wipe'] = nothing",
    "crane.__dict__.update(wipe=nothing)",
    "sys.modules['yard.registry.crane'].wipe = nothing",
    "importlib.import_module('yard.registry.crane').wipe = nothing",
    "module = importlib.import_module('yard.registry.crane')\nmodule.wipe = nothing",
    "mock.patch('yard.registry.crane.wipe', nothing).start()",
    "mock.patch.object(crane, 'wipe', nothing).start()",
    "crane.CraneStrategy.prepare_for_create.__globals__['wipe'] = nothing",
    "hook = crane.CraneStrategy.prepare_for_create\nhook.__globals__.update(wipe=nothing)",
    "for hook in vars(crane.CraneStrategy).values():\n    hook.__globals__['wipe'] = nothing",
    "crane.__dict__ |= {'wipe': nothing}",
    "exec('wipe = print', vars(crane))",
    "operator.setitem(crane.CraneStrategy.prepare_for_create.__globals__, 'wipe', nothing)",
    "sys.modules.update({'yard.util': mock})",
    "modules['yard.util'] = mock",
])  # fmt: skip
def test_a_helper_that_another_file_replaces_is_not_believed(server: Repository, statement: str) -> None:
    server.write("yard/util.py", UTIL)
    server.write(CRANES, HELPED)
    assert not server.gate(status=0).open
    imports = "import contextlib\nimport importlib\nimport operator\nimport sys\nfrom sys import modules\n"
    imports += "from unittest import mock\n\n"
    server.write(OTHER, f"{imports}from yard.registry import crane\n\n\n{NOTHING}{statement}\n")
    assert server.gate(status=1).objects(LOST) == {OBJECT}


@pytest.mark.parametrize("statement", [
    "globals()['wipe'] = nothing",
    "exec('wipe = nothing')",
    "sys.modules[__name__].wipe = nothing",
    "for wipe in [nothing]:\n    pass",
    "print(wipe := nothing)",
    "match nothing:\n    case wipe:\n        pass",
    "if sys.argv:\n    from yard.other import wipe",
    "CraneStrategy.prepare_for_create.__globals__['wipe'] = nothing",
    "eval('globals().update(wipe=nothing)')",
    "run = exec\nrun('wipe = nothing')",
])  # fmt: skip
def test_nor_is_one_that_its_own_module_binds_again(server: Repository, statement: str) -> None:
    server.write("yard/util.py", UTIL)
    server.write("yard/other.py", "def wipe(obj):\n    obj.spec.reach = 2\n")
    server.write(CRANES, f"import sys\n\n{HELPED}\n\n{NOTHING}{statement}\n")
    report = server.gate(status=1)
    assert report.objects(LOST) | report.objects(WIPED) == {OBJECT}


@pytest.mark.parametrize(("behind", "other"), [
    ("strategy.__class__ = Idle\n", ""),
    ("object.__setattr__(strategy, '__class__', Idle)\n", ""),
    ("def idle(it):\n    it.__class__ = Idle\n\n\nidle(strategy)\n", ""),
    ("", "from yard.registry.crane import Idle, strategy\n\nstrategy.__class__ = Idle\n"),
    ("", "from yard.registry.crane import strategy\n\nstrategy.prepare_for_create = print\n"),
    ("", "from yard.registry.crane import strategy\n\nvars(strategy)['prepare_for_create'] = print\n"),
    ("", "from yard.registry import crane\n\ncrane.strategy = crane.Idle()\n"),
    ("", "from yard.registry import crane\n\ncrane.CraneStrategy = crane.Idle\n"),
    ("", "from yard.registry import crane\n\ncrane.CraneStrategy = crane.Idle()\n"),
    ("", "import yard.registry.crane\n\ngetattr(yard.registry.crane, 'CraneStrategy').prepare_for_create = print\n"),
    ("", "for each in object.__subclasses__():\n    each.prepare_for_create = print\n"),
    ("from yard.registry.other import *\n", IDLE.replace("Idle", "CraneStrategy")),
])  # fmt: skip
def test_a_strategy_in_whose_place_another_stands_is_not_believed(server: Repository, behind: str, other: str) -> None:
    server.write(CRANES, SERVED)
    assert not server.gate(status=0).open
    server.write(CRANES, f"{SERVED}{behind}")
    server.write(OTHER, other)
    assert server.gate(status=1).objects(LOST) == {OBJECT}


@pytest.mark.parametrize(("file", "text"), [
    ("yard/registry/crane/__init__.py", IDLE.replace("Idle", "CraneStrategy")),
    ("yard/registry/__init__.py", "import sys\n\nfrom yard import idle\n\nsys.modules['yard.registry.crane'] = idle\n"),
    ("yard/registry/__init__.py", "__path__.insert(0, '/srv/other')\n"),
])  # fmt: skip
def test_a_module_in_whose_place_another_is_imported_is_not_believed(server: Repository, file: str, text: str) -> None:
    server.write(file, text)
    assert server.gate(status=1).objects(LOST) == {OBJECT}


def test_a_package_that_is_spread_over_directories_is(server: Repository) -> None:
    server.write(
        "yard/registry/__init__.py", "from pkgutil import extend_path\n\n__path__ = extend_path(__path__, __name__)\n"
    )
    assert not server.gate(status=0).open


@pytest.mark.parametrize("text", [
    "def made(cls):\n    class Other:\n        pass\n\n    return Other\n\n\n@made\nclass CraneStrategy:",
    "def made(cls):\n    return type(cls.__name__, (cls,), {})\n\n\n@made\nclass CraneStrategy:",
    "class Meta(type):\n    def mro(cls):\n        return [Idle, cls, object]\n\n\nclass CraneStrategy(metaclass=Meta):",
    "class Named:\n    def __set_name__(self, owner, name):\n        owner.prepare_for_create = print\n\n\n"
    "class CraneStrategy:\n    part = Named()\n",
])  # fmt: skip
def test_a_class_of_which_another_is_made_is_not_believed(server: Repository, text: str) -> None:
    server.write(CRANES, STRATEGY.replace("class CraneStrategy:", IDLE + text))
    assert server.gate(status=1).objects(LOST) == {OBJECT}


MAKES = "class Base:\n    def __init_subclass__(cls):\n        {}\n\n\n"
POKE = "def poke(cls):\n    cls.prepare_for_create = print\n"


@pytest.mark.parametrize(("above", "header"), [
    (f"def made():\n    {MAKES.format('cls.prepare_for_create = print').replace(chr(10), chr(10) + '    ')}return Base\n", "made()"),
    ("from yard.registry.other import Base\n\nBASES = [Base]\n", "BASES[0]"),
    ("from yard.registry.other import Base\n\nBASES = [Base]\n", "*BASES"),
    ("from yard.registry.other import Base\n\n\nclass Entry:\n    def __mro_entries__(self, bases):\n        return (Base,)\n\n\n"
     "ENTRY = Entry()\n", "ENTRY"),
    ("from yard.registry.other import Meta\n\nHOW = {'metaclass': Meta}\n", "**HOW"),
    ("def made(name, bases, names):\n    return type(name, bases, {**names, 'prepare_for_create': print})\n", "metaclass=made"),
    (MAKES.format("poke(cls)"), "Base"),
    (MAKES.format("from yard.registry.other import poke\n\n        poke(cls)"), "Base"),
])  # fmt: skip
def test_a_base_that_is_computed_may_replace_what_derives_from_it(server: Repository, above: str, header: str) -> None:
    meta = "class Meta(type):\n    def __init__(cls, *given, **named):\n        cls.prepare_for_create = print\n\n\n"
    server.write(OTHER, f"{POKE}\n\n{meta}{MAKES.format('poke(cls)')}")
    imported = "from yard.registry.other import poke\n\n\n" if above.startswith("class Base") else ""
    server.write(
        CRANES, STRATEGY.replace("class CraneStrategy:", f"{imported}{above}\n\nclass CraneStrategy({header}):")
    )
    assert server.gate(status=1).objects(LOST) == {OBJECT}


@pytest.mark.parametrize("above", [
    "from framework import strategy_base\n\n\nclass CraneStrategy(strategy_base('crane')):",
    "from framework import Strategy\n\nOfCranes = Strategy[Crane]\n\n\nclass CraneStrategy(OfCranes):",
    "ALL = []\n\n\ndef register(cls):\n    ALL.append(cls)\n\n\n" + MAKES.format("register(cls)") + "class CraneStrategy(Base):",
    "import typing\n\n\nclass CraneStrategy:\n    def hints(self):\n"
    "        return typing.get_type_hints(self.prepare_for_create, self.prepare_for_create.__globals__)\n",
])  # fmt: skip
def test_bases_that_replace_nothing_are_believed(server: Repository, above: str) -> None:
    server.write(CRANES, STRATEGY.replace("class CraneStrategy:", above))
    assert not server.gate(status=0).open


STORED = "    status: CraneStatus = field(default_factory=CraneStatus)\n"
KEPT = (
    "    {field} = field(default_factory=dict)\n\n    @property\n    def status(self) -> CraneStatus:\n"
    "        return {get}\n\n    @status.setter\n    def status(self, value: CraneStatus) -> None:\n        {set}\n"
)
IN_MAPPING = KEPT.replace("{field}", "_kept: dict[str, CraneStatus]").replace("{get}", "self._kept['status']")


@pytest.mark.parametrize("stored", [
    *(KEPT.replace("{field}", "_kept: CraneStatus").replace("{get}", "self._kept").replace("{set}", each)
      for each in ("pass", "self._other = value", "print(value)", "self.__dict__.setdefault('_kept', value)")),
    "    _kept: CraneStatus = field(default_factory=CraneStatus)\n"
    "    status = property(lambda self: self._kept, lambda self, value: None)\n",
    *(IN_MAPPING.replace("{set}", each)
      for each in ("pass", "self._kept['other'] = value", "self._kept.setdefault('status', value)",
                   "self._kept['status'] = self._kept['status']",
                   "if self.spec.reach > 3:\n            self._kept['status'] = value",
                   "if self.spec.reach > 3:\n            return\n        self._kept['status'] = value")),
])  # fmt: skip
def test_a_property_that_keeps_something_else_is_seen(server: Repository, stored: str) -> None:
    for name in ("yard/apis/crane/types.py", "yard/apis/crane/v1/types.py"):
        server.write(
            name, server.read(name).replace(STORED, IN_MAPPING.replace("{set}", "self._kept['status'] = value"))
        )
    server.land()
    for name in ("yard/apis/crane/types.py", "yard/apis/crane/v1/types.py"):
        types = server.read(name)
        server.write(name, types.replace(IN_MAPPING.replace("{set}", "self._kept['status'] = value"), stored))
    report = server.gate(status=1)
    assert OBJECT in report.objects(LOST) | report.objects(WIPED)


@pytest.mark.parametrize("statement", [
    "types.Crane.status = property(lambda self: 1, lambda self, value: None)",
    "setattr(types.Crane, 'status', property(lambda self: 1, lambda self, value: None))",
    "meta.ObjectMeta.generation = property(lambda self: 1, lambda self, value: None)",
])  # fmt: skip
def test_a_field_that_another_file_makes_a_property_of_is_not_believed(server: Repository, statement: str) -> None:
    server.write(OTHER, f"from yard import meta\nfrom yard.apis.crane import types\n\n{statement}\n")
    assert server.gate(status=1).objects(LOST) == {OBJECT}


@pytest.mark.parametrize("statement", [
    "exec('extra: int = 0')", "exec('del __annotations__[\"status\"]')", "eval('locals().update(extra=0)')",
    "locals()['__annotations__']['extra'] = int",
])  # fmt: skip
def test_a_type_whose_body_runs_texts_is_not_believed(server: Repository, statement: str) -> None:
    server.write("yard/apis/crane/types.py", server.read("yard/apis/crane/types.py") + f"    {statement}\n")
    assert LOST in server.gate(status=1).rules


def test_a_name_that_is_taken_away_is_what_the_module_answers(server: Repository) -> None:
    server.write("yard/util.py", UTIL)
    server.write(CRANES, HELPED)
    server.land()
    server.write("yard/util.py", f"{UTIL}\n\ndel wipe\n\n\ndef __getattr__(name):\n    return print\n")
    assert server.gate(status=1).objects(LOST) == {OBJECT}


def test_an_attribute_of_the_object_decides_as_well(server: Repository) -> None:
    text = STRATEGY.replace("obj.status = CraneStatus()", "if self.wipes:\n            obj.status = CraneStatus()")
    server.write(CRANES, text.replace("class CraneStrategy:\n", "class CraneStrategy:\n    wipes = True\n\n"))
    assert not server.gate(status=0).open
    server.write(CRANES, f"{server.read(CRANES)}\n\nstrategy = CraneStrategy()\nstrategy.wipes = False\n")
    assert server.gate(status=1).rules & {LOST, WIPED}


def test_a_decorator_that_has_types_store_otherwise_is_seen(server: Repository) -> None:
    server.write(
        "yard/own.py",
        "import dataclasses\n\n\ndef dataclass(cls):\n    made = dataclasses.dataclass(cls)\n"
        "    made.__setattr__ = lambda self, name, value: None\n    return made\n",
    )
    types = server.read("yard/apis/crane/types.py")
    imports = "from dataclasses import dataclass, field\n"
    server.write(
        "yard/apis/crane/types.py",
        types.replace(imports, "from dataclasses import field\nfrom yard.own import dataclass\n"),
    )
    assert LOST in server.gate(status=1).rules
