"""A change can't put something else under the name of a helper, a strategy or a module that was judged."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from changes import CRANES, OBJECT, STRATEGY, WIPED, Repository

LOST = "gate-verdict-lost"
OTHER = "yard/registry/other.py"
#: Objects of the finding: the strategy that is set, or the file of which nobody can tell what it sets.
TOLD = ({OBJECT}, {OTHER}, {OBJECT, OTHER})
UTIL = "from yard.apis.crane.types import CraneStatus\n\n\ndef wipe(obj):\n    obj.status = CraneStatus()\n"
HELPED = STRATEGY.replace("obj.status = CraneStatus()", "wipe(obj)").replace(
    "class CraneStrategy:", "from yard.util import wipe\n\n\nclass CraneStrategy:"
)
IDLE = "class Idle:\n    def prepare_for_create(self, obj):\n        pass\n\n\n"
IMPORTS = "import contextlib\nimport ctypes\nimport functools\nimport gc\nimport importlib\nimport inspect\nimport operator\nimport pkgutil\nimport sys\nimport threading\n"
IMPORTS += "import types\nfrom sys import modules\nfrom unittest import mock\n\nimport yard\nfrom yard.registry import crane\n\n\n"
NOTHING = "def nothing(obj):\n    pass\n\n\n"
SERVED = f"{STRATEGY}\n\n{IDLE}strategy = CraneStrategy()\n"


@pytest.fixture(name="helped")
def _helped(server: Repository) -> Repository:
    """The server with a strategy that has a function of another module wipe the status."""
    server.write("yard/util.py", UTIL)
    server.write(CRANES, HELPED)
    return server


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
    "mock.patch('yard.registry.crane.CraneStrategy.prepare_for_create', nothing).start()",
    "mock.patch(f'{crane.__name__}.CraneStrategy.prepare_for_create', nothing).start()",
    "mock.patch.multiple('yard.registry.crane', wipe=nothing).start()",
    "mock.patch.dict('yard.registry.crane.__dict__', wipe=nothing).start()",
    "getattr(mock, 'patch')('yard.registry.crane.wipe', nothing).start()",
    "crane.CraneStrategy.prepare_for_create.__globals__['wipe'] = nothing",
    "hook = crane.CraneStrategy.prepare_for_create\nhook.__globals__.update(wipe=nothing)",
    "for hook in vars(crane.CraneStrategy).values():\n    hook.__globals__['wipe'] = nothing",
    "crane.__dict__ |= {'wipe': nothing}",
    "exec('wipe = print', vars(crane))",
    "operator.setitem(crane.CraneStrategy.prepare_for_create.__globals__, 'wipe', nothing)",
    "sys.modules.update({'yard.util': mock})",
    "modules['yard.util'] = mock",
    "[crane.wipe] = [nothing]",
    "crane.__setattr__('wipe', nothing)",
    "types.ModuleType.__setattr__(crane, 'wipe', nothing)",
    "put = setattr\nput(crane, 'wipe', nothing)",
    "from builtins import setattr as put\nput(crane, 'wipe', nothing)",
    "functools.partial(setattr, crane)('wipe', nothing)",
    "list(map(setattr, [crane], ['wipe'], [nothing]))",
    "threading.Thread(target=setattr, args=(crane, 'wipe', nothing)).start()",
    "from unittest.mock import patch as put\nput('yard.registry.crane.wipe', nothing).start()",
    "monkeypatch.setattr('yard.registry.crane.wipe', nothing)",
    "pkgutil.resolve_name('yard.registry.crane').wipe = nothing",
    "importlib.import_module('yard.registry.' + 'crane').wipe = nothing",
    "for module in sys.modules.values():\n    module.wipe = nothing",
    "yard.__path__.insert(0, '/srv/other')",
    "hook = crane.CraneStrategy.prepare_for_create\nhook.__code__ = nothing.__code__",
    "for hook in vars(crane.CraneStrategy).values():\n    hook.__code__ = nothing.__code__",
    "import zipimport\nzipimport.zipimporter('yard.zip').load_module('yard.registry.crane')",
    "importlib.machinery.SourceFileLoader('yard.util', '/srv/util.py').load_module()",
    "import imp\nimp.load_source('yard.util', '/srv/util.py')",
    "getattr(crane, '__setattr__')('wipe', nothing)",
    "getattr(crane, '__dict__')['wipe'] = nothing",
    "operator.attrgetter('__globals__')(crane.CraneStrategy.prepare_for_create)['wipe'] = nothing",
    "operator.methodcaller('__setattr__', 'wipe', nothing)(crane)",
    "put = operator.methodcaller('__setattr__', 'wipe', nothing)\nput(crane)",
    "inspect.getmodule(crane.CraneStrategy).wipe = nothing",
    "super(type(crane), crane).__setattr__('wipe', nothing)",
    "crane.__dict__.__ior__({'wipe': nothing})",
    "getattr(crane, '__set' 'attr__')('wipe', nothing)",
    "name = '__set'\ngetattr(crane, name + 'attr__')('wipe', nothing)",
    "put = getattr(crane, '__set' + 'attr__')\nput('wipe', nothing)",
    "getattr(crane, ''.join(sys.argv))('wipe', nothing)",
    "getattr(crane, f'__{sys.argv[1]}__')['wipe'] = nothing",
    "import builtins\ngetattr(builtins, 'set' + 'attr')(crane, 'wipe', nothing)",
    "crane.\uff57\uff49\uff50\uff45 = nothing",
    "from yard.registry import \uff43\uff52\uff41\uff4e\uff45\n\uff43\uff52\uff41\uff4e\uff45.wipe = nothing",
    "crane.wipe.__kwdefaults__['put'] = nothing",
    "crane.__spec__.loader.exec_module = nothing\nimportlib.reload(crane)",
    "crane.__loader__.path = '/srv/crane.py'\nimportlib.reload(crane)",
    "importlib.abc.SourceLoader.source_to_code = nothing",
    "globals()['crane'].wipe = nothing",
    "eval('crane').wipe = nothing",
    "exec('crane.wipe = nothing')",
    "exec(compile('crane.wipe = nothing', 'a', 'exec'))",
    "text = 'crane.wi' + 'pe = nothing'\nexec(text)",
    "exec('it.wipe = put', {'it': crane, 'put': nothing})",
    "names = dict(it=crane)\nexec(open('a').read(), names)",
    "eval('crane.__setattr__', {'crane': crane})('wipe', nothing)",
    "__import__('yard').__path__.insert(0, '/srv')",
    "yard.__spec__.submodule_search_locations.insert(0, '/srv')",
    "sys.path_importer_cache['/srv'] = nothing",
    "for each in gc.get_referents(crane):\n    each['wipe'] = nothing",
    "gc.get_referrers(crane.wipe)[0]['wipe'] = nothing",
    "ctypes.pythonapi.PyObject_SetAttrString(ctypes.py_object(crane), b'wipe', ctypes.py_object(nothing))",
    "from yard.registry.crane import __dict__ as names\nnames['wipe'] = nothing",
    "from yard.registry.crane import wipe\nwipe.__code__ = nothing.__code__",
    "from yard.registry.crane import CraneStrategy as S\nS().prepare_for_create.__func__.__code__ = nothing.__code__",
    "def put(frame, event, given):\n    frame.f_locals['obj'].status = 1\n\n\nsys.setprofile(put)",
])  # fmt: skip
def test_a_helper_that_another_file_replaces_is_not_believed(helped: Repository, statement: str) -> None:
    assert not helped.gate(status=0).open
    helped.write(OTHER, f"{IMPORTS}{NOTHING}{statement}\n")
    assert helped.gate(status=1).objects(LOST) in TOLD


@pytest.mark.parametrize("statement", [
    "crane.wipe = nothing",
    "def serve():\n    crane.wipe = nothing",
    "crane.CraneStrategy.prepare_for_create = nothing",
    "util.CraneStatus = sys.intern",
    "sys.meta_path.insert(0, nothing)",
])  # fmt: skip
def test_runs_that_do_not_load_what_replaces_something_settle_nothing(helped: Repository, statement: str) -> None:
    helped.write(OTHER, f"{IMPORTS}from yard import util\n{NOTHING}{statement}\n")
    report = helped.gate("--seed", "1", black_box=True, status=1)
    assert report.objects(LOST) in TOLD
    assert OTHER in "{path} {message}".format(**report.open[0])


@pytest.mark.parametrize(("file", "text"), [
    ("yard/util.py", UTIL + "\n\ndef serve():\n    global wipe\n    wipe = print\n"),
    ("yard/util.py", UTIL + "\n\ndef serve(text):\n    exec(text, globals())\n"),
    (CRANES, HELPED + "\n\ndef serve():\n    globals()['wipe'] = print\n"),
    (CRANES, HELPED + "\n\ndef serve():\n    CraneStrategy.prepare_for_create = print\n"),
    (CRANES, HELPED + "\n    def serve(self):\n        self.prepare_for_create = print\n"),
])  # fmt: skip
def test_nor_do_those_that_do_not_call_what_does(helped: Repository, file: str, text: str) -> None:
    helped.write(file, text)
    assert helped.gate("--seed", "1", black_box=True, status=1).objects(LOST) == {OBJECT}


def test_what_is_set_elsewhere_leaves_other_doubts_to_runs(server: Repository) -> None:
    server.write(
        "yard/util.py", UTIL.replace("obj.status = CraneStatus()", "eval('setattr')(obj, 'status', CraneStatus())")
    )
    server.write(CRANES, HELPED)
    server.write(OTHER, f"{IMPORTS}crane.Crane.registered = True\n")
    assert LOST in server.gate(status=1).rules
    assert not server.gate("--seed", "1", black_box=True, status=0).open


@pytest.mark.parametrize("statement", [
    "class Put:\n    def __init__(self, it):\n        it.wipe = nothing\n\n\nPut(crane)",
    "def put(it):\n    it.wipe = nothing\n\n\nput(it=crane)",
    "def put(*each):\n    for it in each:\n        it.wipe = nothing\n\n\nput(crane)",
    "put = lambda it: setattr(it, 'wipe', nothing)\nput(crane)",
    "class Kept:\n    it = crane\n\n\nKept.it.wipe = nothing",
    "kept = types.SimpleNamespace()\nkept.it = crane\nkept.it.wipe = nothing",
    "kept = dict(it=crane)\nkept['it'].wipe = nothing",
    "kept = {'it': crane}\nkept.get('it').wipe = nothing",
    "(crane if modules else 0).wipe = nothing",
    "next(iter([crane])).wipe = nothing",
    "(it := crane).wipe = nothing",
    "it, _ = crane, 1\nit.wipe = nothing",
    "a = crane\nb = a\nc = b\nd = c\ne = d\ne.wipe = nothing",
    "def given():\n    return crane\n\n\ngiven().wipe = nothing",
    "def given():\n    yield crane\n\n\nfor it in given():\n    it.wipe = nothing",
    "match crane:\n    case it:\n        it.wipe = nothing",
    "with contextlib.nullcontext(crane) as it:\n    it.wipe = nothing",
    "getattr(yard.registry, 'crane').wipe = nothing",
    "def put(it=crane):\n    it.wipe = nothing\n\n\nput()",
    "class Kept:\n    @property\n    def it(self):\n        return crane\n\n\nKept().it.wipe = nothing",
    "kept = []\nkept.append(crane)\nkept[0].wipe = nothing",
    "functools.partial(lambda it: setattr(it, 'wipe', nothing), crane)()",
    "(lambda: crane)().wipe = nothing",
    "[it for it in [crane]][0].wipe = nothing",
    "try:\n    raise LookupError(crane)\nexcept LookupError as told:\n    told.args[0].wipe = nothing",
])  # fmt: skip
def test_a_module_is_followed_over_all_names_of_a_file(helped: Repository, statement: str) -> None:
    helped.write(OTHER, f"{IMPORTS}{NOTHING}{statement}\n")
    assert helped.gate(status=1).objects(LOST) == {OBJECT}


@pytest.mark.parametrize("statement", [
    "kept = types.SimpleNamespace()\nkept.get_data = kept.find_spec = nothing\nprint(crane.__spec__.name)",
    "def put(it):\n    it.status = it.wiped = 1\n\n\nput(session.get(crane.Crane))",
    "HOOKS = [crane.wipe]\n\n\ndef put(it):\n    it.status = HOOKS",
    "def put(hook):\n    def inner():\n        return hook()\n\n    inner.__kwdefaults__ = hook.__kwdefaults__\n    return inner",
    "class Slow:\n    def __setattr__(self, name, value):\n        super().__setattr__(name, value)",
    "class Fixed:\n    def __init__(self):\n        put = object.__setattr__\n        put(self, 'status', 1)",
    "it = session.get(crane.Crane, 1)\nit.status = None",
    "for it in map(crane.Crane, modules):\n    it.status = None",
    "settings = importlib.import_module('yard.settings')\nsettings.DEBUG = True",
    "print(len(gc.get_objects()))\nmodules['a'].alive = 1",
    "for each in crane.store.get_objects():\n    each.status = None",
    "total = len(gc.get_objects())\nkept = {}\nkept['all'] = total\nkept.update(more=total)",
    "kept = {}\nfor each in gc.get_objects():\n    kept[type(each)] = kept.get(type(each), 0) + 1",
    "kept = session.put(crane)\nkept.status = None",
    "hook = getattr(crane, 'wipe')\nexec('total = 1')\ntotals = eval('[1, 2]')\ntotals[0] = 3",
    "total = eval('a + b', {'a': 1, 'b': crane.wipe})\neval(total, {'__builtins__': {}}, {'a': 1})",
    "for name in sys.argv:\n    getattr(crane, name)('wipe', nothing)\nhook = getattr(crane, 'on_' + name)\nhook('wipe', nothing)",
    "def put(source, it):\n    for name, value in vars(source).items():\n        setattr(it, name, value)\n\n\nput(sys, nothing)",
])  # fmt: skip
def test_what_is_set_on_other_objects_is_fine(helped: Repository, statement: str) -> None:
    helped.write(OTHER, f"{IMPORTS}{NOTHING}{statement}\n")
    assert not helped.gate(status=0).open


TOOLS = "yard/tools.py"


@pytest.mark.parametrize(("tools", "statement"), [
    ("def given():\n    return crane\n", "from yard.tools import given\ngiven().wipe = nothing"),
    ("def given():\n    return crane\n", "from yard.tools import given\ngiven().CraneStrategy.prepare_for_create = nothing"),
    ("class Kept:\n    it = crane\n", "from yard.tools import Kept\nKept.it.wipe = nothing"),
    ("KEPT = {'it': crane}\n", "from yard.tools import KEPT\nKEPT['it'].wipe = nothing"),
    ("KEPT = [crane]\n", "from yard.tools import KEPT\nfor it in KEPT:\n    it.wipe = nothing"),
    ("def __getattr__(name):\n    return crane\n", "from yard import tools\ntools.anything.wipe = nothing"),
    ("def __getattr__(name):\n    import importlib\n    return importlib.import_module('yard.' + name)\n",
     "from yard.tools import anything\nanything.wipe = nothing"),
])  # fmt: skip
def test_nor_is_what_a_third_file_gives(helped: Repository, tools: str, statement: str) -> None:
    helped.write(TOOLS, f"from yard.registry import crane\n\n\n{tools}")
    assert not helped.gate(status=0).open
    helped.write(OTHER, f"{IMPORTS}{NOTHING}{statement}\n")
    assert helped.gate(status=1).objects(LOST) == {OBJECT}


@pytest.mark.parametrize(("tools", "statement"), [
    ("ALL = []\n\n\ndef register(cls):\n    ALL.append(cls)\n    cls.registered = True\n    return cls\n",
     "from yard.tools import register\nregister(crane.CraneStrategy)"),
    ("class Registry:\n    def __init__(self):\n        self.all = {}\n\n    def register(self, name, it):\n        self.all[name] = self.wipe = it\n\n\n"
     "registry = Registry()\n", "from yard.tools import registry\nregistry.register('crane', crane.CraneStrategy())"),
    ("KEY = '_mark'\n\n\ndef mark(cls):\n    setattr(cls, KEY, 1)\n", "from yard.tools import mark\nmark(crane.CraneStrategy)"),
    ("class Loader:\n    def __init__(self, module):\n        self.wipe = module.wipe\n        self.names = dir(module)\n",
     "from yard.tools import Loader\nLoader(crane)"),
    ("from framework import App\n\napp = App()\n", "from yard.tools import app\napp.add(crane, strategy=crane.CraneStrategy)"),
    ("from framework import App\n\napp = App(crane.CraneStrategy)\n", "from yard.tools import app\napp.wipe = app.strategy = 1"),
    ("def serve(strategy, kind):\n    obj = kind()\n    obj.status = None\n    strategy.prepare_for_create(obj)\n",
     "from yard.tools import serve\nserve(crane.CraneStrategy(), crane.Crane)"),
    ("def __getattr__(name):\n    return getattr(crane, name)\n", "from yard import tools\ntools.total = 1"),
    ("class Quiet:\n    def __init__(self, it):\n        self.it = it\n\n\nclass Loud:\n    def __init__(self, it):\n        it.wipe = print\n",
     "from yard.tools import Quiet\n\n\nclass Other(Quiet):\n    def __init__(self):\n        Quiet.__init__(self, crane)"),
])  # fmt: skip
def test_what_is_handed_to_one_that_keeps_or_marks_it_is_fine(helped: Repository, tools: str, statement: str) -> None:
    helped.write(TOOLS, f"from yard.registry import crane\n\n\n{tools}")
    helped.write(OTHER, f"{IMPORTS}{NOTHING}{statement}\n")
    assert not helped.gate(status=0).open


@pytest.mark.parametrize("statement", [
    "try:\n    from yard_fast import wipe\nexcept ImportError:\n    pass",
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
    ("strategy = strategy and Idle()\n", ""),
    ("if True:\n    strategy = Idle()\n", ""),
    ("(strategy := Idle())\n", ""),
    ("for strategy in [Idle()]:\n    pass\n", ""),
    ("del strategy\n\n\ndef __getattr__(name):\n    return Idle()\n", ""),
    ("def swap(it):\n    return Idle()\n\n\nstrategy = swap(strategy)\n", ""),
    ("def swap(it):\n    return Idle()\n\n\nserved = swap(CraneStrategy())\n", ""),
    ("IDLE = Idle()\n\n\ndef swap(it):\n    return IDLE\n\n\nserved = swap(strategy)\n", ""),
    ("from yard.registry.other import swap\n\nserved = swap(CraneStrategy)\n", f"{IDLE}def swap(it):\n    return Idle()\n"),
    ("from yard.registry.other import strategy\n", f"{IDLE}strategy = Idle()\n"),
    ("", "from yard.registry.crane import Idle, strategy\n\nstrategy.__class__ = Idle\n"),
    ("", "from yard.registry.crane import strategy\n\nstrategy.prepare_for_create = print\n"),
    ("", "from yard.registry import crane\n\ncrane.CraneStrategy.__bases__ = (crane.Idle,)\n"),
    ("", "from yard.registry import crane\n\ncrane.CraneStrategy.__getattribute__ = lambda it, name: print\n"),
    ("", "from yard.registry import crane\n\ncrane.CraneStrategy.__new__ = lambda made: crane.Idle()\n"),
    ("", "from yard.registry import crane\n\ncrane.CraneStrategy.__init__ = lambda it: vars(it).update(prepare_for_create=print)\n"),
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


@pytest.mark.parametrize("behind", [
    "def kept(it):\n    return it\n\n\nstrategy = kept(strategy)\n",
    "from framework import register\n\nstrategy = register(strategy)\n",
    "class More(CraneStrategy):\n    pass\n\n\nprint(strategy)\nstrategy = More()\n",
    "class Store:\n    def __init__(self, it):\n        self.it = it\n\n\ndef serve(it):\n    return Store(it)\n\n\nstore = serve(CraneStrategy())\n",
    "class More(CraneStrategy):\n    pass\n\n\ndef more(it):\n    return More()\n\n\nserved = more(strategy)\n",
])  # fmt: skip
def test_an_object_may_have_the_name_of_one_that_is_judged(server: Repository, behind: str) -> None:
    server.write(CRANES, f"{SERVED}{behind}")
    assert LOST not in server.gate(status=0).rules


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
    "class Named:\n    def __set_name__(self, owner, name):\n        owner.prepare_for_create = print\n\n\n"
    "class Part(Named):\n    pass\n\n\nclass CraneStrategy:\n    part = Part()\n",
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


def test_a_name_that_is_taken_away_is_what_the_module_answers(helped: Repository) -> None:
    helped.land()
    helped.write("yard/util.py", f"{UTIL}\n\ndel wipe\n\n\ndef __getattr__(name):\n    return print\n")
    assert helped.gate(status=1).objects(LOST) == {OBJECT}


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


#: A module between what is changed and what changes it.
APP = "yard/app.py"
PRINTS = "prepare_for_create = print\n"


@pytest.mark.parametrize(("app", "other"), [
    ("from yard.registry.crane import CraneStrategy\n", f"from yard import app\n\napp.CraneStrategy.{PRINTS}"),
    ("from yard.registry.crane import CraneStrategy as S\n", f"from yard.app import S\n\nS.{PRINTS}"),
    ("from yard.registry.crane import CraneStrategy\n\nS = CraneStrategy\n", f"from yard.app import S\n\nS.{PRINTS}"),
    ("from yard.registry.crane import *\n", f"from yard.app import *\n\nCraneStrategy.{PRINTS}"),
    ("from yard.registry.crane import CraneStrategy\n\nALL = [CraneStrategy]\n", f"from yard import app\n\napp.ALL[0].{PRINTS}"),
    ("from yard.registry.crane import CraneStrategy\n\nit = CraneStrategy()\n", f"from yard.app import it\n\nit.{PRINTS}"),
    ("from yard.registry.crane import strategy as s\n", "from yard.app import s\n\ns.__class__ = dict\n"),
    ("from yard.registry import crane as c\n", "from yard.app import c\n\nc.CraneStrategy = print\n"),
    ("from yard import util as u\n", "from yard import app\n\napp.u.wipe = print\n"),
    ("from yard.registry import crane as c\n", "from yard.app import c\n\nc.wipe = print\n"),
    ("from yard.apis.crane.types import Crane as C\n", "from yard.app import C\n\nC.status = property(len, print)\n"),
    ("import importlib\n\ncrane = importlib.import_module('yard.registry.' + 'crane')\n", "from yard import app\n\napp.crane.wipe = print\n"),
    ("import yard.registry\n", "from yard import app\n\napp.yard.registry.crane.wipe = print\n"),
])  # fmt: skip
def test_what_another_module_leads_to_is_not_believed_either(server: Repository, app: str, other: str) -> None:
    server.write("yard/util.py", UTIL)
    server.write(CRANES, f"{HELPED}\n\nstrategy = CraneStrategy()\n")
    server.write(APP, app)
    assert not server.gate(status=0).open
    server.write(OTHER, other)
    assert server.gate(status=1).objects(LOST) == {OBJECT}


@pytest.mark.parametrize("text", [
    "import sys\n\nsys.modules['yard.registry.crane'].wipe = print\n",
    "import sys\n\nfor module in sys.modules.values():\n    module.wipe = print\n",
    "from importlib import import_module\n\nimport_module('yard.registry.crane').wipe = print\n",
    "from unittest import mock\n\nmock.patch('yard.registry.crane.wipe', print).start()\n",
    "def pytest_configure(monkeypatch):\n    monkeypatch.setattr('yard.registry.crane.wipe', print)\n",
    "import pkgutil\n\npkgutil.resolve_name('yard.registry.crane').wipe = print\n",
    "import sys\n\nsys.modules['yard.util'] = object()\n",
    "import yard\n\nyard.registry.crane.wipe = print\n",
])  # fmt: skip
def test_nor_is_one_that_is_named_without_an_import(helped: Repository, text: str) -> None:
    assert not helped.gate(status=0).open
    helped.write("shop.py", text)
    assert helped.gate(status=1).objects(LOST) in ({OBJECT}, {"shop.py"}, {OBJECT, "shop.py"})


def test_an_object_of_the_same_name_is_another_one(server: Repository) -> None:
    server.write(APP, "class CraneStrategy:\n    pass\n\n\ndef wipe(obj):\n    pass\n")
    server.write(OTHER, f"from yard import app\n\napp.CraneStrategy.{PRINTS}app.wipe = print\n")
    assert not server.gate(status=0).open


def test_where_the_tree_lies_makes_no_test_of_it(
    server: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(shutil.copytree(server.top, tmp_path / "tests" / "server"))
    moved = Repository(Path.cwd())
    moved.write(OTHER, f"from yard.registry.crane import CraneStrategy\n\nCraneStrategy.{PRINTS}")
    assert moved.gate(status=1).objects(LOST) == {OBJECT}


FINDER = "class Finder:\n    def find_spec(self, name, path, target=None):\n        return None\n\n\n"


@pytest.mark.parametrize("statement", [
    "sys.meta_path.insert(0, Finder())", "sys.meta_path = [Finder(), *sys.meta_path]", "sys.meta_path[:0] = [Finder()]",
    "meta_path.insert(0, Finder())", "finders = sys.meta_path\nfinders.insert(0, Finder())", "sys.path_hooks.insert(0, print)",
])  # fmt: skip
def test_who_answers_for_modules_may_give_others(server: Repository, statement: str) -> None:
    text = f"import sys\nfrom sys import meta_path\n\n\n{FINDER}"
    server.write(OTHER, f"{text}sys.meta_path.append(Finder())\nprint(meta_path[0])\n")  # asked last
    assert not server.gate(status=0).open
    server.write(OTHER, f"{text}{statement}\n")
    assert server.gate(status=1).objects(LOST) in TOLD


@pytest.mark.parametrize(
    ("file", "imported"),
    [
        ("yard/registry/test_other.py", "from yard.registry import test_other"),
        ("yard/tests/other.py", "import yard.tests.other"),
        ("yard/registry/test_more.py", "from yard.registry import \\\n    test_more"),
        ("yard/conftest.py", "import importlib\n\nimportlib.import_module('yard.conftest')"),
    ],
)
def test_a_test_that_a_program_imports_is_part_of_it(server: Repository, file: str, imported: str) -> None:
    server.write(file, f"from yard.registry.crane import CraneStrategy\n\nCraneStrategy.{PRINTS}")
    assert not server.gate(status=0).open
    server.write("yard/__init__.py", f"{imported}\n")
    assert server.gate(status=1).objects(LOST) == {OBJECT}


@pytest.mark.parametrize(
    "body",
    [
        "sys._getframe().f_locals['prepare_for_create'] = print",
        "sys._getframe().f_locals.update(prepare_for_create=print)",
        "put(sys._getframe())",
        "def __new__(cls):\n        sys._getframe(1).f_globals['CraneStatus'] = print\n        return super().__new__(cls)",
    ],
)
def test_what_is_set_by_frames_is_not_believed(server: Repository, body: str) -> None:
    server.write(OTHER, "def put(frame):\n    names = frame.f_locals\n    names['prepare_for_' + 'create'] = print\n")
    imports = "import sys\n\nfrom yard.registry.other import put\n"
    server.write(
        CRANES, f"{imports}{STRATEGY}\n    {body}\n" if "put" in body else f"import sys\n{STRATEGY}\n    {body}\n"
    )
    assert server.gate(status=1).objects(LOST) in TOLD


TAKES = "import sys\n\n\ndef taken():\n    return sys._getframe(1).f_locals['obj'].status\n\n\n"
TYPES_FILE = "yard/apis/crane/types.py"


@pytest.mark.parametrize(("file", "old", "new"), [
    (OTHER, "", f"{TAKES}from yard.registry import crane\n\ncrane.CraneStatus = taken\n"),
    (CRANES, "", f"{TAKES}globals()['CraneStatus'] = taken\n"),
    (CRANES, "", f"{TAKES}def swap():\n    global CraneStatus\n    CraneStatus = taken\n\n\nswap()\n"),
    (TYPES_FILE, "", f"{TAKES}globals()['CraneStatus'] = taken\n"),
    (TYPES_FILE, "    busy: bool", "    def __new__(cls):\n        import sys\n        return sys._getframe(1).f_locals['obj'].status\n\n    busy: bool"),
    (TYPES_FILE, "    busy: bool = False\n", "    busy: bool = False\n\n    def __post_init__(self):\n        import gc\n"
     "        self.busy = any(each.busy for each in gc.get_objects() if isinstance(each, CraneStatus))\n"),
])  # fmt: skip
def test_a_type_that_takes_what_its_callers_have_is_seen(server: Repository, file: str, old: str, new: str) -> None:
    text = server.read(file) if file != OTHER else ""
    server.write(file, text.replace(old, new) if old else f"{text}\n\n{new}")
    assert OBJECT in server.gate(status=1).objects(LOST)


@pytest.mark.parametrize(
    "told",
    [
        "LOG.info('%s', inspect.stack()[1].function)",
        "LOG.info('%(obj)s', locals())",
        "LOG.info(inspect.currentframe().f_code.co_name)",
        "LOG.info(sys._getframe(1).f_globals['__name__'])",
    ],
)
def test_a_log_that_tells_its_caller_is_fine(server: Repository, told: str) -> None:
    imports = "import inspect\nimport logging\nimport sys\n\nLOG = logging.getLogger(__name__)\n"
    server.write("yard/util.py", f"{imports}{UTIL}    {told}\n")
    server.write(CRANES, HELPED)
    assert not server.gate(status=0).open


BY_NAME = "class Registry:\n    def __init__(self):\n        self.all = {}\n\n    def register(self, cls):\n"
BY_NAME += (
    "        self.all[cls.__name__] = cls\n        return cls\n\n    def named(self, name):\n        def inner(cls):\n"
)
BY_NAME += (
    "            self.all[name] = cls\n            return cls\n\n        return inner\n\n\nregistry = Registry()\n\n\n"
)
OPTIONAL = "import functools\n\n\ndef named(cls=None, *, name=''):\n    if cls is None:\n        return functools.partial(named, name=name)\n"
OPTIONAL += "    print(cls, name)\n    return cls\n\n\n"


@pytest.mark.parametrize("above", [
    f"{IDLE}def made(cls):\n    return Idle\n\n\n@made\n",
    f"{IDLE}def made(cls):\n    return Idle()\n\n\n@made\n",
    f"{IDLE}def made(cls):\n    cls = Idle\n    return cls\n\n\n@made\n",
    f"{IDLE}class Made:\n    def __new__(cls, it):\n        return Idle\n\n\n@Made\n",
    f"{IDLE}MADE = {{'idle': lambda cls: Idle}}\n\n\n@MADE['idle']\n",
    f"{IDLE}@(lambda cls: Idle)\n",
    f"{IDLE}import functools\n\n\ndef pick(other, cls):\n    return other\n\n\nmade = functools.partial(pick, Idle)\n\n\n@made\n",
    "from yard.registry.other import pick\n\n\ndef made(cls):\n    return pick(cls)\n\n\n@made\n",
    f"{IDLE}def made(cls, other=Idle):\n    return other\n\n\n@made\n",
    f"{IDLE}def made(function):\n    return function\n\n\n@made(lambda cls: Idle)\n",
    f"{IDLE}def made(other):\n    def inner(cls):\n        return other\n\n    return inner\n\n\n@made(Idle)\n",
    f"{IDLE}def first(one, other):\n    return one\n\n\ndef made(cls):\n    return first(Idle, cls)\n\n\n@made\n",
])  # fmt: skip
def test_a_decorator_that_gives_another_class_is_not_believed(server: Repository, above: str) -> None:
    server.write(OTHER, f"{IDLE}def pick(cls):\n    return Idle\n")
    server.write(CRANES, STRATEGY.replace("class CraneStrategy:", f"{above}class CraneStrategy:"))
    assert server.gate(status=1).objects(LOST) == {OBJECT}


@pytest.mark.parametrize("above", [
    f"{BY_NAME}@registry.register\n", f"{BY_NAME}@registry.named('crane')\n", f"{OPTIONAL}@named\n",
    f"{OPTIONAL}@named(name='crane')\n", "from framework import App\n\napp = App()\n\n\n@app.strategy('crane')\n",
    "def named(name):\n    return lambda cls: cls\n\n\n@named('crane')\n",
    "import functools\n\n\ndef named(name, cls):\n    return cls\n\n\n@functools.partial(named, 'crane')\n",
    "def second(one, other):\n    return other\n\n\ndef kept(cls):\n    return second(1, cls)\n\n\n@kept\n",
    "from dataclasses import dataclass\n\n\ndef data(cls):\n    return dataclass(cls)\n\n\n@data\n",
])  # fmt: skip
def test_one_that_gives_the_class_back_is(server: Repository, above: str) -> None:
    server.write(CRANES, STRATEGY.replace("class CraneStrategy:", f"{above}class CraneStrategy:"))
    assert not server.gate(status=0).open


@pytest.mark.parametrize("behind", [
    "CraneStrategy = pick(CraneStrategy)", "CraneStrategy = Idle if CraneStrategy else None",
    "CraneStrategy = CraneStrategy and Idle", "sys.modules[__name__].__class__ = Answering",
])  # fmt: skip
def test_a_name_that_is_bound_to_another_class_is_not_believed(server: Repository, behind: str) -> None:
    above = (
        f"import sys\nimport types\n\n\n{IDLE}def pick(cls):\n    return Idle\n\n\ndef kept(cls):\n    return cls\n\n\n"
    )
    above += "class Answering(types.ModuleType):\n    def __getattribute__(self, name):\n        return Idle\n\n\n"
    server.write(CRANES, f"{above}{STRATEGY}\n\nCraneStrategy = kept(CraneStrategy)\n")
    assert not server.gate(status=0).open
    server.write(CRANES, f"{above}{STRATEGY}\n\n{behind}\n")
    assert server.gate(status=1).objects(LOST) == {OBJECT}


@pytest.mark.parametrize(("behind", "is_believed"), [
    ("CraneStrategy.prepare_for_create = kept(CraneStrategy.prepare_for_create)\n", True),
    ("CraneStrategy.prepare_for_create = CraneStrategy.prepare_for_create\n", True),
    ("CraneStrategy.prepare_for_create = kept(prepare_for_create)\n", False),
    ("hook = prepare_for_create\nCraneStrategy.prepare_for_create = hook\nhook = wipe\n", False),
    ("def hook(self, obj):\n    pass\n\n\nCraneStrategy.prepare_for_create = hook\n\n\n"
     "def hook(self, obj):\n    wipe(self, obj)\n", False),
    (f"{IDLE}class CraneStrategy(Idle, CraneStrategy):\n    pass\n", False),
    (f"{IDLE}Base = Idle\n\n\nclass CraneStrategy(Base, CraneStrategy):\n    pass\n\n\nBase = object\n", False),
])  # fmt: skip
def test_what_a_name_stood_for_when_its_module_was_loaded_counts(
    server: Repository, behind: str, is_believed: bool
) -> None:
    functions = "def prepare_for_create(self, obj):\n    pass\n\n\ndef kept(function):\n    return function\n\n\n"
    functions += "def wipe(self, obj):\n    obj.status = CraneStatus()\n    obj.metadata.generation = 1\n\n\n"
    server.write(CRANES, f"{STRATEGY}\n\n{functions}")
    server.land()
    server.write(CRANES, f"{STRATEGY}\n\n{functions}{behind}")
    report = server.gate(status=0 if is_believed else 1)
    assert report.objects(LOST) == (set() if is_believed else {OBJECT})


@pytest.mark.parametrize("above", [
    "def wipe(obj):\n    pass\n", "from yard.registry.bad import wipe\n", "from yard.registry.bad import *\n",
])  # fmt: skip
def test_a_star_may_bring_a_name_once_more(server: Repository, above: str) -> None:
    server.write("yard/registry/bad.py", "def wipe(obj):\n    pass\n")
    server.write(OTHER, UTIL)
    by_default = "obj: Crane, wipe=wipe) -> None:\n        wipe(obj)"
    hook = STRATEGY.replace("obj: Crane) -> None:\n        obj.status = CraneStatus()", by_default)
    hook = hook.replace("class CraneStrategy:", f"{above}\n\nclass CraneStrategy:")
    server.write(CRANES, f"{hook}\n\nfrom yard.registry.other import *\n")
    assert server.gate(status=1).objects(LOST) == {OBJECT}


@pytest.mark.parametrize("above", ["global prepare_for_create", "if 0:\n        global x, prepare_for_create"])
def test_a_hook_that_is_a_name_of_the_module_is_none_of_the_class(server: Repository, above: str) -> None:
    server.write(CRANES, STRATEGY.replace("class CraneStrategy:\n", f"class CraneStrategy:\n    {above}\n"))
    assert WIPED in server.gate(status=1).rules
    other = above.replace("prepare_for_create", "total")
    server.write(
        CRANES, STRATEGY.replace("class CraneStrategy:\n", f"class CraneStrategy:\n    {other}\n    total = 1\n")
    )
    assert not server.gate(status=0).open


@pytest.mark.parametrize(("functions", "rules"), [
    ("def __wipe(obj):\n    obj.status = CraneStatus()\n\n\ndef _CraneStrategy__wipe(obj):\n    pass\n\n\n", {WIPED}),
    ("def __wipe(obj):\n    obj.status = CraneStatus()\n\n\n", {LOST}),
    ("def _CraneStrategy__wipe(obj):\n    obj.status = CraneStatus()\n\n\n", set()),
])  # fmt: skip
def test_a_private_name_is_another_one_in_a_class(server: Repository, functions: str, rules: set[str]) -> None:
    text = STRATEGY.replace("obj.status = CraneStatus()", "__wipe(obj)")
    server.write(CRANES, text.replace("class CraneStrategy:", f"{functions}class CraneStrategy:"))
    assert server.gate(status=int(bool(rules))).rules == rules


DATA = "def dataclass(cls):\n    cls.__eq__ = lambda self, other: True\n    return cls\n\n\ndef field(**given):\n    return None\n"


@pytest.mark.parametrize(("file", "is_believed"), [
    ("dataclasses.py", False), ("src/dataclasses.py", True), ("yard/dataclasses.py", True), ("abc.py", True), ("queue.py", True),
])  # fmt: skip
def test_a_file_that_stands_in_for_a_well_known_module_is_read(
    server: Repository, file: str, is_believed: bool
) -> None:
    server.write(
        CRANES, "from abc import ABC\n" + STRATEGY.replace("class CraneStrategy:", "class CraneStrategy(ABC):")
    )
    server.land()
    server.write(file, DATA)
    report = server.gate(status=0 if is_believed else 1)
    assert report.objects(LOST) == (set() if is_believed else {OBJECT})


def test_a_module_that_another_file_makes_something_else_is_not_believed(server: Repository) -> None:
    server.write(
        OTHER,
        "from yard.registry import crane\n\n\nclass Answering(type(crane)):\n    pass\n\n\ncrane.__class__ = Answering\n",
    )
    assert server.gate(status=1).objects(LOST) == {OBJECT}


def test_a_class_that_stands_in_for_one_of_another_file_is_not_believed(server: Repository) -> None:
    server.write(OTHER, IDLE.replace("Idle", "CraneStrategy"))
    indented = "".join(f"    {line}\n" if line else "\n" for line in STRATEGY.splitlines())
    server.write(CRANES, f"try:\n    from yard.registry.other import CraneStrategy\nexcept ImportError:\n{indented}")
    assert server.gate(status=1).objects(LOST) == {OBJECT}


CALLED = "class Meta(type):\n    _made = {}\n\n    def __call__(cls, *given):\n"


@pytest.mark.parametrize(("body", "is_believed"), [
    ("        if cls not in cls._made:\n            cls._made[cls] = super().__call__(*given)\n        return cls._made[cls]\n", True),
    ("        return type.__call__(cls, *given)\n", True),
    ("        return Idle()\n", False), ("        return IDLE\n", False),
])  # fmt: skip
def test_a_metaclass_makes_objects_of_its_class(server: Repository, body: str, is_believed: bool) -> None:
    above = f"{IDLE}IDLE = Idle()\n\n\n{CALLED}{body}\n\nclass CraneStrategy(metaclass=Meta):"
    server.write(CRANES, STRATEGY.replace("class CraneStrategy:", above))
    assert server.gate(status=0 if is_believed else 1).objects(LOST) == (set() if is_believed else {OBJECT})


CHECKED = STRATEGY.replace(
    "        obj.status = CraneStatus()", "        if not TYPE_CHECKING:\n            obj.status = CraneStatus()", 1
)


@pytest.mark.parametrize("text", [
    f"TYPE_CHECKING = True\n{CHECKED}",
    f"TYPE_CHECKING: bool = True\n{CHECKED}",
    f"from yard.registry.other import TYPE_CHECKING\n{CHECKED}",
    f"from typing import Any as TYPE_CHECKING\n{CHECKED}",
    CHECKED.replace("        if not", "        TYPE_CHECKING = True\n        if not"),
    CHECKED.replace("obj: Crane)", "obj: Crane, TYPE_CHECKING=True)", 1),
    "from yard.registry import typing\n" + CHECKED.replace("TYPE_CHECKING", "typing.TYPE_CHECKING"),
    CHECKED.replace("TYPE_CHECKING", "self.TYPE_CHECKING"),
])  # fmt: skip
def test_what_a_module_calls_type_checking_may_be_true(server: Repository, text: str) -> None:
    server.write(CRANES, text)
    assert server.gate(status=1).objects(LOST) == {OBJECT}


@pytest.mark.parametrize("text", [
    "from typing import TYPE_CHECKING, Any as Anything\n", "import typing as t\nfrom typing import (\n    TYPE_CHECKING,\n)\n",
    "TYPE_CHECKING = False\n", "try:\n    from typing import TYPE_CHECKING\nexcept ImportError:\n    TYPE_CHECKING = False\n",
])  # fmt: skip
def test_and_is_false_where_typing_says_so(server: Repository, text: str) -> None:
    server.write(CRANES, f"{text}{CHECKED}")
    assert not server.gate(status=0).open
    server.write(CRANES, f"{text}{CHECKED.replace('if not TYPE', 'if TYPE')}")
    assert WIPED in server.gate(status=1).rules


@pytest.mark.parametrize(("file", "text"), [
    (CRANES, HELPED.replace("    def prepare_for_create", "    @cache\n    def prepare_for_create")),
    ("yard/util.py", UTIL.replace("def wipe", "@cache\ndef wipe")),
    ("yard/util.py", UTIL.replace("def wipe", "@lru_cache(maxsize=8)\ndef wipe")),
])  # fmt: skip
def test_a_function_that_remembers_what_it_gave_for_an_equal_object_may_not_run(
    helped: Repository, file: str, text: str
) -> None:
    helped.write(file, f"from functools import cache, lru_cache\n\n{text}")
    assert helped.gate(status=1).objects(LOST) == {OBJECT}


def test_one_that_only_reads_is_believed(server: Repository) -> None:
    server.write("yard/util.py", UTIL)
    reads = "\n\n@cache\ndef reach(obj, least):\n    return max(obj.spec.reach, least)\n"
    text = HELPED.replace("max(obj.spec.reach, 1)", "reach(obj, 1)")
    server.write(CRANES, f"from functools import cache\n\n{text}{reads}")
    assert LOST not in server.gate(status=0).rules


REGISTERED = """\
from yard.apis.crane.types import Crane
from yard.generic import RESTConfig, StrategyConfig, new_rest


def prepare(obj: Crane) -> None:
    obj.spec.reach = max(obj.spec.reach, 1)


cranes = new_rest(RESTConfig("cranes", Crane, StrategyConfig(prepare_for_create=prepare)))
"""
GENERIC = "class RESTConfig:\n    def __init__(self, *given, **named):\n        pass\n\n\n"
GENERIC += "class StrategyConfig(RESTConfig):\n    pass\n\n\ndef new_rest(config):\n    return config\n"


@pytest.mark.parametrize("statement", [
    "crane.prepare.__code__ = nothing.__code__", "from yard.registry.crane import prepare\nprepare.__code__ = nothing.__code__",
    "crane.cranes = nothing", "from yard import generic\ngeneric.new_rest = nothing",
])  # fmt: skip
def test_nor_is_what_is_registered_and_replaced(server: Repository, statement: str) -> None:
    server.write("yard/generic.py", GENERIC)
    server.write(CRANES, REGISTERED)
    server.land()
    server.write(OTHER, f"{IMPORTS}{NOTHING}{statement}\n")
    assert server.gate(status=1).objects(LOST) == {"yard.registry.crane.cranes"}


@pytest.mark.parametrize("statement", ["crane.width = 3", "print(crane.cranes, crane.prepare)"])
def test_what_has_been_registered_already_is_no_matter(server: Repository, statement: str) -> None:
    server.write("yard/generic.py", GENERIC)
    server.write(CRANES, REGISTERED)
    server.land()
    server.write(OTHER, f"{IMPORTS}{NOTHING}{statement}\n")
    assert not server.gate("--seed", "1", black_box=True, status=0).open
