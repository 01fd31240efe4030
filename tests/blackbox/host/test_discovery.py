"""Strategies are found and made without any registration; what can't be is listed with the reason."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from apivet.check.observing import Watched, find_candidates, observe
from apivet.config import load_config
from apivet.verdicts import Report, Verdict

THINGS = """
from dataclasses import dataclass


@dataclass
class Meta:
    generation: int = 0


@dataclass
class Spec:
    size: int = 0


@dataclass
class Status:
    phase: str = ""


@dataclass
class Widget:
    metadata: Meta
    spec: Spec
    status: Status
"""

#: Hooks that conform, of a strategy that was made as its project makes it: any other one refuses everything.
HOOKS = """
    def prepare_for_create(self, ctx, obj: Widget) -> None:
        if not self.ready:
            raise ValueError("not made as the project makes it")
        obj.status = Status()
        obj.metadata.generation = 1

    def prepare_for_update(self, ctx, obj: Widget, old: Widget) -> None:
        if not self.ready:
            raise ValueError("not made as the project makes it")
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
"""

IMPORTS = "from things import Meta, Spec, Status, Widget\n"

#: The body of the class, what follows it: each is a module of its own with one strategy, ``WidgetStrategy``.
SIMPLE = "    ready = False\n"
TAKES_READY = "    def __init__(self, ready):\n        self.ready = ready\n"
MADE: dict[str, tuple[str, str]] = {
    "plain": ("    ready = True\n", ""),
    "global_instance": (TAKES_READY, "strategy = WidgetStrategy(True)\n"),
    "in_a_dict": (TAKES_READY, "STRATEGIES = {'widgets': {'main': WidgetStrategy(True)}}\n"),
    "in_a_list": (TAKES_READY, "STRATEGIES = [WidgetStrategy(True)]\n"),
    "in_a_registry": (
        TAKES_READY,
        """
class Registry:
    def __init__(self):
        self._strategies = {}

    def add(self, name, strategy):
        self._strategies[name] = strategy


registry = Registry()
registry.add("widgets", WidgetStrategy(True))
""",
    ),
    "in_slots": (
        TAKES_READY,
        """
class Store:
    __slots__ = ("strategy", "unset")

    def __init__(self, strategy):
        self.strategy = strategy


store = Store(WidgetStrategy(True))
""",
    ),
    "class_attribute": (TAKES_READY, "class Store:\n    strategy = WidgetStrategy(True)\n"),
    "bound_method": (TAKES_READY, "create = WidgetStrategy(True).prepare_for_create\n"),
    "factory": (TAKES_READY, "def new_strategy() -> WidgetStrategy:\n    return WidgetStrategy(True)\n"),
    "factory_of_any_name": (TAKES_READY, "def widgets() -> WidgetStrategy:\n    return WidgetStrategy(True)\n"),
    "factory_without_annotation": (TAKES_READY, "def new_strategy():\n    return WidgetStrategy(True)\n"),
    "factory_with_defaults": (
        TAKES_READY,
        "def make_strategy(ready=True, *, name='x'):\n    return WidgetStrategy(ready)\n",
    ),
    "factory_of_a_base": (
        TAKES_READY,
        "class Strategy: ...\n\n\ndef widget_strategy() -> object:\n    return WidgetStrategy(True)\n",
    ),
    "cached_factory": (
        TAKES_READY,
        "import functools\n\n\n@functools.lru_cache\ndef strategy():\n    return WidgetStrategy(True)\n",
    ),
    "cached_property": (
        TAKES_READY,
        """
import functools


class Server:
    @functools.cached_property
    def strategy(self):
        return WidgetStrategy(True)


server = Server()
""",
    ),
    "classmethod_factory": (TAKES_READY + "\n    @classmethod\n    def create(cls):\n        return cls(True)\n", ""),
    "staticmethod_factory": (
        TAKES_READY
        + '\n    @staticmethod\n    def standard() -> "WidgetStrategy":\n        return WidgetStrategy(True)\n',
        "",
    ),
    "slots": ('    __slots__ = ("ready",)\n\n    def __init__(self):\n        self.ready = True\n', ""),
    "needs_a_typer": (
        "    def __init__(self, typer: 'Typer', names: 'Names'):\n"
        "        self.ready = typer.scheme.kinds == [] and names.prefix == 'w'\n",
        """
class Scheme:
    def __init__(self):
        self.kinds = []


class Typer:
    def __init__(self, scheme: Scheme):
        self.scheme = scheme


class Names:
    def __init__(self, prefix: int):
        self.prefix = prefix


NAMES = Names("w")
""",
    ),
    "needs_plain_things": (
        """
    def __init__(
        self,
        logger: logging.Logger,
        now: Callable[[], datetime.datetime],
        notify: Callable[[str], None],
        resource: str,
        hooks: list[str],
        extra: Optional[Decimal],
        *,
        clock: "Clock",
    ):
        logger.debug("made")
        self.ready = now().year > 2000 and notify("x") is None and bool(resource) and hooks == [] and extra is None
        self.clock = clock
""",
        """
import datetime
import logging
from collections.abc import Callable
from decimal import Decimal
from typing import Optional, Protocol


class Clock(Protocol):
    def now(self) -> float: ...
""",
    ),
    "needs_what_is_imported_for_checkers": (
        "    def __init__(self, scheme: 'Scheme'):\n        self.ready = scheme.is_scheme\n",
        """
from typing import TYPE_CHECKING

import schemes

if TYPE_CHECKING:
    from schemes import Scheme
""",
    ),
    "with_a_thread": (
        "    ready = True\n",
        "import threading\n\nthreading.Thread(target=print, daemon=True).start()\n",
    ),
    "with_prints": ("    ready = True\n", "print('hello' * 1000)\n"),
}

#: Whole modules with one strategy, ``WidgetStrategy``.
WHOLE = {
    "as_dataclass": f"""
from dataclasses import dataclass, field
{IMPORTS}

@dataclass
class Options:
    ready: bool = True


@dataclass(frozen=True)
class WidgetStrategy:
    options: Options

    @property
    def ready(self):
        return self.options.ready
{HOOKS}""",
    "as_attrs": f"""
import attrs
{IMPORTS}

class Options:
    ready = True


@attrs.define
class WidgetStrategy:
    options: Options
    ready: bool = True
{HOOKS}""",
    "as_pydantic": f"""
import pydantic
{IMPORTS}

class Options(pydantic.BaseModel):
    ready: bool = True


class WidgetStrategy(pydantic.BaseModel):
    options: Options

    @property
    def ready(self):
        return self.options.ready
{HOOKS}""",
    "as_enum_like_class": f"""
{IMPORTS}

class WidgetStrategy:
    ready = True

    class Meta:
        pass
{HOOKS}""",
}

#: What can't be tried, and what the reason says.
LISTED = {
    "needs_a_store": (
        "    def __init__(self, store):\n        self.ready = True\n",
        "",
        "its constructor needs 'store'",
    ),
    "needs_a_decision": (
        "    def __init__(self, allowed: Callable[[str], bool]):\n        self.ready = True\n",
        "from collections.abc import Callable\n",
        "its constructor needs 'allowed'",
    ),
    "constructor_raises": (
        "    def __init__(self):\n        raise LookupError('no cluster')\n",
        "",
        "its constructor raises LookupError: no cluster",
    ),
    "dependency_raises": (
        "    def __init__(self, client: 'Client'):\n        self.ready = True\n",
        "class Client:\n    def __init__(self):\n        raise OSError('no socket')\n",
        "its constructor needs a Client, which raises OSError: no socket",
    ),
    "needs_itself": (
        "    def __init__(self, other: 'WidgetStrategy'):\n        self.ready = True\n",
        "",
        "WidgetStrategy needs itself to be made",
    ),
    "exits": ("    ready = True\n", "import sys\n\nsys.exit(4)\n", "exits can't be imported: SystemExit: 4 (exits.py:"),
    "fails": ("    ready = True\n", "import broken\n", "fails can't be imported: ValueError: no (broken.py:2)"),
    "lacks": (
        "    ready = True\n",
        "import not_there_at_all\n",
        "lacks can't be imported: ModuleNotFoundError: No module named 'not_there_at_all' (lacks.py:",
    ),
    "deleted": ("    ready = True\n", "del WidgetStrategy\n", "deleted has no WidgetStrategy once it is imported"),
    "replaced": (
        "    ready = True\n",
        "WidgetStrategy = WidgetStrategy()\n",
        "WidgetStrategy is no class once replaced is imported, but an object of type WidgetStrategy",
    ),
}


def _write(root: Path, files: dict[str, str], table: str = "") -> Path:
    (root / "pyproject.toml").write_text(f"[tool.apivet]\ncache = false\n{table}")
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text) if text.startswith("\n    ") else text)
    return root


def _module(body: str, after: str) -> str:
    """The imports come first, and what else there is comes last."""
    names = ("import ", "from ")
    imports = [line for line in after.split("\n") if line.startswith(names)] if "Callable" in body + after else []
    return "\n".join((*imports, IMPORTS, "", "class WidgetStrategy:", body + HOOKS, "", after))


def _watch(root: Path, jobs: int = 2) -> Watched:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        config = load_config(root).on_command_line(jobs=jobs)
        watched = observe([], config, seed=1)
        _is_complete(watched, {candidate.name for candidate in find_candidates([], config, Report())})
        return watched


def _is_complete(watched: Watched, found: set[str]) -> None:
    """Every strategy that the static check finds is exercised, or listed with a reason: one of the two."""
    exercised = {row.object for row in watched.report.judgements}
    listed = {item.object for item in watched.unexercised}
    assert exercised | listed == found
    assert not exercised & listed
    assert all(item.reason for item in watched.unexercised)


def _verdicts(watched: Watched, name: str) -> dict[str, Verdict]:
    return {row.rule: row.verdict for row in watched.report.judgements if row.object == name}


def _reason(watched: Watched, name: str) -> str:
    (item,) = (item for item in watched.unexercised if item.object == name)
    return item.reason


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Watched:
    files = {f"{name}.py": _module(body, after) for name, (body, after) in MADE.items()}
    files |= {f"{name}.py": _module(body, after) for name, (body, after, _) in LISTED.items()}
    files |= {f"{name}.py": text for name, text in WHOLE.items()}
    files |= {"things.py": THINGS, "broken.py": "\nraise ValueError('no')\n"}
    files |= {"schemes.py": "class Scheme:\n    is_scheme = True\n"}
    return _watch(_write(tmp_path_factory.mktemp("project"), files))


@pytest.mark.parametrize("name", [*MADE, *WHOLE])
def test_a_strategy_is_made_as_its_project_makes_it(name: str, watched: Watched) -> None:
    verdicts = _verdicts(watched, f"{name}.WidgetStrategy")
    assert set(verdicts.values()) == {Verdict.HOLDS}, watched.unexercised
    assert "status-not-kept-on-update" in verdicts


@pytest.mark.parametrize("name", LISTED)
def test_what_can_not_be_made_is_listed_with_the_reason(name: str, watched: Watched) -> None:
    assert LISTED[name][2] in _reason(watched, f"{name}.WidgetStrategy")


READY = "    ready = True\n" + HOOKS


def _in(module: str) -> str:
    return f"from {module} import Meta, Spec, Status, Widget\n\n\n"


LAYOUTS = {
    "package/__init__.py": "",
    "package/things.py": THINGS,
    "package/relative.py": f"{_in('.things')}class WidgetStrategy:\n{READY}",
    "package/checkers.py": "from __future__ import annotations\nfrom typing import TYPE_CHECKING\n"
    "from package.things import Status\nif TYPE_CHECKING:\n    from package.things import Widget\n\n\n"
    f"class WidgetStrategy:\n{READY}",
    "package/nested.py": f"{_in('.things')}class Outer:\n    class WidgetStrategy:\n"
    + textwrap.indent(READY, "    ")
    + f"\n\ndef made_there():\n    class WidgetStrategy:\n{textwrap.indent(READY, '    ')}\n    return WidgetStrategy\n",
    "package/kept.py": f"{_in('.things')}class WidgetStrategy:\n{TAKES_READY}{HOOKS}",
    "package/wiring.py": "from package.kept import WidgetStrategy\n\nSTRATEGIES = {'widgets': WidgetStrategy(True)}\n",
    "package/bases.py": f"""
import abc
from typing import Generic, Protocol, TypeVar

{_in(".things")}
T = TypeVar("T")


class Strategy(Protocol):
    def prepare_for_create(self, ctx, obj: Widget) -> None: ...


class Abstract(abc.ABC):
    @abc.abstractmethod
    def prepare_for_create(self, ctx, obj: Widget) -> None: ...

    @abc.abstractmethod
    def prepare_for_update(self, ctx, obj: Widget, old: Widget) -> None: ...


class WidgetStrategy(Abstract):
{READY}
""",
    "other/derived.py": "from package.relative import WidgetStrategy\n\n\nclass DerivedStrategy(WidgetStrategy):\n"
    "    name = 'derived'\n",
    "namespace/inner/strategy.py": f"{_in('package.things')}class WidgetStrategy:\n{READY}",
    "scripts/words.py": "SIZE = 1\n",
    "scripts/things.py": f"from words import SIZE\n{THINGS}",
    "scripts/serve.py": f"{_in('things')}class WidgetStrategy:\n{READY}",
    "one-plugin/things.py": THINGS,
    "one-plugin/strategies.py": f"{_in('things')}class OneStrategy:\n{READY}",
    "two-plugin/things.py": THINGS,
    "two-plugin/strategies.py": f"{_in('things')}class TwoStrategy:\n{READY}",
    "types.py": f"{_in('package.things')}class WidgetStrategy:\n{READY}",
}
REACHED = (
    "package.relative.WidgetStrategy",
    "package.checkers.WidgetStrategy",
    "package.nested.Outer.WidgetStrategy",
    "package.kept.WidgetStrategy",
    "package.bases.WidgetStrategy",
    "other.derived.DerivedStrategy",
    "namespace.inner.strategy.WidgetStrategy",
    "scripts.serve.WidgetStrategy",
    "strategies.OneStrategy",
    "strategies.TwoStrategy",
)


@pytest.fixture(scope="module", params=[1, 2])
def laid_out(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Watched:
    return _watch(_write(tmp_path_factory.mktemp("layouts"), LAYOUTS), jobs=request.param)


@pytest.mark.parametrize("name", REACHED)
def test_a_strategy_is_reached_wherever_it_lies(name: str, laid_out: Watched) -> None:
    assert set(_verdicts(laid_out, name).values()) == {Verdict.HOLDS}, [
        item for item in laid_out.unexercised if item.object == name
    ]


def test_what_can_not_be_reached_is_listed_with_what_to_do(laid_out: Watched) -> None:
    listed = {item.object: item.reason for item in laid_out.unexercised}
    assert set(listed) == {"package.nested.made_there.WidgetStrategy", "types.WidgetStrategy"}
    assert "made inside of the function made_there" in listed["package.nested.made_there.WidgetStrategy"]
    assert "types is another module when it is imported, the standard library's" in listed["types.WidgetStrategy"]


def test_source_roots_say_where_modules_are_imported_from(tmp_path: Path) -> None:
    files = {
        "src/server/__init__.py": "",
        "src/server/things.py": THINGS,
        "src/server/strategy.py": f"{_in('server.things')}class WidgetStrategy:\n{READY}",
    }
    watched = _watch(_write(tmp_path, files, 'source-roots = ["src"]\n'))
    assert set(_verdicts(watched, "server.strategy.WidgetStrategy").values()) == {Verdict.HOLDS}


@pytest.mark.parametrize("jobs", [1, 2])
def test_two_files_may_have_one_module_name(tmp_path: Path, jobs: int) -> None:
    broken = READY.replace("obj.status = Status()", "pass")
    files = {
        "package/__init__.py": "",
        "package/things.py": THINGS,
        "one/strategy.py": f"{_in('package.things')}class OneStrategy:\n{READY}",
        "two/strategy.py": f"{_in('package.things')}class TwoStrategy:\n{broken}",
        "three/strategy.py": f"{_in('package.things')}class ThreeStrategy:\n{READY}",
    }
    watched = _watch(_write(tmp_path, files, 'source-roots = [".", "one", "two", "three"]\n'), jobs)
    names = sorted({row.object for row in watched.report.judgements})
    violated = {row.object.rpartition(".")[2] for row in watched.report.judgements if row.verdict is Verdict.VIOLATED}
    assert [name.rpartition(".")[2] for name in names] == ["OneStrategy", "ThreeStrategy", "TwoStrategy"]
    assert violated == {"TwoStrategy"}


def test_a_new_version_is_picked_up_with_no_change_of_configuration(tmp_path: Path) -> None:
    """Its types, its strategy, and what its strategy does wrong."""

    def version(name: str, body: str) -> dict[str, str]:
        module = f"server.apis.apps.{name}"
        return {
            f"server/apis/apps/{name}/__init__.py": "",
            f"server/apis/apps/{name}/types.py": THINGS,
            f"server/apis/apps/{name}/strategy.py": f"{_in(f'{module}.types')}class WidgetStrategy:\n{body}",
        }

    _write(tmp_path, {f"{package}/__init__.py": "" for package in ("server", "server/apis", "server/apis/apps")})
    _write(tmp_path, version("v1", READY))
    before = _watch(tmp_path)
    assert {row.object for row in before.report.judgements} == {"server.apis.apps.v1.strategy.WidgetStrategy"}
    assert not before.report.findings
    _write(tmp_path, version("v2alpha1", READY.replace("obj.metadata.generation = 1", "pass")))
    after = _watch(tmp_path)
    (finding,) = after.report.findings
    assert finding.object == "server.apis.apps.v2alpha1.strategy.WidgetStrategy"
    assert finding.rule == "generation-not-set-on-create"


def test_a_strategy_that_hardly_any_rule_is_about(tmp_path: Path) -> None:
    files = {
        "things.py": THINGS,
        "strategy.py": f"{IMPORTS}\n\nclass WidgetScaleStrategy:\n    subresource = 'scale'\n{READY}",
    }
    watched = _watch(_write(tmp_path, files))
    # A gate could clear a field of any strategy's; here hooks ask for none, and no field is gated.
    assert watched.report.judgements == []
    assert watched.strategies == 1


# ------------------------------------------------------------------------------------------------ the project's own way

TAKES_STORE = (
    f"{IMPORTS}\n\nclass WidgetStrategy:\n    def __init__(self, store):\n        self.ready = store == 7\n{HOOKS}"
)
FACTORIES = 'factories = "making"\n'


@pytest.mark.parametrize(
    ("making", "expected"),
    [
        ("def make_strategy(class_):\n    return class_(7)\n", ""),
        ("def make_strategy(class_):\n    return None\n", "its constructor needs 'store'"),
        ("def make_strategy(class_):\n    return class_\n", "make_strategy(WidgetStrategy) returns the class"),
        ("def make_strategy(class_):\n    raise KeyError(1)\n", "make_strategy(WidgetStrategy) raises KeyError: 1"),
        ("def make_strategy(class_):\n    return 7\n", "returns an object of type int, so that nothing is tried"),
        (
            "def make_strategy(class_):\n    return class_(7)\ndef make_context(user):\n    return user\n",
            "make_context() raises TypeError",
        ),
        (
            "def make_strategy(class_):\n    return class_(7)\ndef make_object(class_):\n    return 7\n",
            "make_object fails for things.Widget: it returns 7, which has no fields",
        ),
        (
            "import nothing_of_that_name\ndef make_strategy(class_):\n    return class_(7)\n",
            "factories: making can't be imported: ModuleNotFoundError",
        ),
    ],
)
def test_a_project_says_how_a_strategy_is_made(tmp_path: Path, making: str, expected: str) -> None:
    files = {"things.py": THINGS, "strategy.py": TAKES_STORE, "making.py": making}
    watched = _watch(_write(tmp_path, files, f"[tool.apivet.blackbox]\n{FACTORIES}"))
    if expected:
        assert expected in _reason(watched, "strategy.WidgetStrategy")
    else:
        assert set(_verdicts(watched, "strategy.WidgetStrategy").values()) == {Verdict.HOLDS}
