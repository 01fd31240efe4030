"""A change can't have a function of another file replace what it is handed."""

from __future__ import annotations

import pytest
from changes import CRANES, OBJECT, Repository
from test_replacing import HELPED, IDLE, IMPORTS, LOST, NOTHING, OTHER, UTIL

TOOLS = "yard/tools.py"
POKE = "def poke(it):\n    it.wipe = print\n"
HOOK = "def poke(it):\n    it.prepare_for_create = print\n"
#: More names than are told apart as parts of one.
NAMES = [f"pier{number}" for number in range(12)]
MANY = "".join(f"{name} = dict()\n" for name in NAMES)


@pytest.mark.parametrize(("tools", "statement"), [
    (POKE, "from yard.tools import poke\npoke(crane)"),
    (POKE, "from yard.tools import poke as p\np(crane)"),
    (POKE, "from yard import tools\ntools.poke(crane)"),
    (POKE, "from yard import tools as t\nt.poke(it=crane)"),
    (POKE, "from yard.tools import poke\n\n\ndef serve():\n    poke(crane)"),
    (POKE, "from yard.tools import poke\nlist(map(poke, [crane]))"),
    (POKE, "from yard.tools import poke\nfunctools.partial(poke, crane)()"),
    (POKE, "from yard.tools import poke\nthreading.Thread(target=poke, args=(crane,)).start()"),
    (POKE, "from yard.tools import poke\np = poke\np(crane)"),
    (POKE, "from yard.tools import poke\nit = crane\npoke(it)"),
    (POKE, "from yard.tools import poke\n[poke(each) for each in (crane,)]"),
    (POKE, "from yard.tools import poke\nTABLE = {'it': poke}\nTABLE['it'](crane)"),
    (POKE, "from yard.tools import poke\npoke(importlib.import_module('yard.registry.crane'))"),
    (POKE, "from yard.tools import poke\npoke(sys.modules['yard.registry.crane'])"),
    (HOOK, "from yard.tools import poke\npoke(crane.CraneStrategy)"),
    (POKE, "from yard.tools import poke\npoke(sys.modules.get('yard.registry.crane'))"),
    (POKE, "import yard.registry.crane\nfrom yard.tools import poke\npoke(yard.registry.crane)"),
    (POKE, "import yard.registry.crane\nimport yard.tools\nyard.tools.poke(yard.registry.crane)"),
    ("def poke(it, name):\n    setattr(it, name, print)\n", "import yard.registry.crane\nfrom yard.tools import poke\npoke(yard.registry.crane.CraneStrategy, NAME)"),
    ("def poke(it, name):\n    setattr(it, name, print)\n", "from yard.registry.crane import *\nfrom yard.tools import poke\npoke(CraneStrategy, NAME)"),
    (HOOK, "from yard.registry.crane import CraneStrategy as S\nfrom yard.tools import poke\npoke(S)"),
    (HOOK, "from yard.tools import poke\npoke(crane.strategy)"),
    (HOOK, "from yard.registry.crane import strategy as s\nfrom yard.tools import poke\npoke(s)"),
    ("def poke(it):\n    it.CraneStrategy.prepare_for_create = print\n", "from yard.tools import poke\npoke(crane)"),
    ("def poke(it):\n    cls = it.CraneStrategy\n    cls.prepare_for_create = print\n", "from yard.tools import poke\npoke(crane)"),
    ("def poke(it):\n    it.CraneStrategy().__class__.prepare_for_create = print\n", "from yard.tools import poke\npoke(crane)"),
    ("def poke(it):\n    setattr(it, 'wipe', print)\n", "from yard.tools import poke\npoke(crane)"),
    ("def poke(it, name):\n    setattr(it, name, print)\n", "from yard.tools import poke\npoke(crane, 'wipe')"),
    ("def poke(it):\n    vars(it)['wipe'] = print\n", "from yard.tools import poke\npoke(crane)"),
    ("def poke(it):\n    it.__dict__.update(wipe=print)\n", "from yard.tools import poke\npoke(crane)"),
    ("def poke(names):\n    names['wipe'] = print\n", "from yard.tools import poke\npoke(vars(crane))"),
    ("def poke(names):\n    names['wipe'] = print\n", "from yard.tools import poke\npoke(crane.__dict__)"),
    ("def poke(it):\n    it.__class__ = dict\n", "from yard.tools import poke\npoke(crane.strategy)"),
    ("def poke(*them):\n    for each in them:\n        each.wipe = print\n", "from yard.tools import poke\npoke(crane)"),
    ("def poke(**them):\n    them['it'].wipe = print\n", "from yard.tools import poke\npoke(it=crane)"),
    ("poke = lambda it: setattr(it, 'wipe', print)\n", "from yard.tools import poke\npoke(crane)"),
    ("class Poker:\n    def poke(self, it):\n        it.wipe = print\n", "from yard.tools import Poker\nPoker().poke(crane)"),
    ("class Poker:\n    def poke(self, it):\n        it.wipe = print\n\n\npoker = Poker()\n", "from yard.tools import poker\npoker.poke(crane)"),
    ("class Poker:\n    def __init__(self, it):\n        it.wipe = print\n", "from yard.tools import Poker\nPoker(crane)"),
    ("class Poker:\n    def __init__(self, it):\n        it.wipe = print\n", "from yard.tools import Poker\n\n\nclass Other(Poker):\n    def __init__(self):\n        Poker.__init__(self, crane)\n\n\nOther()"),
    ("class Poker:\n    def __call__(self, it):\n        it.wipe = print\n", "from yard.tools import Poker\nPoker()(crane)"),
    ("class Poker:\n    def __init__(self, it):\n        self.it = it\n\n    def run(self):\n        self.it.wipe = print\n", "from yard.tools import Poker\nPoker(crane).run()"),
    ("def made():\n    def poke(it):\n        it.wipe = print\n\n    return poke\n", "from yard.tools import made\nmade()(crane)"),
    (f"def prod(it):\n    poke(it)\n\n\n{POKE}", "from yard.tools import prod\nprod(crane)"),
    ("from yard.deep import poke\n\n\ndef prod(it):\n    poke(it)\n", "from yard.tools import prod\nprod(crane)"),
    ("from yard.deep import poke as p\n\n\ndef prod(it):\n    p(it.CraneStrategy)\n", "from yard.tools import prod\nprod(crane)"),
    ("from yard.deep import poke\n", "from yard.tools import poke\npoke(crane)"),
    (POKE, f"from yard.tools import poke\n{MANY}held = [{', '.join(NAMES)}, crane]\npoke(held[-1])"),
    (POKE, f"from yard.tools import poke\n{MANY}held = {' or '.join(NAMES)} or crane\npoke(held)"),
    (f"def poke(it):\n    held = {' or '.join(f'it.{name}' for name in NAMES)} or it or it.CraneStrategy\n    held.prepare_for_create = print\n", "from yard.tools import poke\npoke(crane)"),
    ("import contextlib\n\n\n@contextlib.contextmanager\ndef poked(it):\n    it.wipe = print\n    yield\n", "from yard.tools import poked\npoked(crane).__enter__()"),
])  # fmt: skip
def test_a_function_of_another_file_that_replaces_what_it_is_handed_is_seen(
    server: Repository, tools: str, statement: str
) -> None:
    server.write("yard/util.py", UTIL)
    server.write(CRANES, f"{HELPED}\n\nstrategy = CraneStrategy()\n")
    server.write("yard/deep.py", POKE.replace("it.wipe", "it.wipe = it.prepare_for_create"))
    server.write(TOOLS, tools)
    assert not server.gate(status=0).open
    server.write(OTHER, f"{IMPORTS}{NOTHING}{statement}\n")
    assert server.gate(status=1).objects(LOST) == {OBJECT}


@pytest.mark.parametrize(("tools", "behind"), [
    (HOOK, "poke(strategy)"),
    (HOOK, "poke(CraneStrategy)"),
    (HOOK, "poke([strategy])"),
    (f"{IDLE}def poke(it):\n    it.__class__ = Idle\n", "poke(strategy)"),
    ("def poke(it):\n    setattr(it, 'prepare_' + 'for_create', print)\n", "poke(strategy)"),
    (HOOK, "def serve():\n    poke(strategy)"),
])  # fmt: skip
def test_so_is_one_that_the_strategys_own_file_calls(server: Repository, tools: str, behind: str) -> None:
    server.write(TOOLS, tools)
    server.write(CRANES, f"from yard.tools import poke\n{server.read(CRANES)}\n\nstrategy = CraneStrategy()\n")
    assert not server.gate(status=0).open
    server.write(CRANES, f"{server.read(CRANES)}\n\n{behind}\n")
    assert server.gate(status=1).objects(LOST) == {OBJECT}


#: A strategy that asks its own flag, a helper, and an object of its module.
ASKING = HELPED.replace("        wipe(obj)\n", "        if self.wipes and FLAGS.wipes:\n            self.helper.wipe(obj)\n").replace(
    "class CraneStrategy:\n", "class Flags:\n    wipes = True\n\n\nclass Helper:\n    def wipe(self, obj):\n        wipe(obj)\n\n\n"
    "FLAGS = Flags()\n\n\nclass CraneStrategy:\n    wipes = True\n    helper = Helper()\n\n",
)  # fmt: skip
STORE = "class Store:\n    def __init__(self, strategy):\n        self.strategy = strategy\n"
KEPT = "from yard.tools import Store\nStore(strategy=crane.CraneStrategy())"


@pytest.mark.parametrize(("tools", "statement", "is_believed"), [
    (f"{STORE}        strategy.wipes = False\n", KEPT, False),
    (f"{STORE}        self.strategy.wipes = False\n", KEPT, False),
    (f"{STORE}        setattr(strategy, 'wipes', False)\n", KEPT, False),
    (f"{STORE}        vars(strategy).update(wipes=False)\n", KEPT, False),
    (f"{STORE}        strategy.helper = None\n", KEPT, False),
    (f"{STORE}        strategy.helper.wipe = print\n", KEPT, False),
    (f"{STORE}\n    def create(self, obj):\n        self.strategy.wipes = False\n", KEPT, False),
    (f"{STORE}        strategy.store = self\n", KEPT, True),
    ("def tune(it):\n    it.wipes = False\n", "from yard.tools import tune\ntune(crane.CraneStrategy())", False),
    ("def tune(it):\n    it.wipes = False\n", "from yard.tools import tune\ntune(crane.FLAGS)", False),
    ("def tune(it):\n    it.wipes = False\n", "from yard.registry.crane import FLAGS\nfrom yard.tools import tune\ntune(FLAGS)", False),
    ("def keep(it):\n    it.__setattr__ = print\n", "from yard.apis.crane.types import Crane\nfrom yard.tools import keep\nkeep(Crane)", False),
    ("def tune(it):\n    it.wipes = False\n", "from yard.tools import tune\ntune(sys)", True),
])  # fmt: skip
def test_what_a_function_sets_on_a_strategy_or_what_that_asks_counts(
    server: Repository, tools: str, statement: str, is_believed: bool
) -> None:
    server.write("yard/util.py", UTIL)
    server.write(CRANES, ASKING)
    server.write(TOOLS, tools)
    server.land()
    server.write(OTHER, f"{IMPORTS}{statement}\n")
    assert server.gate(status=0 if is_believed else 1).objects(LOST) == (set() if is_believed else {OBJECT})


@pytest.mark.parametrize(("tools", "statement"), [
    ("def keep(it):\n    it.total = 1\n", "from yard.tools import keep\nkeep(crane)\nkeep(crane.CraneStrategy)"),
    (POKE, "from yard.tools import poke\npoke(sys)\npoke(nothing)"),
    (POKE, "from yard.tools import poke\n\n\ndef serve(crane):\n    poke(crane)"),
    ("class Store:\n    def __init__(self, strategy):\n        self.strategy = strategy\n        self.wipe = 1\n",
     "from yard.tools import Store\nStore(crane.CraneStrategy())"),
    ("def wiped(obj):\n    obj.status = None\n    return obj\n", "from yard.tools import wiped\nwiped(crane.Crane())"),
    ("def made(kind):\n    obj = kind()\n    obj.status = None\n    return obj\n", "from yard.tools import made\nmade(crane.Crane)"),
    ("def listed(found, it):\n    found.append(it)\n", "from yard.tools import listed\nALL = []\nlisted(ALL, crane)"),
])  # fmt: skip
def test_one_that_changes_something_else_is_fine(server: Repository, tools: str, statement: str) -> None:
    server.write("yard/util.py", UTIL)
    server.write(CRANES, HELPED)
    server.write(TOOLS, tools)
    server.write(OTHER, f"{IMPORTS}{NOTHING}{statement}\n")
    assert not server.gate(status=0).open
